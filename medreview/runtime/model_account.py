"""What models were asked in a run, and what each question took. Pure.

Told from the headers of the run's events and from the rows of the ledger: which question a
request belongs to is told by its skill and the moment it began, between question and answer.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, Protocol

from medreview.llm.costs import Cost, cost_of
from medreview.runtime.outline import Happening


class Request(Protocol):
    """A row of the ledger."""

    ask: str
    purpose: str
    at: dt.datetime
    provider: str
    model: str
    outcome: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    is_estimated: bool
    micros: int | None
    milliseconds: int


@dataclass(frozen=True)
class Took:
    """Tokens and money of one question, or of several."""

    tokens_in: int = 0
    tokens_out: int = 0
    cost: Cost = field(default_factory=Cost)

    def __add__(self, other: "Took") -> "Took":
        return Took(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.cost + other.cost,
        )


@dataclass
class Ask:
    """One question to a model, and how it was answered."""

    seq: int
    at: dt.datetime
    number: int
    """Within its use of the skill, from 1 on."""
    answered: int | None = None
    """The number of the event that answered it; None: its worker stopped before."""
    until: dt.datetime | None = None
    said: dict[str, Any] = field(default_factory=dict)
    """The header of the answer."""
    failed: str = ""
    """Why no reply came that can be used, as a code."""
    requests: tuple[Request, ...] = ()

    @property
    def took(self) -> Took:
        """What all its requests took."""
        cost = cost_of(self.requests)
        if self.answered is not None:
            return Took(_whole(self.said, "tokens_in"), _whole(self.said, "tokens_out"), cost)
        return tokens_of(self.requests)

    @property
    def milliseconds(self) -> int:
        """How long all its requests took together."""
        return sum(one.milliseconds for one in self.requests)


@dataclass
class ToolUse:
    """One call of a tool, and how it was answered."""

    seq: int
    tool: str
    ask: int
    call: int
    answered: int | None = None
    outcome: str = ""


@dataclass
class Use:
    """One use of a skill: all that was asked by it, and how it ended."""

    seq: int
    stage: str
    skill: str
    version: str
    skill_hash: str
    asks: list[Ask] = field(default_factory=list)
    tools: list[ToolUse] = field(default_factory=list)
    rejections: int = 0
    ended: int | None = None
    """The number of the event that ended it; None: its worker stopped before."""
    outcome: str = ""
    reason: str = ""
    """Why it ended in the fallback, as a code."""

    @property
    def took(self) -> Took:
        """What all its questions took."""
        return sum((ask.took for ask in self.asks), Took())

    @property
    def milliseconds(self) -> int:
        """How long all its requests took together."""
        return sum(ask.milliseconds for ask in self.asks)

    @property
    def retries(self) -> int:
        """Requests beyond the first of each question."""
        return sum(max(0, len(ask.requests) - 1) for ask in self.asks)


@dataclass
class ModelAccount:
    """Everything models were asked in a run."""

    uses: list[Use] = field(default_factory=list)
    loose: tuple[Request, ...] = ()
    """Requests of the ledger that belong to no question of the run's events."""

    @property
    def asks(self) -> list[Ask]:
        """Every question, in order."""
        return [ask for use in self.uses for ask in use.asks]

    @property
    def took(self) -> Took:
        """All of it together, what belongs to no question included."""
        return sum((use.took for use in self.uses), tokens_of(self.loose))

    @property
    def models(self) -> list[str]:
        """The models that were asked, each once, in order."""
        asked = chain(*(ask.requests for ask in self.asks), self.loose)
        return list(dict.fromkeys(one.model for one in asked if one.model))

    def by_event(self) -> dict[int, Took]:
        """What each event of an answer took; a question without an answer bears its own."""
        return {ask.answered or ask.seq: ask.took for ask in self.asks}

    def before(self, seq: int) -> Ask | None:
        """The question before the one with this number, of the same use."""
        for use in self.uses:
            numbers = [ask.seq for ask in use.asks]
            if seq in numbers[1:]:
                return use.asks[numbers.index(seq) - 1]
        return None

    def ask_at(self, seq: int) -> Ask | None:
        """The question that is asked or answered by this event."""
        return next((ask for ask in self.asks if seq in {ask.seq, ask.answered}), None)


def tokens_of(requests: Iterable[Request]) -> Took:
    """What requests took, by the ledger alone."""
    rows = tuple(requests)
    tokens_in = sum(one.input_tokens for one in rows)
    return Took(tokens_in, sum(one.output_tokens for one in rows), cost_of(rows))


def account_of(events: Iterable[Happening], requests: Iterable[Request]) -> ModelAccount:
    """The account of a run: its events in order, and its rows of the ledger, oldest first."""
    account = ModelAccount()
    for event in events:
        if event.kind == "skill.used":
            account.uses.append(_use_of(event))
        elif event.kind in _TOLD and account.uses:
            _TOLD[event.kind](account.uses[-1], event)
    left = [tuple(rows) for _, rows in groupby(requests, attrgetter("ask"))]
    for use in account.uses:
        for ask in use.asks:
            place = next((n for n, rows in enumerate(left) if _belongs(rows[0], use, ask)), None)
            if place is not None:
                ask.requests = left.pop(place)
    account.loose = tuple(chain(*left))
    return account


def _belongs(first: Request, use: Use, ask: Ask) -> bool:
    in_time = ask.at <= first.at and (ask.until is None or first.at <= ask.until)
    return in_time and first.purpose == use.skill


def _use_of(event: Happening) -> Use:
    def named(name: str) -> str:
        return str(event.header.get(name) or "")

    return Use(
        seq=event.seq,
        stage=named("stage"),
        skill=named("skill"),
        version=named("version"),
        skill_hash=named("skill_hash"),
    )


def _asked(use: Use, event: Happening) -> None:
    if use.asks and use.asks[-1].until is None:
        use.asks[-1].until = event.at
    use.asks.append(Ask(event.seq, event.at, _whole(event.header, "ask")))


def _answered(use: Use, event: Happening) -> None:
    if use.asks:
        ask = use.asks[-1]
        ask.answered, ask.until, ask.said = event.seq, event.at, event.header
        ask.failed = str(event.header.get("error") or "")


def _called(use: Use, event: Happening) -> None:
    tool = str(event.header.get("tool") or "")
    use.tools.append(
        ToolUse(event.seq, tool, _whole(event.header, "ask"), _whole(event.header, "call"))
    )


def _tool_answered(use: Use, event: Happening) -> None:
    if use.tools:
        use.tools[-1].answered = event.seq
        use.tools[-1].outcome = str(event.header.get("outcome") or "")


def _rejected(use: Use, event: Happening) -> None:
    use.rejections += 1


def _ended(use: Use, event: Happening) -> None:
    use.ended = event.seq
    use.outcome = str(event.header.get("outcome") or "")
    use.reason = str(event.header.get("reason") or "")


def _whole(header: dict[str, Any], name: str) -> int:
    """A count of a header; one that somebody altered into another thing counts as none."""
    value = header.get(name)
    return value if isinstance(value, int) else 0


_TOLD = {
    "model.asked": _asked,
    "model.replied": _answered,
    "model.failed": _answered,
    "tool.called": _called,
    "tool.answered": _tool_answered,
    "proposal.rejected": _rejected,
    "skill.ended": _ended,
}
