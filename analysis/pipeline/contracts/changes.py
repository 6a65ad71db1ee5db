"""What a record says otherwise than an analysis read it, and what is newer than it."""

from enum import StrEnum

from medreview.common.contract import Contract


class ItemKind(StrEnum):
    """What kind of thing a resource is for an analysis."""

    RESULT = "result"
    CONDITION = "condition"
    MEDICATION = "medication"
    ALLERGY = "allergy"
    PERSON = "person"


class Field(StrEnum):
    """What of a resource can change so that a reader must know."""

    NAME = "name"
    CODES = "codes"
    VALUE = "value"
    UNIT = "unit"
    RANGE = "range"
    FLAG = "flag"
    STATUS = "status"
    VERIFICATION = "verification"
    DATE = "date"
    BEGAN = "began"
    ENDED = "ended"
    RECORDED = "recorded"
    SAMPLE = "sample"
    METHOD = "method"
    LABORATORY = "laboratory"
    NOTE = "note"
    DOSAGE = "dosage"
    SEVERITY = "severity"
    REACTIONS = "reactions"
    SEX = "sex"
    BORN = "born"
    DIED = "died"


class FieldChange(Contract):
    """One field with what it said and what it says; empty where it said nothing."""

    field: Field
    before: str = ""
    after: str = ""


class HowChanged(StrEnum):
    """What became of a resource."""

    CHANGED = "changed"
    WITHDRAWN = "withdrawn"
    """It was true of the patient when it was read, and no longer counts."""
    COUNTS_NOW = "counts_now"
    """It was read and left out, and now counts."""


class ResourceChange(Contract):
    """One resource that an analysis used, and what it says otherwise now."""

    id: str
    """``Observation/x``, or a component of it."""
    kind: ItemKind
    name: str
    how: HowChanged
    why: str = ""
    """Why it no longer counts, or why it was left out before, in a sentence."""
    fields: tuple[FieldChange, ...] = ()
    version_before: int | None = None
    version_after: int | None = None

    def field(self, field: Field) -> FieldChange | None:
        """The change of one field; None where it said the same."""
        return next((one for one in self.fields if one.field is field), None)


class NewerItem(Contract):
    """A resource that came after the analysis had read the record."""

    id: str
    kind: ItemKind
    name: str
    text: str = ""
    """Its value, where it is a result."""
    date: str = ""


class RecordChanges(Contract):
    """The record now beside the record an analysis read.

    Only ``used`` makes an analysis outdated: it rests on something that is said otherwise now.
    What is ``newer`` was simply not there yet, as it will be for every analysis some day.
    """

    used: tuple[ResourceChange, ...] = ()
    newer: tuple[NewerItem, ...] = ()

    def of(self, item: str) -> ResourceChange | None:
        """What changed of one resource; None where it says the same."""
        return next((change for change in self.used if change.id == item), None)
