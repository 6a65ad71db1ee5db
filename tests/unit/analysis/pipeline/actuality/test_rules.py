"""Is a value still true of the patient?"""

import pytest

from analysis.pipeline.contracts import Actuality, ActualityState
from tests.factories.stages import analysed, analysed_labs, case_of, condition, lab, medicine

CREATININE = lab(loinc="2160-0", name="Creatinine", value=1.9, unit="mg/dL")


def _actuality(*labs: dict, **sent: object) -> Actuality:
    found = analysed_labs(*labs, **sent).actuality
    assert found is not None
    return found.items[0]


@pytest.mark.parametrize(
    ("date", "state"),
    [
        ("2026-11-29", ActualityState.CURRENT),
        ("2026-10-16", ActualityState.CURRENT),
        ("2026-10-15", ActualityState.AGEING),
        ("2026-09-01", ActualityState.AGEING),
    ],
)
def test_a_value_ages_from_half_of_its_window(date: str, state: ActualityState) -> None:
    assert _actuality({**CREATININE, "date": date}).state is state


def test_history_is_superseded_by_the_newest() -> None:
    case = case_of({**CREATININE, "date": "2026-11-01"}, {**CREATININE, "id": "l2"})

    found = analysed(case, all_results=True).actuality

    assert found is not None
    states = {one.result: (one.state, one.by) for one in found.items}
    assert states["Observation/l1"] == (ActualityState.SUPERSEDED, "Observation/l2")
    assert states["Observation/l2"][0] is ActualityState.CURRENT


def test_a_condition_begun_after_the_draw_overtakes_it() -> None:
    begun = condition("AKI", "N17.9", onset="2026-11-25")

    found = _actuality(CREATININE, conditions=[begun])

    assert (found.state, found.by) == (ActualityState.OVERTAKEN, "Condition/c1")
    assert found.matched_conditions == ()


def test_a_medicine_begun_the_day_of_the_draw_does_not_overtake_it() -> None:
    same_day = medicine("ramipril", "C09AA05", start="2026-11-20")

    found = _actuality(CREATININE, medications=[same_day])

    assert found.state is ActualityState.CURRENT
    assert found.matched_medications == ("MedicationStatement/m1",)


def test_a_medicine_that_does_not_touch_the_value_overtakes_nothing() -> None:
    unrelated = medicine("amoxicillin", "J01CA04", start="2026-11-25")

    assert _actuality(CREATININE, medications=[unrelated]).state is ActualityState.CURRENT


def test_history_that_is_too_old_is_stale() -> None:
    case = case_of({**CREATININE, "date": "2026-01-01"})

    found = analysed(case, all_results=True).actuality

    assert found is not None
    assert found.items[0].state is ActualityState.STALE
