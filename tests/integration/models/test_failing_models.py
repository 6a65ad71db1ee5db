"""Every way a model can fail, at every skill that asks one: what is kept holds all the same.

Over real HTTP, with the caps of the skills but less time.
"""

from dataclasses import dataclass, field, replace

import pytest

from analysis.evaluation.desk import outside
from analysis.evaluation.safety import is_by_code, package_table
from analysis.pipeline.contracts import DiagnosticPlan, GenerationReadyPackage, StatementList
from analysis.pipeline.stage import StageContext
from analysis.pipeline.stages import STAGES
from medreview.accounts.hospital_settings import ModelRules
from medreview.common.contract import Contract
from medreview.llm.asking import Telephone
from medreview.llm.double.script import Mode
from medreview.llm.gateway import OpenAILine
from medreview.llm.retry import MOST_REQUESTS, Waits
from medreview.runtime.events import ModelFailed, ModelReplied, SkillEnded
from medreview.runtime.limits import Caps
from medreview.runtime.skills import use
from tests.doubles.spoiled import spoiled
from tests.factories.model_runs import model_case, place_of
from tests.factories.stages import inputs_of

pytestmark = pytest.mark.django_db

SECONDS = 1.5
"""In place of a skill's own, so that a silent model is given up soon."""

BY_NAME = {stage.name: stage for stage in STAGES}


@dataclass(frozen=True)
class Asking:
    """A skill, the stage that uses it, and what a hospital must allow for it."""

    skill: str
    stage: str
    rules: ModelRules = field(default_factory=ModelRules)


SKILLS = (
    Asking("diagnostician", "diagnostician"),
    Asking("retriever_code_mode", "retriever"),
    Asking("retriever_tool_arm", "retriever", ModelRules(retriever_arm="tool_arm")),
    Asking("wording", "reasoner"),
)


@pytest.fixture(autouse=True)
def whole_caps(monkeypatch) -> list[Caps]:
    """The caps of each use of a skill, of which only the time is cut short."""
    caps_of, seen = use._caps, []

    def short(*given):
        seen.append(caps_of(*given))
        return seen[-1].model_copy(update={"seconds": SECONDS})

    monkeypatch.setattr(use, "_caps", short)
    return seen


@pytest.fixture(scope="module")
def before() -> dict[str, StageContext]:
    """What each stage is given, made by code alone."""
    context = inputs_of(model_case(conditions=[PLAIN], medications=[TAKEN]))
    given = {}
    for stage in STAGES:
        given[stage.name] = context
        context = context.with_output(stage, stage.run(context))
    return given


PLAIN = {"id": "c1", "name": "Diabetes Typ II bekannt", "clinical": "active"}
TAKEN = {"id": "m1", "name": "Spironolacton Hexal", "status": "active"}


def settled(output: Contract) -> object:
    """What of it code alone decides."""
    match output:
        case DiagnosticPlan():
            return [one for one in output.assessments if is_by_code(one)]
        case GenerationReadyPackage():
            return [package_table(one) for one in output.per_parameter]
        case StatementList():
            return [one.by_rule() for one in output.items], output.cannot_tell
    raise TypeError(type(output))


def requests_of(event: ModelReplied | ModelFailed) -> int:
    """How many requests one question took."""
    if isinstance(event, ModelReplied):
        return event.attempts
    return len((event.payload or {})["tried"])


@pytest.mark.parametrize("asking", SKILLS, ids=lambda asking: asking.skill)
@pytest.mark.parametrize("mode", list(Mode), ids=lambda mode: mode.value)
def test_a_stage_whose_model_fails_ends_with_what_code_alone_can_say(
    north, llm_double, before, whole_caps, asking, mode
):
    line = OpenAILine(
        place_of(llm_double(answer=spoiled(mode, skill=asking.skill)), silence_seconds=0.4)
    )
    gateway = Telephone((line,), waits=Waits(first=0.01))
    context, stage = before[asking.stage], BY_NAME[asking.stage]
    helper = outside(gateway, north, patient="p", as_of=context.as_of, rules=asking.rules)

    output = stage.run(replace(context, helper=helper.work))

    # What is kept is valid, and code's own part of it is untouched.
    assert type(output).model_validate_json(output.as_text()) == output
    assert settled(output) == settled(stage.run(context))
    # The stage is degraded exactly where the model's part came to nothing.
    events = helper.journal.events
    [ended] = [one for one in events if isinstance(one, SkillEnded)]
    assert (ended.outcome == "fallback") == bool(helper.work.shares[asking.stage].reasons)
    # No question took more requests, and none of them more tokens, than it may.
    [caps] = whole_caps
    asked = [one for one in events if isinstance(one, ModelReplied | ModelFailed)]
    assert 1 <= max(map(requests_of, asked)) <= MOST_REQUESTS
    assert max(one.tokens_out for one in asked) <= 2 * caps.reply_tokens
    assert sum(one.tokens_in + one.tokens_out for one in asked) <= 2 * caps.tokens
