"""The loop asks a model over real HTTP, through the real SDK, and is answered by the double."""

from dataclasses import replace
from time import monotonic

import pytest

from medreview.llm.double.script import Mode, ScriptedCall, Turn
from medreview.llm.errors import ModelFailed
from medreview.llm.gateway import gateway_to
from medreview.llm.providers import PRESETS, Endpoint
from medreview.runtime.errors import ModelWorkEnded
from medreview.runtime.limits import Limits
from medreview.runtime.loop import work
from tests.factories.scripted_model import CAPS, Plan, make_desk, make_task

LOOK = Turn(calls=(ScriptedCall(name="look_up", arguments={"names": ["Hb"]}),))
DONE = Turn(calls=(ScriptedCall(name="submit_plan", arguments={"keys": ["718-7"]}),))


def desk_to(double):
    preset = PRESETS["openai"]
    there = Endpoint(
        base_url=double.base_url,
        model="double",
        provider="openai",
        preset=preset,
        silence_seconds=1.0,
    )
    gateway = gateway_to((there,))
    return replace(make_desk(), gateway=gateway, clock=monotonic, limits=Limits(CAPS, monotonic))


def test_a_tool_is_called_and_a_plan_comes_back(llm_double):
    desk = desk_to(llm_double(LOOK, DONE))

    assert work(make_task(), desk) == Plan(keys=("718-7",))

    assert desk.journal.kinds.count("tool.answered") == 2
    assert desk.limits.tokens > 0


@pytest.mark.parametrize("mode", [Mode.UNKNOWN_TOOL, Mode.MALFORMED_CALL])
def test_a_call_the_gateway_refuses_goes_back_and_the_work_goes_on(llm_double, mode):
    desk = desk_to(llm_double(replace_mode(DONE, mode), DONE))

    assert work(make_task(), desk) == Plan(keys=("718-7",))

    assert "proposal.rejected" in desk.journal.kinds


@pytest.mark.parametrize("mode", [Mode.REFUSAL, Mode.EMPTY, Mode.NO_CHOICES, Mode.PROSE])
def test_a_model_that_never_does_what_it_may_ends_under_a_name(llm_double, mode):
    desk = desk_to(llm_double(Turn(mode=mode, times=0, text="no")))

    with pytest.raises((ModelFailed, ModelWorkEnded)):
        work(make_task(), desk)

    called = [event for event in desk.journal.events if event.kind == "tool.called"]
    assert called == []


def replace_mode(turn, mode):
    return turn.model_copy(update={"mode": mode})
