"""FHIR fragments for reading tests, and one reading of them as Patient/p1."""

import datetime as dt
from typing import Any

from medreview.fhir import flags, ranges
from medreview.fhir.reading import build_record
from medreview.fhir.record import LabRecord, PatientRecord

AS_OF = dt.datetime(2025, 6, 1, 12, tzinfo=dt.UTC)
ADULT = ranges.Person(sex="female", age_days=(18_000, 18_000))

CLINICAL = "http://terminology.hl7.org/CodeSystem/condition-clinical"


def observation(**fields: Any) -> dict[str, Any]:
    """A final laboratory Observation of Patient/p1: a potassium of 4.2 mmol/L."""
    return {
        "resourceType": "Observation",
        "id": "o1",
        "status": "final",
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": "2823-3"}], "text": "Potassium"},
        "subject": {"reference": "Patient/p1"},
        "effectiveDateTime": "2025-05-01T08:00:00Z",
        "valueQuantity": {"value": 4.2, "unit": "mmol/L"},
    } | fields


def condition(clinical: str | None = "active", **fields: Any) -> dict[str, Any]:
    """A condition of Patient/p1 with this clinical status."""
    stated = {} if clinical is None else {"clinicalStatus": {"coding": [{"code": clinical}]}}
    return (
        {
            "resourceType": "Condition",
            "id": "c1",
            "code": {"text": "Gout"},
            "subject": {"reference": "Patient/p1"},
        }
        | stated
        | fields
    )


def statement(status: str | None = "active", **fields: Any) -> dict[str, Any]:
    """A MedicationStatement of Patient/p1."""
    stated = {} if status is None else {"status": status}
    return (
        {
            "resourceType": "MedicationStatement",
            "id": "m1",
            "medicationCodeableConcept": {"text": "Warfarin 5 mg"},
            "subject": {"reference": "Patient/p1"},
        }
        | stated
        | fields
    )


def order(status: str | None = "active", **fields: Any) -> dict[str, Any]:
    """A MedicationRequest of Patient/p1."""
    return statement(status, resourceType="MedicationRequest", intent="order") | fields


def allergy(name: str = "Penicillin", **fields: Any) -> dict[str, Any]:
    """An active allergy of Patient/p1."""
    return {
        "resourceType": "AllergyIntolerance",
        "id": "a1",
        "code": {"text": name},
        "clinicalStatus": {"coding": [{"code": "active"}]},
        "patient": {"reference": "Patient/p1"},
    } | fields


def read(*resources: Any, as_of: dt.datetime = AS_OF) -> PatientRecord:
    """The record of Patient/p1 out of these resources."""
    return build_record(resources, "Patient/p1", as_of=as_of)


def only(record: PatientRecord) -> LabRecord:
    """The one result of a record."""
    (lab,) = record.labs
    return lab


def own_flag(lab: LabRecord, person: ranges.Person = ADULT, *, default: Any = ()) -> flags.Derived:
    """Our own flag of a result."""
    choice = ranges.choose(lab.ranges, (), default, value=lab.value, person=person)
    return flags.derive(lab.value, choice, lab.ranges)
