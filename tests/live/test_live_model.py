"""What must hold of whatever model the environment names: ``pytest -m live``."""

from dataclasses import replace

import pytest

from analysis.evaluation.desk import outside
from analysis.evaluation.safety import is_by_code, safety_table
from analysis.evaluation.safety_runs import compare_safety
from analysis.evaluation.stage_cases import read_stage_cases
from analysis.evaluation.stages_evaluation import evaluate_stages
from analysis.pipeline.stages import run_stages
from graphcurate.queries import current_release
from graphcurate.services.releases import load_starter
from medreview.common.contract import Contract
from medreview.llm.contracts import ChatRequest, Deadline, Message, Role, ToolSpec
from tests.factories.model_runs import model_case
from tests.factories.stages import VIGNETTES, inputs_of

pytestmark = [pytest.mark.live, pytest.mark.django_db]

SECONDS = 60


class Capital(Contract):
    """A city."""

    city: str


def asked(live_model, words, **changed):
    request = ChatRequest(
        messages=(Message(role=Role.USER, text=words),), purpose="live", **changed
    )
    return live_model.chat(request, Deadline.within(SECONDS))


def test_it_answers_in_the_shape_that_is_asked_for(live_model):
    reply = asked(live_model, "Name the capital of France.", reply_schema=Capital)

    assert reply.parsed == Capital(city="Paris")


def test_it_calls_a_tool_it_is_offered_and_its_tokens_are_counted(live_model):
    tool = ToolSpec("name_capital", "Hand in the capital that was asked for.", Capital)

    reply = asked(live_model, "Call name_capital for the capital of France.", tools=(tool,))

    assert [call.name for call in reply.tool_calls] == ["name_capital"]
    assert reply.usage.input > 0
    assert reply.usage.output > 0


def test_names_are_put_to_the_graph_in_three_questions_at_most(live_model, north):
    context = inputs_of(model_case())
    helper = outside(live_model, north, patient="p", as_of=context.as_of)

    outputs = run_stages(replace(context, helper=helper.work))

    assert helper.work.shares["diagnostician"].iterations <= 3
    assert [one for one in outputs.plan.assessments if is_by_code(one)] != []
    assert safety_table(outputs) == safety_table(run_stages(context))


def test_what_code_settles_is_the_same_with_it(live_model, db):
    load_starter()

    assert compare_safety([model_case()], current_release(), live_model).failed == ()


def test_every_named_check_of_every_stage_passes(live_model, db):
    load_starter()

    score = evaluate_stages(
        read_stage_cases(VIGNETTES / "stages.yml"), current_release(), live_model
    )

    assert score.failed == ()
