"""Known, none known, not recorded: an empty list says nothing by itself."""

from medreview.fhir.record import StatementState
from tests.factories.stages import analysed, analysed_labs, case_of, condition, context_of, medicine

DENIAL = [{"id": "a1", "name": "No known allergies", "snomed": "716186003"}]


def test_a_medicine_ended_before_as_of_is_not_taken() -> None:
    ended = medicine("ramipril", "C09AA05", start="2024-01-01")

    found = context_of(analysed_labs(medications=[ended]))

    assert [one.name for one in found.active_medications.items] == ["ramipril"]


def test_a_condition_that_began_after_as_of_says_nothing_of_that_day() -> None:
    later = condition("Gout", "M10.9", onset="2027-01-01")

    found = context_of(analysed_labs(conditions=[later]))

    assert found.active_conditions.items == ()
    assert found.active_conditions.state is StatementState.NOT_RECORDED


def test_a_denial_is_none_known_and_no_item() -> None:
    found = context_of(analysed_labs(allergies=DENIAL)).allergies

    assert (found.state, found.items) == (StatementState.NONE_KNOWN, ())


def test_a_recorded_allergy_beats_a_denial() -> None:
    allergies = [*DENIAL, {"id": "a2", "name": "Penicillin"}]

    found = context_of(analysed_labs(allergies=allergies)).allergies

    assert found.state is StatementState.KNOWN
    assert [one.name for one in found.items] == ["Penicillin"]


def test_an_allergy_written_down_after_the_day_looked_at_is_still_told() -> None:
    later = {
        "resourceType": "AllergyIntolerance",
        "id": "a2",
        "patient": {"reference": "Patient/p"},
        "code": {"text": "Penicillin"},
        "recordedDate": "2027-05-01",
    }

    found = context_of(analysed(case_of(allergies=DENIAL), later)).allergies

    assert found.state is StatementState.KNOWN
    assert [one.name for one in found.items] == ["Penicillin"]
