"""A prompt learns the form and the counts of a record, and never a value."""

import datetime as dt
import json
from decimal import Decimal

from analysis.pipeline.retriever.code_mode.description import described
from analysis.pipeline.retriever.code_mode.items import items_of
from analysis.pipeline.retriever.code_mode.record_api import RecordApi
from medreview.fhir.dates import read_moment
from medreview.fhir.record import (
    AllergyRecord,
    Coding,
    ConditionRecord,
    EncounterRecord,
    LabRecord,
    MedicationRecord,
    PatientRecord,
    PersonRecord,
    PrintedRange,
    ProcedureRecord,
    ReadReceipt,
    ReportRecord,
    SpecimenRecord,
    Value,
    ValueKind,
)

AS_OF = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)
OWN = Coding(system="http://canary-hospital.example/codes", code="CANARY-1", display="Canarytest")


def record(*, complete: bool = True) -> PatientRecord:
    """A record in which every text of the source is a canary."""
    on = read_moment("2019-07")
    said = {"version": 1, "name": "Canaryname", "codings": (OWN,)}
    return PatientRecord(
        person=PersonRecord(
            id="Patient/canary", version=1, family="Canary", birth_date=read_moment("1958-03-14")
        ),
        labs=(
            LabRecord(
                id="Observation/canary",
                value=Value(
                    kind=ValueKind.NUMBER,
                    text="77.77 canary",
                    number=Decimal("77.77"),
                    unit="canary",
                ),
                effective=on,
                status="final",
                notes=("Canary note",),
                ranges=(PrintedRange(low=Decimal("33.33"), unit="canary"),),
                specimen=SpecimenRecord(type="Canaryblood"),
                performer="Dr Canary",
                **said,
            ),
        ),
        conditions=(ConditionRecord(id="Condition/canary", onset=on, **said),),
        medications=(MedicationRecord(id="Med/canary", started=on, dosage="Canary", **said),),
        allergies=(AllergyRecord(id="Allergy/canary", recorded=on, said_by="Canary", **said),),
        procedures=(ProcedureRecord(id="Procedure/canary", performed=on, **said),),
        reports=(
            ReportRecord(id="Report/canary", version=1, name="Canaryreport", performer="Dr Canary"),
        ),
        encounters=(EncounterRecord(id="Encounter/canary", version=1, name="Canaryvisit"),),
        receipt=ReadReceipt(complete=complete, types={}),
    )


def test_a_prompt_holds_no_value_of_the_record():
    said = described(record(), RecordApi(record(), AS_OF), AS_OF)

    assert "canary" not in said.lower()
    for value in ("77.77", "33.33", "2019", "1958"):
        assert value not in said


def test_a_prompt_counts_entries_codes_and_precisions():
    said = described(record(), RecordApi(record(), AS_OF), AS_OF)

    assert "- lab: 1; coded by other 1; precision of dates month 1; plain numbers 1" in said
    assert "- encounter: 1; coded by no code 1; precision of dates none 1" in said
    assert "The record was read completely." in said


def test_an_incomplete_reading_is_said():
    part = record(complete=False)

    assert "not read completely" in described(part, RecordApi(part, AS_OF), AS_OF)


def test_every_field_that_an_entry_can_have_is_described():
    said = described(record(), RecordApi(record(), AS_OF), AS_OF)

    for item in items_of(record(), AS_OF):
        assert [name for name in item.as_json() if name not in said] == []


def test_no_name_of_a_person_comes_along_with_an_entry():
    written = json.dumps([item.as_json() for item in items_of(record(), AS_OF)])

    assert "Dr Canary" not in written
    assert "said_by" not in written
