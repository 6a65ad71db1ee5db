"""What an analysis used and says otherwise now is told field by field; newer data apart."""

from typing import Any

import pytest

from analysis.pipeline.contracts import HowChanged, RecordChanges
from analysis.pipeline.record_changes import DELETED, GONE, OUTSIDE, record_changes
from medreview.fhir.record import PatientRecord
from tests.factories.reading import AS_OF, allergy, condition, observation, read, statement

PERSON = {
    "resourceType": "Patient",
    "id": "p1",
    "gender": "female",
    "birthDate": "1958-03-14",
    "name": [{"family": "Ivanova"}],
}
RANGE = [{"low": {"value": 3.5, "unit": "mmol/L"}, "high": {"value": 5.1, "unit": "mmol/L"}}]


def record(*resources: Any) -> PatientRecord:
    return read(PERSON, *resources)


def compared(before: Any, after: Any, **more: Any) -> RecordChanges:
    old, new = (one if isinstance(one, tuple) else (one,) for one in (before, after))
    return record_changes(record(*old), record(*new), as_of=AS_OF, **more)


def said(changes: RecordChanges) -> list[tuple[str, str, str]]:
    return [
        (change.field.value, change.before, change.after)
        for one in changes.used
        for change in one.fields
    ]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (
            {"valueQuantity": {"value": 5.9, "unit": "mmol/L"}},
            ("value", "4.2 mmol/L", "5.9 mmol/L"),
        ),
        ({"valueQuantity": {"value": 4.2, "unit": "mg/L"}}, ("unit", "4.2 mmol/L", "4.2 mg/L")),
        ({"referenceRange": RANGE}, ("range", "", "3.5–5.1 mmol/L")),
        ({"interpretation": [{"coding": [{"code": "H"}]}]}, ("flag", "", "H")),
        ({"status": "corrected"}, ("status", "final", "corrected")),
        (
            {"effectiveDateTime": "2025-05-02T08:00:00Z"},
            ("date", "2025-05-01T08:00:00Z", "2025-05-02T08:00:00Z"),
        ),
        (
            {"code": {"coding": [{"code": "6298-4"}], "text": "Potassium"}},
            ("codes", "2823-3", "6298-4"),
        ),
        ({"note": [{"text": "Haemolysed"}]}, ("note", "", "Haemolysed")),
    ],
)
def test_a_corrected_result_says_which_field_was_what(changed: dict[str, Any], says: Any) -> None:
    changes = compared(observation(), observation(**changed))

    (change,) = changes.used
    assert change.id == "Observation/o1"
    assert change.how is HowChanged.CHANGED
    assert said(changes) == [says]


@pytest.mark.parametrize(
    "same",
    [
        observation(meta={"versionId": "7", "lastUpdated": "2025-05-20T08:00:00Z"}),
        observation(text={"status": "generated", "div": "<div>Potassium</div>"}),
        observation(code={"coding": [{"system": "http://loinc.org", "code": "2823-3"}],
                          "text": " Potassium "}),
    ],
)  # fmt: skip
def test_a_correction_that_no_reader_sees_is_none(same: dict[str, Any]) -> None:
    assert compared(observation(), same) == RecordChanges()


def test_a_result_entered_in_error_is_withdrawn_with_the_reason() -> None:
    (change,) = compared(observation(), observation(status="entered-in-error")).used

    assert change.how is HowChanged.WITHDRAWN
    assert change.why == "Its status is “entered-in-error”."
    assert (change.fields[0].before, change.fields[0].after) == ("4.2 mmol/L", "")


def test_a_deleted_result_says_that_the_source_deleted_it() -> None:
    (change,) = compared(observation(), (), deleted={"Observation/o1"}).used
    (unexplained,) = compared(observation(), ()).used

    assert (change.how, change.why) == (HowChanged.WITHDRAWN, DELETED)
    assert unexplained.why == GONE


def test_a_preliminary_result_that_became_final_counts_now() -> None:
    (change,) = compared(observation(status="preliminary"), observation()).used

    assert change.how is HowChanged.COUNTS_NOW
    assert change.why == "Its status is “preliminary”."
    assert change.fields[0].after == "4.2 mmol/L"


def test_a_result_that_was_not_there_is_newer_and_outdates_nothing() -> None:
    later = observation(id="o2", effectiveDateTime="2025-07-01T08:00:00Z")

    changes = compared(observation(), (observation(), later))

    assert changes.used == ()
    assert [(item.id, item.text) for item in changes.newer] == [("Observation/o2", "4.2 mmol/L")]


def test_to_an_analysis_of_the_past_a_later_result_is_not_newer() -> None:
    later = observation(id="o2", effectiveDateTime="2025-07-01T08:00:00Z")

    assert compared(observation(), (observation(), later), of_the_past=True) == RecordChanges()


def test_what_the_analysis_had_no_use_for_outdates_nothing() -> None:
    corrected = observation(valueQuantity={"value": 5.9, "unit": "mmol/L"})

    assert compared(observation(), corrected, not_used={"Observation/o1"}).used == ()


def test_a_blood_pressure_is_no_newer_result() -> None:
    pressure = observation(id="bp", category=[{"coding": [{"code": "vital-signs"}]}])

    assert compared(observation(), (observation(), pressure)) == RecordChanges()


@pytest.mark.parametrize(
    ("before", "after", "how"),
    [
        (condition(), condition(onsetDateTime="2025-08-01"), HowChanged.WITHDRAWN),
        (condition(), condition("resolved"), HowChanged.WITHDRAWN),
        (condition(), condition(code={"text": "Gout of the toe"}), HowChanged.CHANGED),
        (statement(), statement("stopped"), HowChanged.WITHDRAWN),
        (statement(), statement(dosage=[{"text": "2 mg"}]), HowChanged.CHANGED),
        (allergy(), allergy("Latex"), HowChanged.CHANGED),
    ],
)
def test_every_kind_of_resource_is_compared(before: Any, after: Any, how: HowChanged) -> None:
    (change,) = compared(before, after).used

    assert change.how is how
    assert change.how is HowChanged.CHANGED or change.why


def test_a_condition_that_was_moved_out_of_the_day_says_so() -> None:
    (change,) = compared(condition(), condition(onsetDateTime="2025-08-01")).used

    assert change.why == OUTSIDE


def test_the_birth_date_matters_and_the_name_does_not() -> None:
    older = read({**PERSON, "birthDate": "1948-03-14"}, observation())
    renamed = read({**PERSON, "name": [{"family": "Petrova"}]}, observation())
    before = record(observation())

    aged = record_changes(before, older, as_of=AS_OF)

    assert said(aged) == [("born", "1958-03-14", "1948-03-14")]
    assert record_changes(before, renamed, as_of=AS_OF) == RecordChanges()


def test_a_record_compared_with_itself_has_no_changes() -> None:
    resources = (observation(), condition(), statement(), allergy())

    assert compared(resources, resources) == RecordChanges()
