"""A run's events become a tree of spans that says what each step took, and no word of a patient."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

from medreview.runtime.tracing.spans import Span, run_span

BEGIN = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)


@dataclass
class Row:
    kind: str
    at: dt.datetime
    header: dict[str, Any] = field(default_factory=dict)


def rows(*told: tuple[str, dict[str, Any]]) -> list[Row]:
    return [
        Row(kind, BEGIN + dt.timedelta(seconds=second), header)
        for second, (kind, header) in enumerate(told)
    ]


USED = ("skill.used", {"stage": "d", "skill": "planner", "version": "1.0.0", "skill_hash": "aa"})
ASKED = ("model.asked", {"stage": "d", "ask": 1, "request_hash": "bb"})
REPLIED = (
    "model.replied",
    {
        "stage": "d",
        "ask": 1,
        "reply_hash": "cc",
        "model": "small",
        "provider": "vllm",
        "finish": "stop",
        "tokens_in": 100,
        "tokens_out": 0,
        "tokens_cached": 10,
        "money": "0.01",
        "attempts": 2,
        "milliseconds": 5,
    },
)
CALLED = ("tool.called", {"stage": "d", "ask": 1, "call": 1, "tool": "look_up"})
ENDED = ("skill.ended", {"stage": "d", "skill": "planner", "outcome": "made", "reason": ""})
STARTED = ("stage.started", {"stage": "d", "token": 1})
FINISHED = ("stage.finished", {"stage": "d", "status": "done", "output_hash": "dd"})
OPENED = ("run.opened", {"work": "analysis"})


def tree(*told: tuple[str, dict[str, Any]]) -> Span:
    whole = run_span({"medreview.run.id": "run_1"}, rows(*told))
    assert whole is not None
    return whole


def names(span: Span) -> Any:
    return {span.name: [names(child) for child in span.children]}


def test_a_run_holds_stages_that_hold_skills_that_hold_questions_and_tools():
    answered = ("tool.answered", {"stage": "d", "call": 1, "outcome": "answered"})
    told = (OPENED, STARTED, USED, ASKED, REPLIED, CALLED, answered, ENDED, FINISHED)

    whole = tree(*told, ("review.awaited", {}))

    calls = [{"chat small": []}, {"execute_tool look_up": []}]
    assert names(whole) == {"run": [{"stage d": [{"invoke_agent planner": calls}]}]}
    assert (whole.begin, whole.end) == (BEGIN, BEGIN + dt.timedelta(seconds=9))
    stage = whole.children[0]
    assert (stage.end - stage.begin).seconds == 7
    assert stage.attributes["medreview.stage.status"] == "done"


def test_a_question_says_what_the_conventions_ask_for():
    whole = tree(STARTED, USED, ASKED, REPLIED)

    chat = whole.children[0].children[0].children[0]

    assert chat.is_call
    for name, said in {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "vllm",
        "gen_ai.request.model": "small",
        "gen_ai.response.model": "small",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 0,
        "gen_ai.usage.cache_read.input_tokens": 10,
        "gen_ai.response.finish_reasons": ("stop",),
        "openinference.span.kind": "LLM",
        "llm.token_count.prompt": 100,
    }.items():
        assert chat.attributes[name] == said
    assert "error.type" not in chat.attributes


def test_what_failed_says_how():
    failed = ("model.failed", {"ask": 1, "error": "GatewayDown", "tokens_in": 0, "tokens_out": 0})
    fallback = ("skill.ended", {"skill": "planner", "outcome": "fallback", "reason": "model.x"})
    broke = ("stage.broke", {"stage": "d", "error": "ValueError"})

    whole = tree(STARTED, USED, ASKED, failed, fallback, broke, ("run.failed", {"error": "E"}))

    stage = whole.children[0]
    skill = stage.children[0]
    assert [one.error for one in (whole, stage, skill, skill.children[0])] == [
        "E",
        "ValueError",
        "model.x",
        "GatewayDown",
    ]
    assert skill.children[0].attributes["error.type"] == "GatewayDown"


def test_a_skill_that_may_not_run_and_a_refused_tool_are_errors():
    refused = ("skill.refused", dict(USED[1]))
    no = ("tool.answered", {"call": 1, "outcome": "refused"})

    whole = tree(STARTED, USED, CALLED, no, ENDED, refused)

    used, not_allowed = whole.children[0].children
    assert used.children[0].error == "ToolError"
    assert not_allowed.error == "SkillNotAllowed"


def test_limits_and_rejections_are_moments_of_the_skill():
    limit = ("limit.reached", {"stage": "d", "limit": "steps", "cap": "6", "used": "7"})

    skill = tree(STARTED, USED, limit).children[0].children[0]

    ((kind, _, said),) = skill.marks
    assert (kind, said["medreview.limit"]) == ("limit.reached", "steps")


def test_what_a_dead_worker_left_open_ends_when_the_next_one_begins():
    whole = tree(STARTED, USED, ASKED, STARTED, FINISHED)

    first, second = whole.children
    assert first.end == first.children[0].children[0].end == BEGIN + dt.timedelta(seconds=3)
    assert second.children == []


def test_only_named_fields_are_taken():
    header = {**REPLIED[1], "patient": "Zebedee Canary", "text": "Zebedee Canary"}

    whole = tree(STARTED, USED, ASKED, ("model.replied", header), ("a.new_kind", header))

    assert "Zebedee" not in repr(whole)


def test_events_in_an_odd_order_break_nothing():
    told = (ENDED, FINISHED, REPLIED, CALLED, USED, ("tool.answered", {}), ("model.failed", {}))

    assert tree(*told).name == "run"
    assert run_span({}, []) is None
