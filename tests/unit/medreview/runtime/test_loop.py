"""Whatever a model says, its work ends within its caps, and does only what it may."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.llm import errors as llm
from medreview.llm.contracts import ChatReply, Role, ToolCall, Usage
from medreview.runtime.contracts import StopConditions
from medreview.runtime.errors import LimitReached, ModelWorkEnded, SkillBroken, StopConditionMet
from medreview.runtime.limits import Caps
from medreview.runtime.loop import work
from medreview.runtime.tools import Finished, Tool
from tests.factories.scripted_model import (
    CAPS,
    LOOK_UP,
    SUBMIT,
    Clock,
    LookUp,
    Plan,
    calls,
    make_desk,
    make_task,
    says,
)

DONE = calls(("submit_plan", {"keys": ["718-7"]}))


def test_a_model_that_looks_up_and_submits_is_done_in_two_questions():
    desk = make_desk(calls(("look_up", {"names": ["Hb"]})), DONE)

    made = work(make_task(), desk)

    assert made == Plan(keys=("718-7",))
    assert desk.journal.kinds == [
        "model.asked",
        "model.replied",
        "tool.called",
        "tool.answered",
        "model.asked",
        "model.replied",
        "tool.called",
        "tool.answered",
    ]


def test_what_a_tool_found_goes_back_as_data_under_the_id_of_its_call():
    desk = make_desk(calls(("look_up", {"names": ["Hb"]})), DONE)

    work(make_task(), desk)

    asked, answer = desk.gateway.asked[1].messages[-2:]
    assert (asked.role, asked.tool_calls[0].name) == (Role.ASSISTANT, "look_up")
    assert answer.tool_call_id == "c0"
    assert answer.text.startswith('<data label="look_up"')


def test_the_error_of_a_tool_goes_back_to_the_model():
    desk = make_desk(calls(("look_up", {"names": ["Xy"]})), DONE)

    work(make_task(), desk)

    assert "choose from Hb, Na" in desk.gateway.asked[1].messages[-1].text
    assert desk.journal.events[3].outcome == "refused"


def test_any_other_error_of_a_tool_ends_the_run():
    def broken(arguments, scope):
        raise KeyError("x")

    task = make_task(tools={"look_up": Tool("look_up", "…", LookUp, broken)})

    with pytest.raises(KeyError):
        work(task, make_desk(calls(("look_up", {"names": ["Hb"]}))))


def test_a_tool_is_told_by_code_whose_record_it_reads():
    scopes = []

    def note(arguments, scope):
        scopes.append(scope)
        return "noted"

    tools = {"look_up": Tool("look_up", "…", LookUp, note), "submit_plan": SUBMIT}
    injected = calls(("look_up", {"names": [], "patient_id": "pat_2"}))
    desk = make_desk(injected, calls(("look_up", {"names": []})), DONE)

    work(make_task(tools=tools), desk)

    assert scopes == [desk.scope]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (calls(("delete_all", {})), "unknown_tool"),
        (calls(("look_up", {"name": "Hb"})), "bad_arguments"),
        (says("I think it is iron."), "no_proposal"),
        (llm.UnknownTool(usage=Usage(input=10)), "unknown_tool"),
        (llm.MalformedCall(), "bad_arguments"),
        (llm.NotJson(), "bad_reply"),
        (llm.WrongShape(), "bad_reply"),
        (calls(*[("look_up", {"names": []})] * 17), "bad_calls"),
        (
            ChatReply(tool_calls=(ToolCall(id="a", name="look_up", arguments={}),) * 2),
            "bad_calls",
        ),
        (ChatReply(tool_calls=(ToolCall(id="", name="look_up", arguments={}),)), "bad_calls"),
    ],
)
def test_a_proposal_that_may_not_be_done_goes_back_with_the_reason(reply, reason):
    desk = make_desk(reply, DONE)

    assert work(make_task(), desk) == Plan(keys=("718-7",))

    rejected = [event for event in desk.journal.events if event.kind == "proposal.rejected"]
    assert [event.reason for event in rejected] == [reason]
    back = desk.gateway.asked[1].messages[-1]
    assert back.as_json() == rejected[0].payload["message"]
    called = [event.tool for event in desk.journal.events if event.kind == "tool.called"]
    assert called == ["submit_plan"]


@pytest.mark.parametrize("failure", [llm.GatewayDown, llm.Refused, llm.Truncated, llm.Looping])
def test_a_failure_the_model_can_not_mend_ends_its_work_under_its_name(failure):
    desk = make_desk(failure(usage=Usage(input=50, output=5)))

    with pytest.raises(failure):
        work(make_task(), desk)

    told = desk.journal.events[-1]
    assert (told.kind, told.error, told.tokens_in) == ("model.failed", failure.__name__, 50)
    assert desk.limits.tokens == 55


def test_rejections_in_a_row_end_the_work():
    desk = make_desk(says("no"))

    with pytest.raises(StopConditionMet, match="rejections"):
        work(make_task(), desk)

    assert len(desk.gateway.asked) == 3


def test_errors_of_tools_in_a_row_end_the_work():
    desk = make_desk(calls(("look_up", {"names": ["Xy"]})))

    with pytest.raises(StopConditionMet, match="errors"):
        work(make_task(), desk)


@pytest.mark.parametrize(
    ("limit", "caps", "clock"),
    [
        ("steps", CAPS, None),
        ("tokens", Caps(steps=20, tokens=1_500, money=1, seconds=60), None),
        ("money", Caps(steps=20, tokens=90_000, money=Decimal("0.02"), seconds=60), None),
        ("time", CAPS, iter(range(0, 1_000, 7)).__next__),
    ],
)
def test_an_endless_model_meets_a_limit_that_is_recorded_by_name(limit, caps, clock):
    desk = make_desk(
        calls(("look_up", {"names": ["Hb"]})),
        caps=caps,
        clock=clock,
        price=lambda model, usage: Decimal("0.005"),
    )

    with pytest.raises(LimitReached) as met:
        work(make_task(), desk)

    assert met.value.limit == limit
    assert desk.journal.events[-1].kind == "limit.reached"
    assert desk.journal.events[-1].limit == limit


def test_a_skill_without_a_last_tool_ends_with_a_reply_in_its_shape():
    task = make_task(tools={}, stop=StopConditions())
    desk = make_desk(says("words"), says('{"keys": ["718-7"]}'))

    assert work(task, desk) == Plan(keys=("718-7",))
    assert desk.gateway.asked[0].reply_schema is Plan


def test_only_the_last_tool_may_end_the_work_and_only_with_the_output():
    rogue = Tool("look_up", "…", LookUp, lambda arguments, scope: Finished(arguments))

    with pytest.raises(SkillBroken, match="ended the work"):
        work(make_task(tools={"look_up": rogue}), make_desk(calls(("look_up", {"names": []}))))


def test_what_may_not_leave_is_taken_out_before_it_is_recorded_or_sent():
    def outgoing(request):
        hidden = tuple(one.model_copy(update={"text": "…"}) for one in request.messages)
        return replace(request, messages=hidden)

    desk = make_desk(says("Anna"), DONE, outgoing=outgoing)

    work(make_task(), desk)

    asked = desk.gateway.asked[-1]
    assert {one.text for one in asked.messages} == {"…"}
    recorded = [event.as_json() for event in desk.journal.events]
    payloads = [event.payload for event in desk.journal.events if hasattr(event, "payload")]
    assert "Anna" not in str(recorded) + str(payloads)


def test_words_of_a_provider_stand_in_a_header_only_as_codes():
    desk = make_desk(DONE.model_copy(update={"model": "Anna Muster", "provider": "p\n"}))

    work(make_task(), desk)

    replied = desk.journal.events[1]
    assert (replied.model, replied.provider) == ("unreadable", "unreadable")


NAMES = st.sampled_from(["look_up", "submit_plan", "delete_all", "look_up ", "LOOK_UP", "__init__"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
ARGUMENTS = st.dictionaries(
    st.sampled_from(["names", "keys", "patient_id", "hospital", "x"]), VALUES, max_size=3
) | st.just({"names": ["Hb"]})
CALLS = st.builds(
    ToolCall, id=st.text(max_size=3), name=NAMES | st.text(max_size=12), arguments=ARGUMENTS
)
USAGES = st.builds(Usage, input=st.integers(-5, 4_000), output=st.integers(0, 4_000))
REPLIES = st.builds(
    ChatReply,
    text=st.text(max_size=40),
    tool_calls=st.lists(CALLS, max_size=20).map(tuple),
    usage=USAGES,
    model=st.text(max_size=10),
    finish=st.text(max_size=10),
) | st.sampled_from([llm.UnknownTool(), llm.NotJson(), llm.Truncated(), llm.GatewayDown()])


@given(st.lists(REPLIES, min_size=1, max_size=8))
def test_whatever_a_model_says_its_work_ends_within_its_caps(script):
    called = []

    def noted(tool):
        def act(arguments, scope):
            called.append((tool.name, scope))
            return tool.act(arguments, scope)

        return Tool(tool.name, tool.description, tool.arguments, act)

    tools = {tool.name: noted(tool) for tool in (LOOK_UP, SUBMIT)}
    caps = Caps(steps=4, tokens=9_000, money=1, seconds=60)
    desk = make_desk(*script, caps=caps, clock=Clock())

    try:
        made = work(make_task(tools=tools), desk)
    except (ModelWorkEnded, llm.ModelFailed):
        made = None

    assert made is None or isinstance(made, Plan)
    assert len(desk.gateway.asked) <= 4
    assert {scope for _name, scope in called} <= {desk.scope}
    events = desk.journal.events
    noted_calls = [event.tool for event in events if event.kind == "tool.called"]
    assert noted_calls == [name for name, _scope in called]
    assert set(noted_calls) <= {"look_up", "submit_plan"}
    asked = desk.journal.kinds.count("model.asked")
    ended = desk.journal.kinds.count("model.replied") + desk.journal.kinds.count("model.failed")
    assert asked == ended == len(desk.gateway.asked)
    assert desk.journal.kinds.count("tool.answered") == len(called)
