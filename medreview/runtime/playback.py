"""A run's questions and replies, lived through once more from what was recorded. Pure.

``retold`` rebuilds each question from the one before it, the reply to it and what came back, and
says where the recorded question is another. ``PlaybackGateway`` answers with recorded replies,
so that the code of today can be asked whether it would still ask the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pydantic import TypeAdapter

from medreview.common.errors import gettext_noop
from medreview.common.hashing import sha256_of
from medreview.llm import errors as llm
from medreview.llm.contracts import Attempt, ChatReply, ChatRequest, Deadline, Message
from medreview.runtime import recording
from medreview.runtime.errors import LimitReached, ReplayDiffers
from medreview.runtime.events import (
    AnyEvent,
    LimitMet,
    ModelAsked,
    ModelFailed,
    ModelReplied,
    Payload,
    ProposalRejected,
    SkillUsed,
    ToolAnswered,
)
from medreview.runtime.turns import turns_after


@dataclass(frozen=True)
class Told:
    """An event, and the words that were sealed with it."""

    seq: int
    event: AnyEvent
    words: Payload


@dataclass
class Exchange:
    """One question with what answered it, and what went back to the model."""

    asked: Told
    replied: Told | None = None
    failed: Told | None = None
    came_back: list[Message] = field(default_factory=list)

    @property
    def request(self) -> dict[str, Any]:
        """The question as it was sent."""
        return _part(self.asked, "request")

    @property
    def reply(self) -> dict[str, Any] | None:
        """The reply as it was used."""
        return None if self.replied is None else _part(self.replied, "reply")


def exchanges(told: Iterable[Told]) -> list[list[Exchange]]:
    """The questions of every use of a skill, in order."""
    talks: list[list[Exchange]] = []
    for one in told:
        match one.event:
            case SkillUsed():
                talks.append([])
            case ModelAsked() if talks:
                talks[-1].append(Exchange(one))
            case _ if talks and talks[-1]:
                _add(talks[-1][-1], one)
    return talks


def retold(told: Sequence[Told]) -> Iterator[str]:
    """Where words and headers disagree, or a question doesn't follow from what came before."""
    problems = [problem for one in told for problem in _hash_problems(one)]
    yield from problems
    # Words that are not the recorded ones rebuild nothing.
    for talk in exchanges(told) if not problems else ():
        for before, after in pairwise(talk):
            reply = None if before.reply is None else _bare(before.reply)
            turns = turns_after(reply, tuple(before.came_back))
            expected = [*before.request["messages"], *(turn.as_json() for turn in turns)]
            if after.request["messages"] != expected:
                yield (
                    f"event {after.asked.seq}: the question is not what the question, the reply "
                    "and the answers before it add up to"
                )


@dataclass
class PlaybackGateway:
    """Answers each question as it was answered then; another question is a difference."""

    talk: Sequence[Exchange]
    ended_by: LimitMet | None = None
    """The limit that ended the talk then: it ends it again."""
    place: int = 0

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The recorded reply to the same question."""
        if self.place >= len(self.talk):
            self._over()
        exchange = self.talk[self.place]
        self.place += 1
        event = exchange.asked.event
        same = sha256_of(recording.request_json(request))
        if not isinstance(event, ModelAsked) or event.request_hash != same:
            raise ReplayDiffers(
                gettext_noop("Question %(ask)s is another than the one that was asked then."),
                ask=self.place,
            )
        if exchange.reply is None:
            raise _failure_of(exchange)
        return recording.read_reply(exchange.reply, request)

    def _over(self) -> None:
        if self.ended_by is not None:
            met = self.ended_by
            raise LimitReached(met.limit, cap=met.cap, used=met.used)
        raise ReplayDiffers(
            gettext_noop("More is asked than the %(count)s questions that were asked then."),
            count=len(self.talk),
        )


def _with_descendants(error: type[llm.ModelFailed]) -> Iterator[type[llm.ModelFailed]]:
    yield error
    for narrower in error.__subclasses__():
        yield from _with_descendants(narrower)


_TRIED = TypeAdapter(tuple[Attempt, ...])
FAILURES = {error.__name__: error for error in _with_descendants(llm.ModelFailed)}


def _failure_of(exchange: Exchange) -> llm.ModelFailed:
    """The failure of then, with what its requests took; none recorded: its worker died."""
    told = exchange.failed
    if told is None or not isinstance(told.event, ModelFailed):
        raise ReplayDiffers(gettext_noop("A question was left without an answer then."))
    failure = FAILURES.get(told.event.error, llm.ModelFailed)()
    failure.tried = _TRIED.validate_python(told.words.get("tried") or ())
    return failure


def _add(exchange: Exchange, one: Told) -> None:
    match one.event:
        case ModelReplied():
            exchange.replied = one
        case ModelFailed():
            exchange.failed = one
        case ProposalRejected() | ToolAnswered():
            exchange.came_back.append(Message.model_validate(_part(one, "message")))


def _hash_problems(one: Told) -> Iterator[str]:
    match one.event:
        case ModelAsked(request_hash=told):
            part = "request"
        case ModelReplied(reply_hash=told):
            part = "reply"
        case ToolAnswered(answer_hash=told):
            part = "message"
        case _:
            return
    if sha256_of(_part(one, part)) != told:
        yield f"event {one.seq}: its words are not those its header names"


def _part(one: Told, name: str) -> dict[str, Any]:
    part = one.words.get(name)
    return part if isinstance(part, dict) else {}


def _bare(stored: dict[str, Any]) -> ChatReply:
    return ChatReply.model_validate({key: said for key, said in stored.items() if key != "parsed"})
