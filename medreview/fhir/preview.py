"""What a file would do, in the form a person is shown before it is imported."""

import datetime as dt
from typing import Self

from medreview.accounts.models import Hospital
from medreview.common.clock import today
from medreview.common.contract import Contract
from medreview.fhir import queries
from medreview.fhir.identity import differences, is_alike
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.models import Import
from medreview.fhir.person import person_of
from medreview.fhir.planning import Plan
from medreview.patients.models import Patient
from medreview.patients.services import Person


class FieldDifference(Contract):
    """One field in which two descriptions of a person differ."""

    field: str
    known: str
    sent: str


class Candidate(Contract):
    """A known patient under another id who may be the same person. Never merged."""

    id: str
    differs: tuple[FieldDifference, ...]


class PersonSeen(Contract):
    """A patient the file describes."""

    fhir_id: str
    name: str
    birth_date: str
    sex: str
    mrn: str
    known: str = ""
    """Our id, where this patient is known already."""
    differs: tuple[FieldDifference, ...] = ()
    candidates: tuple[Candidate, ...] = ()


class FilePreview(Contract):
    """A file's receipt as it would be now, or why the file can't be read."""

    source: str
    size: int
    receipt: ImportReceipt | None = None
    unreadable: str = ""
    people: tuple[PersonSeen, ...] = ()
    earlier_import: str = ""
    imported_at: dt.datetime | None = None
    """When exactly these bytes were last imported."""

    @classmethod
    def refused(cls, source: str, size: int, reason: str) -> Self:
        """A file that can't be read."""
        return cls(source=source, size=size, unreadable=reason)


def preview_of(plan: Plan, *, hospital: Hospital, size: int, earlier: Import | None) -> FilePreview:
    """The preview of a plan."""
    return FilePreview(
        source=plan.receipt.source,
        size=size,
        receipt=plan.receipt,
        people=_people(plan, hospital),
        earlier_import=earlier.pk if earlier else "",
        imported_at=earlier.created_at if earlier else None,
    )


def _people(plan: Plan, hospital: Hospital) -> tuple[PersonSeen, ...]:
    described = {
        item.fhir_id: person_of(item.fhir_id, item.resource, today=today())
        for item in plan.taken
        if item.type == "Patient"
    }
    unknown = [person for key, person in described.items() if key not in plan.known_patients]
    alike = queries.patients_alike(hospital, unknown)
    return tuple(
        _seen(person, plan.known_patients.get(key), alike) for key, person in described.items()
    )


def _seen(person: Person, known: Patient | None, alike: list[Patient]) -> PersonSeen:
    candidates = () if known else tuple(_candidates(person, alike))
    return PersonSeen(
        fhir_id=person["fhir_id"],
        name=_name(person),
        birth_date=person["birth_date"],
        sex=person["sex"],
        mrn=person["mrn"],
        known=known.pk if known else "",
        differs=_differs(known, person) if known else (),
        candidates=candidates,
    )


def _candidates(person: Person, alike: list[Patient]) -> list[Candidate]:
    return [
        Candidate(id=patient.pk, differs=_differs(patient, person))
        for patient in alike
        if is_alike(patient, person)
    ]


def _differs(known: Patient, person: Person) -> tuple[FieldDifference, ...]:
    return tuple(
        FieldDifference(field=item.field, known=item.known, sent=item.sent)
        for item in differences(known, person)
    )


def _name(person: Person) -> str:
    parts = (person["family"].upper(), person["given"])
    return ", ".join(part for part in parts if part) or person["name_text"]
