"""Every question knows its requests, whatever became of it; nothing of the ledger is lost."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

from medreview.runtime.model_account import account_of

BEGAN = dt.datetime(2026, 3, 3, 9, 0, tzinfo=dt.UTC)
USED = {"stage": "reasoner", "skill": "wording", "version": "1.0.0", "skill_hash": "ab"}


def moment(seconds: float) -> dt.datetime:
    return BEGAN + dt.timedelta(seconds=seconds)


@dataclass
class Happened:
    seq: int
    kind: str
    header: dict[str, Any]

    @property
    def at(self) -> dt.datetime:
        return moment(self.seq)


@dataclass
class Row:
    ask: str
    at: dt.datetime
    purpose: str = "wording"
    provider: str = "p"
    model: str = "m"
    outcome: str = "ok"
    input_tokens: int = 100
    output_tokens: int = 20
    cached_tokens: int = 0
    is_estimated: bool = False
    micros: int | None = 7
    milliseconds: int = 900
    headers: dict[str, str] = field(default_factory=dict)


def asked(seq: int, ask: int = 1) -> Happened:
    return Happened(seq, "model.asked", {"ask": ask})


def replied(seq: int, **said: Any) -> Happened:
    return Happened(seq, "model.replied", {"tokens_in": 100, "tokens_out": 20, **said})


def used(seq: int, **said: str) -> Happened:
    return Happened(seq, "skill.used", {**USED, **said})


def ended(seq: int, **said: str) -> Happened:
    return Happened(seq, "skill.ended", {"outcome": "made", "reason": "", **said})


def test_requests_belong_to_the_question_between_whose_events_they_began():
    events = [used(1), asked(2), replied(4), asked(5, 2), replied(8), ended(9)]
    rows = [Row("a", moment(2.5)), Row("b", moment(6)), Row("b", moment(7), micros=None)]

    account = account_of(events, rows)

    first, second = account.asks
    assert [one.ask for one in first.requests] == ["a"]
    assert [one.ask for one in second.requests] == ["b", "b"]
    assert (account.uses[0].retries, account.loose) == (1, ())
    assert (account.took.cost.micros, account.took.cost.unpriced) == (14, 1)
    assert (account.took.tokens_in, account.took.tokens_out) == (200, 40)


def test_a_question_that_was_never_answered_bears_what_its_requests_took():
    account = account_of([used(1), asked(2)], [Row("a", moment(3))])

    assert account.asks[0].answered is None
    assert account.by_event()[2].tokens_in == 100
    assert account.uses[0].ended is None


def test_what_belongs_to_no_question_is_kept_and_counted():
    account = account_of([used(1), asked(2), replied(3)], [Row("a", moment(50))])

    assert account.asks[0].requests == ()
    assert [one.ask for one in account.loose] == ["a"]
    assert account.took.cost.requests == 1


def test_another_skills_request_at_the_same_time_is_not_taken():
    account = account_of([used(1), asked(2), replied(4)], [Row("a", moment(3), "planning")])

    assert account.asks[0].requests == ()


def test_two_questions_at_one_moment_of_a_stopped_clock_take_their_requests_in_order():
    events = [used(1), asked(1), replied(1), asked(1, 2), replied(1)]

    account = account_of(events, [Row("a", moment(1)), Row("b", moment(1))])

    assert [ask.requests[0].ask for ask in account.asks] == ["a", "b"]


def test_the_question_before_is_one_of_the_same_use():
    events = [used(1), asked(2), replied(3), used(4), asked(5), replied(6), asked(7, 2)]

    account = account_of(events, [])

    assert account.before(5) is None
    assert account.before(7).seq == 5
    assert account.ask_at(6).seq == 5


def test_tools_rejections_and_the_end_are_told():
    events = [
        used(1),
        Happened(2, "tool.called", {"tool": "look_up", "ask": 1, "call": 1}),
        Happened(3, "tool.answered", {"call": 1, "outcome": "refused"}),
        Happened(4, "proposal.rejected", {}),
        ended(5, outcome="fallback", reason="limit.steps"),
    ]

    (use,) = account_of(events, []).uses

    assert [(tool.tool, tool.outcome, tool.answered) for tool in use.tools] == [
        ("look_up", "refused", 3)
    ]
    assert (use.rejections, use.outcome, use.reason) == (1, "fallback", "limit.steps")


def test_a_header_that_was_altered_is_no_crash():
    account = account_of([asked(1), used(2), asked(3, "x"), replied(4, tokens_in="y")], [])

    assert account.took.tokens_in == 0
