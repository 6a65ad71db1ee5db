"""The closed lists of words by which something said about a patient is described. Pure."""

from enum import StrEnum


class SectionKey(StrEnum):
    """The eleven sections of what is remembered, in the order people read them."""

    ALLERGIES = "allergies"
    MEDICATIONS = "medications"
    CHRONIC_CONDITIONS = "chronic_conditions"
    DIAGNOSES = "diagnoses"
    SYMPTOMS = "symptoms"
    SURGERIES = "surgeries"
    INJURIES = "injuries"
    VACCINATIONS = "vaccinations"
    FAMILY_HISTORY = "family_history"
    LIFESTYLE = "lifestyle"
    DEMOGRAPHICS = "demographics"


class Stance(StrEnum):
    """How something was asserted."""

    PRESENT = "present"
    ABSENT = "absent"
    POSSIBLE = "possible"
    HYPOTHETICAL = "hypothetical"


class Experiencer(StrEnum):
    """Whom it is about."""

    PATIENT = "patient"
    RELATIVE = "relative"
    OTHER = "other"


class Speaker(StrEnum):
    """Who said it."""

    PATIENT = "patient"
    RELATIVE = "relative"
    CLINICIAN = "clinician"
    DOCUMENT = "document"
    UNKNOWN = "unknown"


class SourceKind(StrEnum):
    """In what it was said."""

    CHAT = "chat"
    NOTE = "note"
    DOCUMENT = "document"
    CLINICIAN = "clinician"


class Status(StrEnum):
    """Whether the thing itself still goes on, as far as anybody said."""

    ACTIVE = "active"
    STOPPED = "stopped"
    """A course or habit that ended."""
    RESOLVED = "resolved"
    """A condition or symptom that is over."""
    UNKNOWN = "unknown"


class EventKind(StrEnum):
    """What can happen to a fact."""

    MENTIONED = "mentioned"
    CONFIRMED = "confirmed"
    CHANGED = "changed"
    STOPPED = "stopped"
    NEGATED = "negated"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class ChangeKind(StrEnum):
    """What a candidate would do to what is remembered."""

    NEW = "new"
    CONFIRMS = "confirms"
    CHANGES = "changes"
    STOPS = "stops"
    DENIES = "denies"
    CONTRADICTS = "contradicts"
    """It can't be true together with a confirmed fact: both are kept until a person decides."""
