"""Every code with which a model's part can end has its sentence."""

import inspect

import pytest

from analysis.pipeline.contracts import StageReport, StageStatus
from analysis.review.presenters.model_reasons import (
    OF_THE_MODEL,
    OF_THE_WORK,
    model_reason,
    stages_without_model,
)
from medreview.llm import errors as of_the_model
from medreview.llm.errors import BudgetSpent, ModelFailed
from medreview.runtime import beats, contracts, limits
from medreview.runtime import errors as of_the_work

LIMITS = ("steps", "tokens", "money", "time")


def subclasses(module, base):
    kinds = vars(module).values()
    return {kind for kind in kinds if inspect.isclass(kind) and issubclass(kind, base)}


def test_every_failure_of_a_model_has_its_own_sentence():
    kinds = subclasses(of_the_model, ModelFailed)

    assert len(kinds) > 15
    assert {f"model.{kind.__name__}" for kind in kinds} == set(OF_THE_MODEL)
    assert all(model_reason(code).endswith(".") for code in OF_THE_MODEL)


def test_every_end_of_work_with_a_model_has_a_sentence():
    stops = {f"stop.{name}" for name in ("rejections", "errors")}
    kinds = subclasses(of_the_work, of_the_work.ModelWorkEnded)

    assert {kind.__name__ for kind in kinds} == {
        "ModelWorkEnded",
        "LimitReached",
        "StopConditionMet",
    }
    assert set(OF_THE_WORK) == {"ended", *(f"limit.{name}" for name in LIMITS), *stops}


def test_the_codes_are_those_that_limits_and_stop_conditions_really_give():
    said = inspect.getsource(limits) + inspect.getsource(beats)

    assert all(f'"{name}"' in said for name in LIMITS)
    given = {name.removesuffix("_in_a_row") for name in contracts.StopConditions.model_fields}
    assert given - {"submit"} == {"rejections", "errors"}


@pytest.mark.parametrize("code", ["model.Tomorrow", "limit.patience", "?"])
def test_a_code_of_tomorrow_is_said_to_be_one(code):
    assert code in model_reason(code)


def test_a_stage_without_its_model_says_which_and_why():
    degraded = {"status": StageStatus.DEGRADED, "error": f"model.{BudgetSpent.__name__}"}

    said = stages_without_model(
        [
            StageReport(name="record", status=StageStatus.DEGRADED),
            StageReport(name="reasoner", **degraded),
            StageReport(name="writer", status=StageStatus.DONE),
        ]
    )

    assert said == [
        "State what follows: The budget for the language model is spent. An admin can raise it."
    ]
