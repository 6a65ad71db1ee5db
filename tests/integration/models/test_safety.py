"""What code settles comes out the same byte for byte, whatever a model says or doesn't."""

import pytest

from analysis.evaluation.invented import invented
from analysis.evaluation.safety_runs import compare_safety
from graphcurate.queries import current_release, snapshot_of
from medreview.llm.gateway import gateway_to
from tests.doubles import honest, hostile
from tests.factories.model_runs import model_case, place_of
from tests.factories.stages import vignettes

pytestmark = pytest.mark.django_db

FEW = 6
"""Of each sort; ``evaluate safety`` takes them all, and 100 patients."""


def cases():
    release = current_release()
    return [model_case(), *vignettes("own.jsonl")[:FEW], *invented(FEW, snapshot_of(release))]


@pytest.mark.parametrize("answer", [honest.answer, hostile.answer], ids=["honest", "hostile"])
def test_criticals_plan_found_missing_and_stale_are_the_same(starter, llm_double, answer):
    double = llm_double(answer=answer)

    score = compare_safety(cases(), current_release(), gateway_to((place_of(double),)))

    assert score.failed == ()
    assert score.arms == ("off", "failing", "on")
    assert score.asked["failing"] > FEW
    assert score.asked["on"] > FEW
    assert score.cases == 1 + 2 * FEW
