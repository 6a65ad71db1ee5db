"""Whether two descriptions can be of one person. A name alone never decides."""

from dataclasses import dataclass

from medreview.common.text import normalise_name
from medreview.patients.models import Patient
from medreview.patients.services import Person


@dataclass(frozen=True)
class Difference:
    """One field in which two descriptions differ."""

    field: str
    known: str
    sent: str


def differences(known: Patient, sent: Person) -> tuple[Difference, ...]:
    """Where both say something and say it differently."""
    pairs = (
        ("family", known.family, sent.get("family", "")),
        ("given", known.given, sent.get("given", "")),
        ("birth_date", known.birth_date, sent.get("birth_date", "")),
        ("sex", known.sex, sent.get("sex", "")),
        ("mrn", known.mrn, sent.get("mrn", "")),
    )
    return tuple(
        Difference(name, old, new)
        for name, old, new in pairs
        if old and new and normalise_name(old) != normalise_name(new)
    )


def is_somebody_else(known: Patient, sent: Person) -> bool:
    """Whether an id that is known now names another person: name and birth date both differ.

    The same record number speaks against it: then the source corrected its own mistake.
    """
    differing = {difference.field for difference in differences(known, sent)}
    same_number = bool(known.mrn) and known.mrn == sent.get("mrn", "")
    return {"family", "birth_date"} <= differing and not same_number


def is_alike(known: Patient, sent: Person) -> bool:
    """Whether a patient under another id may be this person: a question for somebody, no answer."""
    if known.fhir_id == sent["fhir_id"]:
        return False
    if known.mrn and known.mrn == sent.get("mrn"):
        return True
    same_birth = bool(known.birth_date) and known.birth_date == sent.get("birth_date")
    family = normalise_name(known.family)
    return same_birth and bool(family) and family == normalise_name(sent.get("family", ""))
