"""Age with its bounds, and pregnancy only while it can last."""

import datetime as dt

import pytest

from analysis.pipeline.contracts import Demographics
from analysis.pipeline.person import demographics_of
from tests.factories.stages import AS_OF, case_of, condition, record_of

NOW = dt.datetime.combine(AS_OF, dt.time.max, dt.UTC)


def _person(birth: str | None, *more: dict, **sent: object) -> Demographics:
    patient = {"resourceType": "Patient", "id": "p", "gender": "female"}
    patient |= {"birthDate": birth} if birth else {}
    return demographics_of(record_of(case_of(**sent), patient, *more), NOW)


@pytest.mark.parametrize(
    ("birth", "text", "years", "states"),
    [
        ("2026-11-27", "3d", 0, ["neonate"]),
        ("2026-10-20", "5w", 0, ["child"]),
        ("2025-12-15", "11m", 0, ["child"]),
        ("2022-09-28", "4y 2m", 4, ["child"]),
        ("2010-06-01", "16y 5m", 16, ["child"]),
        ("1958-06-01", "68y", 68, []),
        ("2000-11-30", "26y", 26, []),
        ("2000-12-01", "25y", 25, []),
        (None, "Not known", None, []),
        ("2030-01-01", "Not known", None, []),
    ],
)
def test_age_is_told_in_the_units_clinicians_use(
    birth: str | None, text: str, years: int | None, states: list[str]
) -> None:
    found = _person(birth)

    assert (found.age_text, found.age) == (text, years)
    assert [state.state for state in found.states] == states


def test_a_birth_year_alone_leaves_two_ages_open() -> None:
    found = _person("1958")

    assert found.age is None
    assert found.age_text == "67–68y"
    assert found.age_days_min is not None
    assert found.age_days_max is not None
    assert found.age_days_max - found.age_days_min == 364


def test_a_coded_pregnancy_counts_with_its_weeks() -> None:
    found = _person("1996-01-01", patient={"age": 30, "pregnant": True, "gestation_weeks": 10})

    [state] = found.states
    assert (state.state, state.weeks, state.source) == ("pregnant", 10, "Condition/pregnancy")


@pytest.mark.parametrize(
    ("code", "pregnant"),
    [("O24.4", True), ("Z34.0", True), ("O80", False), ("O90.6", False), ("N18.3", False)],
)
def test_codes_of_birth_and_after_are_no_pregnancy(code: str, pregnant: bool) -> None:
    found = _person("1996-01-01", conditions=[condition("As coded", code, onset="2026-09-01")])

    assert bool(found.states) is pregnant


def test_a_pregnancy_noted_two_years_ago_is_over() -> None:
    found = _person("1996-01-01", conditions=[condition("Pregnancy", "Z34.0", onset="2024-09-01")])

    assert found.states == ()


def test_a_gestational_age_observed_five_weeks_ago_has_grown() -> None:
    observed = {
        "resourceType": "Observation",
        "id": "ga",
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "18185-9"}]},
        "subject": {"reference": "Patient/p"},
        "effectiveDateTime": "2026-10-26",
        "valueQuantity": {"value": 20, "unit": "wk"},
    }

    [state] = _person("1996-01-01", observed).states

    assert (state.state, state.weeks, state.source) == ("pregnant", 25, "Observation/ga")


def test_an_output_saved_under_the_first_name_of_the_age_still_opens() -> None:
    assert Demographics.model_validate({"age_years": 68}) == Demographics(age=68)
    assert Demographics(age=68).as_json()["age"] == 68
