"""What a file would do, in the form a person is shown before it is imported."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Self

from medreview.accounts.models import Hospital
from medreview.common.clock import today
from medreview.common.contract import Contract
from medreview.fhir import queries
from medreview.fhir.identity import differences, is_alike
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.kinds import Kind
from medreview.fhir.models import Import
from medreview.fhir.person import person_of
from medreview.fhir.planning import Plan
from medreview.fhir.sent_results import NotTaken, Sent, SentResult
from medreview.fhir.shape import Taken
from medreview.fhir.values import read_value
from medreview.patients.models import Patient
from medreview.patients.services import Person

SHOWN_ROWS = 20
"""Of a table or of messages."""
SHOWN_PEOPLE = 200


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


class RowSeen(Contract):
    """One of the first results of a table or of messages, as it would be read."""

    where: str
    number: str = ""
    """The patient's."""
    name: str = ""
    test: str = ""
    value: str = ""
    unit: str = ""
    range: str = ""
    flag: str = ""
    date: str = ""
    status: str = ""
    problem: str = ""
    """Why it would not be taken."""


class FilePreview(Contract):
    """A file's receipt as it would be now, or why the file can't be read."""

    source: str
    size: int
    kind: Literal["fhir", "csv", "hl7"] = "fhir"
    needs_columns: bool = False
    """Whether it is a table whose columns nobody has explained yet."""
    rows: tuple[RowSeen, ...] = ()
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


@dataclass(frozen=True)
class ResultsPreview:
    """What importing a table or messages would do."""

    receipt: ImportReceipt
    people: tuple[Taken, ...]
    """The Patient resources it would bring."""
    known: Mapping[str, Patient]
    rows: tuple[Sent, ...]
    """The first ones."""


def preview_of_results(
    found: ResultsPreview, *, kind: Kind, hospital: Hospital, size: int, earlier: Import | None
) -> FilePreview:
    """The preview of a table or of messages."""
    return FilePreview(
        source=found.receipt.source,
        size=size,
        kind=kind.value,
        receipt=found.receipt,
        people=_people_of(found.people[:SHOWN_PEOPLE], found.known, hospital),
        rows=tuple(_row_seen(one) for one in found.rows),
        earlier_import=earlier.pk if earlier else "",
        imported_at=earlier.created_at if earlier else None,
    )


def _row_seen(sent: Sent) -> RowSeen:
    if not isinstance(sent, SentResult):
        number = sent.person.number if sent.person else ""
        problem = sent.reason if isinstance(sent, NotTaken) else ""
        return RowSeen(where=sent.where, number=number, problem=problem)
    limits = " - ".join(part for part in (sent.range_low, sent.range_high) if part)
    return RowSeen(
        where=sent.where,
        number=sent.person.number,
        name=sent.person.whole_name,
        test=sent.name,
        value=read_value(sent.value).text,
        unit=sent.unit,
        range=sent.range_text or limits,
        flag="; ".join(str(flag.get("text", "")) for flag in sent.flags),
        date=sent.effective,
        status=sent.status,
    )


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
    patients = [item for item in plan.taken if item.type == "Patient"]
    return _people_of(patients, plan.known_patients, hospital)


def _people_of(
    patients: Iterable[Taken], known: Mapping[str, Patient], hospital: Hospital
) -> tuple[PersonSeen, ...]:
    described = {
        item.fhir_id: person_of(item.fhir_id, item.resource, today=today()) for item in patients
    }
    unknown = [person for key, person in described.items() if key not in known]
    alike = queries.patients_alike(hospital, unknown)
    return tuple(_seen(person, known.get(key), alike) for key, person in described.items())


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
