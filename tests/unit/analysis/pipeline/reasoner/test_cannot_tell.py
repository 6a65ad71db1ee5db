"""What stays open is said by name."""

import re
from dataclasses import replace

from analysis.pipeline.stages import run_stages
from tests.factories.stages import (
    analysed_labs,
    case_of,
    inputs_of,
    lab,
    medicine,
    record_of,
)


def _open(*labs: dict, **sent: object) -> str:
    found = analysed_labs(*labs, **sent).statements
    assert found is not None
    return "\n".join(found.cannot_tell)


def test_lists_that_are_not_recorded_are_open_questions() -> None:
    found = _open(lab())

    assert "Which allergies the patient has: the record does not say." in found
    assert "Which medicines the patient takes: the record does not say." in found


def test_an_undecidable_result_is_named_with_its_reason() -> None:
    assert "Whether Potassium is normal: " in _open(
        lab(value=4.2, flag=None, unit="IU/L", ref_low=None, ref_high=None)
    )


def test_an_uncovered_result_is_named() -> None:
    found = _open(lab(loinc=None, name="Wholly unknown substance"))

    assert "What to read beside Wholly unknown substance: the graph does not know this." in found


def test_old_results_are_named() -> None:
    assert "too old: Potassium." in _open(lab(date="2026-01-01"))


def test_several_undecidable_results_share_one_sentence() -> None:
    unread = {"value": "seen", "unit": None, "flag": None, "ref_low": None, "ref_high": None}
    found = _open(
        lab("l1", loinc=None, name="First strange test", **unread),
        lab("l2", loinc=None, name="Second strange test", **unread),
    )

    assert (
        "Whether each of First strange test and Second strange test is normal: "
        "it is not a number, so no range can decide."
    ) in found


def test_a_record_whose_medicines_are_all_over_does_not_claim_silence() -> None:
    found = _open(lab(), medications=[medicine("ramipril", "C09AA05", status="completed")])

    assert (
        "Which medicines the patient takes now: the record lists some, none of them as current."
    ) in found


def test_a_missing_birth_date_is_an_open_question() -> None:
    record = record_of(case_of(lab()))
    person = record.person.model_copy(update={"birth_date": None})
    ageless = record.model_copy(update={"person": person})

    statements = run_stages(replace(inputs_of(case_of(lab())), record=ageless)).statements

    assert statements is not None
    assert (
        "Which limits fit the patient's age: the birth date is not recorded."
        in statements.cannot_tell
    )


def test_many_names_are_counted_after_the_first_ones() -> None:
    labs = [lab(f"l{number}", loinc=None, name=f"Strange test {number}") for number in range(15)]

    found = _open(*labs)

    assert re.search(r"What to read beside Strange test 0, .* and 3 more", found)
