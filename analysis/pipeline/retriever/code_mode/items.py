"""A record's entries as plain JSON, digits and dates as sent: what a snippet gets to read. Pure.

Who the patient is does not come along, nor who wrote or performed: names of people answer no
question of the retriever. What the status gate kept out is not there, nor what surely lies after
the moment of the analysis.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from medreview.fhir.codes import system_name
from medreview.fhir.dates import is_future, order_key
from medreview.fhir.record import (
    AllergyRecord,
    Coding,
    ConditionRecord,
    EncounterRecord,
    LabRecord,
    MedicationRecord,
    Moment,
    PatientRecord,
    Precision,
    PrintedRange,
    ProcedureRecord,
    ReportRecord,
    Value,
    ValueKind,
)
from medreview.fhir.values import digits_of

Json = dict[str, Any]
Entry = (
    LabRecord
    | ConditionRecord
    | MedicationRecord
    | AllergyRecord
    | ProcedureRecord
    | ReportRecord
    | EncounterRecord
)


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of the record, and by which of its dates it is ordered."""

    kind: str
    entry: Entry
    dated_by: str | None
    at: Moment | None

    @property
    def id(self) -> str:
        """The id of the resource, or of a component of it."""
        return self.entry.id

    @property
    def codings(self) -> tuple[Coding, ...]:
        """Its codes; reports and encounters are known by name only."""
        codings: tuple[Coding, ...] = getattr(self.entry, "codings", ())
        return codings

    @property
    def order(self) -> tuple[dt.datetime, str]:
        """Undated entries come first, so they are never the latest."""
        return order_key(self.at) if self.at else (dt.datetime.min.replace(tzinfo=dt.UTC), "")

    @property
    def days(self) -> tuple[dt.date, dt.date] | None:
        """The first and the last day its date can mean; None when that is not known."""
        if self.at is None or self.at.date is None:
            return None
        return self.at.date, self.at.latest or self.at.date

    @property
    def number(self) -> Decimal | None:
        """The number of a result that is one plain number."""
        value = self.entry.value if isinstance(self.entry, LabRecord) else None
        return value.number if value and value.kind is ValueKind.NUMBER else None

    @property
    def unit(self) -> str:
        """The unit numbers are compared by."""
        value = self.entry.value if isinstance(self.entry, LabRecord) else None
        return (value.ucum or value.unit or "") if value else ""

    def as_json(self) -> Json:
        """The entry as a snippet sees it; what the source did not send is left out."""
        said = {
            "id": self.id,
            "kind": self.kind,
            "name": self.entry.name,
            "codes": [_code(one) for one in self.codings],
            **_date(self.at, self.dated_by),
            **_MORE[self.kind](self.entry),
        }
        return {name: value for name, value in said.items() if value not in (None, "", [], ())}


_VAGUE = (Precision.YEAR, Precision.MONTH)
_STANDING_IN = ("issued", "recorded")
"""Dates that are not when it was so, but when it was written."""

KINDS = ("lab", "condition", "medication", "allergy", "procedure", "report", "encounter")


def items_of(record: PatientRecord, as_of: dt.datetime) -> Iterator[Item]:
    """Every entry of the record that does not surely lie after the moment of the analysis."""
    listed: tuple[tuple[str, tuple[Any, ...], tuple[str, ...]], ...] = (
        ("lab", record.labs, ("effective", "issued")),
        ("condition", record.conditions, ("onset", "recorded")),
        ("medication", record.medications, ("started", "recorded")),
        ("allergy", record.allergies, ("recorded",)),
        ("procedure", record.procedures, ("performed",)),
        ("report", record.reports, ("effective", "issued")),
        ("encounter", record.encounters, ("started",)),
    )
    for kind, entries, dates in listed:
        for entry in entries:
            dated_by, at = _dated(entry, dates)
            if at is None or not is_future(at, as_of):
                yield Item(kind, entry, dated_by, at)


def _dated(entry: Entry, names: tuple[str, ...]) -> tuple[str | None, Moment | None]:
    """The first date that can be read, and which of the entry's dates that is."""
    for name in names:
        moment = getattr(entry, name)
        if moment is not None and moment.date is not None:
            return name, moment
    return None, getattr(entry, names[0])


def _date(at: Moment | None, dated_by: str | None) -> Json:
    if at is None:
        return {}
    said: Json = {
        "date": at.text,
        "precision": at.precision.value,
        "dated_by": dated_by if dated_by in _STANDING_IN else None,
    }
    if at.precision in _VAGUE and at.date and at.latest:
        said |= {"earliest_day": at.date.isoformat(), "latest_day": at.latest.isoformat()}
    return said


def _code(coding: Coding) -> Json:
    system = system_name(coding.system) or coding.system
    said = {"system": system, "code": coding.code, "display": coding.display}
    return {name: value for name, value in said.items() if value}


def _lab(lab: LabRecord) -> Json:
    specimen = lab.specimen
    return {
        "status": lab.status,
        **_value(lab.value),
        "flag": lab.source_flag_text or lab.source_flag,
        "ranges": [said for one in lab.ranges if (said := _range(one))],
        "categories": list(lab.categories),
        "report": lab.report,
        "specimen": specimen.type if specimen else None,
        "specimen_state": list(specimen.conditions) if specimen else None,
        "specimen_notes": list(specimen.notes) if specimen else None,
        "notes": list(lab.notes),
    }


def _value(value: Value) -> Json:
    return {
        "value": value.text,
        "value_kind": value.kind.value if value.kind is not ValueKind.NUMBER else None,
        "number": digits_of(value.number) if value.number is not None else None,
        "low": digits_of(value.low) if value.low is not None else None,
        "high": digits_of(value.high) if value.high is not None else None,
        "unit": value.unit,
        "ucum": value.ucum if value.ucum != value.unit else None,
        "absent_because": value.reason,
    }


def _range(printed: PrintedRange) -> str | None:
    if printed.text:
        return printed.text
    ends = [digits_of(end) if end is not None else "" for end in (printed.low, printed.high)]
    return f"{ends[0]}-{ends[1]} {printed.unit or ''}".strip() if any(ends) else None


def _condition(entry: ConditionRecord) -> Json:
    return {
        "clinical_status": entry.clinical_status,
        "verification_status": entry.verification_status,
        "ended": _said(entry.abatement),
    }


def _medication(entry: MedicationRecord) -> Json:
    return {"status": entry.status, "dosage": entry.dosage, "ended": _said(entry.ended)}


def _allergy(entry: AllergyRecord) -> Json:
    return {
        "clinical_status": entry.clinical_status,
        "verification_status": entry.verification_status,
        "criticality": entry.criticality,
        "reactions": list(entry.reactions),
        "none_known": entry.none_known or None,
    }


def _procedure(entry: ProcedureRecord) -> Json:
    return {"status": entry.status}


def _report(entry: ReportRecord) -> Json:
    return {
        "status": entry.status,
        "categories": list(entry.categories),
        "results": list(entry.results),
    }


def _encounter(entry: EncounterRecord) -> Json:
    return {"status": entry.status, "ended": _said(entry.ended)}


def _said(moment: Moment | None) -> str | None:
    return moment.text if moment else None


_MORE: dict[str, Callable[[Any], Json]] = {
    "lab": _lab,
    "condition": _condition,
    "medication": _medication,
    "allergy": _allergy,
    "procedure": _procedure,
    "report": _report,
    "encounter": _encounter,
}
