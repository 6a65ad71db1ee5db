"""One finding in, one assessment out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.contracts import LabResult, ParameterAssessment
from analysis.pipeline.diagnostician.parity import ParityBroken, check_parity
from analysis.pipeline.diagnostician.tiers import assess
from medreview.fhir.dates import read_moment
from medreview.fhir.record import Value, ValueKind
from tests.factories.graph import starter_snapshot

KEYS = sorted(starter_snapshot().biomarkers)
FLAGS = st.sampled_from(["H", "LL", "A", "POS", "↑", "выше нормы"])


def _result(place: int, key: str, flag: str) -> LabResult:
    return LabResult(
        id=f"Observation/{place}",
        version=1,
        name=key,
        biomarker=key,
        value=Value(kind=ValueKind.TEXT, text="x"),
        unit_known=True,
        interpretation=flag,
        effective=read_moment("2026-11-20"),
        status="final",
    )


RESULTS = st.lists(st.tuples(st.sampled_from(KEYS), FLAGS), min_size=1, max_size=12).map(
    lambda drawn: [_result(place, *one) for place, one in enumerate(drawn)]
)


def _plan(results: list[LabResult]) -> list[ParameterAssessment]:
    return [assess(result, starter_snapshot()) for result in results]


@given(RESULTS)
def test_the_plan_answers_every_result_in_order_and_copies_its_flag(
    results: list[LabResult],
) -> None:
    plan = _plan(results)

    check_parity(results, plan)
    assert [one.interpretation for one in plan] == [one.interpretation for one in results]


@given(RESULTS, st.data())
def test_a_lost_result_is_refused(results: list[LabResult], data: st.DataObject) -> None:
    plan = _plan(results)
    del plan[data.draw(st.integers(0, len(plan) - 1))]

    with pytest.raises(ParityBroken):
        check_parity(results, plan)


@given(RESULTS)
def test_a_retold_flag_is_refused(results: list[LabResult]) -> None:
    plan = _plan(results)
    plan[0] = plan[0].model_copy(update={"interpretation": "high"})

    with pytest.raises(ParityBroken):
        check_parity(results, plan)
