"""A sentence with a number, date or name that its support lacks is cut, with the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.contracts import Statement
from analysis.pipeline.reasoner.facts import Facts
from analysis.pipeline.reasoner.grounding import Draft, Grounding, ground


def _facts() -> Facts:
    facts = Facts()
    facts.names["Observation/k"].update({"Potassium"})
    facts.words["Observation/k"].extend(("6.6\u00a0mmol/L", "30-Oct-2025", "at or above 6.5"))
    facts.names["Observation/b"].update({"Cobalamin (vitamin B12)"})
    facts.words["Observation/b"].append("<150 pmol/L")
    return facts


def _check(text: str, *rests_on: str) -> Statement:
    [checked] = ground(
        [Draft(Statement(text=text, about=None, rests_on=rests_on))], Grounding(_facts())
    )
    return checked


def test_a_supported_sentence_stands() -> None:
    found = _check("Potassium: 6.6 mmol/L on 30-Oct-2025, at or above 6.5.", "Observation/k")

    assert found.cut is None


@pytest.mark.parametrize(
    "text",
    [
        "Potassium: 6.7 mmol/L on 30-Oct-2025.",
        "Potassium: 6.6 mmol/L on 31-Oct-2025.",
        "Potassium: 66 mmol/L.",
        "Potassium and Cobalamin (vitamin B12) are abnormal.",
    ],
)
def test_a_stray_number_date_or_name_is_cut(text: str) -> None:
    assert "is not in what it rests on" in (_check(text, "Observation/k").cut or "")


@pytest.mark.parametrize(
    "text",
    [
        "Potassium: 6.6\u00a0mg/L.",
        "Potassium: 6.6\u00a0Mmol/L.",
        "Potassium lies below 6.5.",
        "Potassium is not above 6.5.",
        "Potassium: above 6.5, without a flag.",
        "Potassium is high.",
    ],
)
def test_a_stray_unit_direction_or_negation_is_cut(text: str) -> None:
    assert "is not in what it rests on" in (_check(text, "Observation/k").cut or "")


def test_a_supported_unit_and_direction_stand() -> None:
    assert _check("Potassium: 6.6\u00a0mmol/L, above 6.5.", "Observation/k").cut is None


def test_a_number_inside_a_name_is_no_number() -> None:
    assert _check("Cobalamin (vitamin B12) is in doubt.", "Observation/b").cut is None


def test_a_comparator_belongs_to_the_sign_not_to_the_digits() -> None:
    assert _check("Cobalamin (vitamin B12): <150 pmol/L.", "Observation/b").cut is None


def test_a_sentence_that_rests_on_nothing_is_cut() -> None:
    assert _check("All is well.").cut == "It rests on nothing."


def test_a_sentence_that_rests_on_an_unknown_id_is_cut() -> None:
    assert _check("All is well.", "Observation/x").cut is not None


@given(st.decimals(0, 1000, places=2))
def test_any_other_number_is_cut(number: object) -> None:
    found = _check(f"Potassium: {number} mmol/L.", "Observation/k")

    assert found.cut is not None
