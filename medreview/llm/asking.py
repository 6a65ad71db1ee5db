"""One question, asked until it is answered or there is no sense in asking again.

What is sent over the wire is somebody else's (``gateway``); here it is decided whether the
same provider is asked again, with which nonce, when the second one takes over, and when it ends.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from medreview.llm.contracts import Attempt, ChatReply, ChatRequest, Deadline
from medreview.llm.errors import BreakerOpen, DeadlinePassed, GatewayDown, ModelFailed, Remedy
from medreview.llm.retry import MOST_REQUESTS, Breaker, Waits

MOST_TOKENS = 2
"""All requests of one ask together may cost so many times its limit of output tokens."""
OVERRUN = 1.2
"""A provider that writes beyond the limit is cut at this many times the limit."""
LAST_PIECE = 16
"""Tokens that the piece may bring at which a reply is cut."""
SMALLEST_SHARE = 0.75
"""With less than this share of the limit left, another request would only be cut again; so much
is kept for the second provider, too."""


@dataclass(frozen=True)
class Sent:
    """What one request may cost, and the nonce it carries."""

    nonce: str
    most_tokens: int
    cut_at_tokens: int
    most_silence: float
    """Seconds without a byte after which the rest of the time belongs to the next provider."""


class Line(Protocol):
    """A way to one provider."""

    @property
    def provider(self) -> str: ...

    def model_for(self, request: ChatRequest) -> str:
        """The model that would be asked."""
        ...

    def send(self, request: ChatRequest, sent: Sent, deadline: Deadline) -> ChatReply:
        """One request and its checked answer, or the failure."""
        ...


@dataclass
class _Ask:
    """What one ask has used up."""

    request: ChatRequest
    deadline: Deadline
    tried: list[Attempt] = field(default_factory=list)
    renewals: int = 0

    def room(self) -> int:
        """Output tokens that may still be paid for."""
        spent = sum(one.usage.output for one in self.tried)
        return MOST_TOKENS * self.request.max_output_tokens - spent

    def next_request(self, *, kept: int) -> Sent:
        """The limits of the next request."""
        most, room = self.request.max_output_tokens, self.room()
        return Sent(
            nonce=self._nonce(),
            most_tokens=min(most, room),
            cut_at_tokens=min(int(most * OVERRUN), max(1, room - LAST_PIECE)),
            most_silence=self.deadline.left() / (kept + 1),
        )

    def may_send(self, *, kept: int) -> bool:
        """Whether there are requests, tokens and time for another one."""
        return (
            len(self.tried) + kept < MOST_REQUESTS
            and self.room() >= (kept + 1) * SMALLEST_SHARE * self.request.max_output_tokens
            and self.deadline.left() > 0
        )

    def _nonce(self) -> str:
        if not self.renewals:
            return self.request.nonce
        return f"{self.request.nonce or 'again'}-{self.renewals + 1}"


class Telephone:
    """Asks the first provider, and the second where the first one can't answer."""

    def __init__(
        self,
        lines: tuple[Line, ...],
        *,
        waits: Waits = Waits(),  # noqa: B008 - frozen
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lines = [(line, Breaker(clock=clock)) for line in lines]
        self._waits, self._sleep, self._clock = waits, sleep, clock

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The model's checked answer, or one named failure, by the deadline."""
        ask, begun = _Ask(request, deadline), self._clock()
        failure: ModelFailed = DeadlinePassed()
        for place, (line, breaker) in enumerate(self._lines):
            kept = len(self._lines) - place - 1
            if place:
                # A model of its own is named for the first provider; another has not got it.
                ask.request = replace(request, model=None)
            if not ask.may_send(kept=0):
                break
            try:
                reply = self._on_line(line, breaker, ask, kept=kept)
            except ModelFailed as problem:
                failure = problem
                if problem.remedy == Remedy.NONE:
                    break
            else:
                return reply.model_copy(
                    update={
                        "attempts": len(ask.tried),
                        "tried": tuple(ask.tried),
                        "seconds": self._clock() - begun,
                    }
                )
        failure.tried = tuple(ask.tried)
        raise failure

    def _on_line(self, line: Line, breaker: Breaker, ask: _Ask, *, kept: int) -> ChatReply:
        waits = 0
        renewed = False
        while True:
            if not breaker.lets_through():
                raise BreakerOpen()
            try:
                return self._once(line, breaker, ask, kept=kept)
            except ModelFailed as problem:
                if not ask.may_send(kept=kept):
                    raise
                if problem.remedy == Remedy.WAIT:
                    waits += 1
                    self._wait(problem, waits, ask.deadline)
                elif problem.remedy == Remedy.ANOTHER_NONCE and not renewed:
                    renewed = True
                    ask.renewals += 1
                else:
                    raise

    def _wait(self, problem: ModelFailed, nth: int, deadline: Deadline) -> None:
        left = deadline.left()
        wait = self._waits.before(nth, retry_after=problem.retry_after, left=left)
        if wait is None:
            raise problem
        self._sleep(wait)

    def _once(self, line: Line, breaker: Breaker, ask: _Ask, *, kept: int) -> ChatReply:
        begun = self._clock()
        told: dict[str, object] = {"outcome": "unexpected"}
        sent = ask.next_request(kept=kept)
        attempt = Attempt(
            provider=line.provider,
            model=line.model_for(ask.request),
            outcome="ok",
            nonce=sent.nonce,
            most_tokens=sent.most_tokens,
        )
        try:
            reply = line.send(ask.request, sent, ask.deadline)
        except ModelFailed as problem:
            told = {"outcome": problem.code, "usage": problem.usage}
            if isinstance(problem, GatewayDown | DeadlinePassed):
                breaker.failed()
            else:
                breaker.worked()
            raise
        else:
            told = {"usage": reply.usage, "model": reply.model or attempt.model}
            breaker.worked()
            return reply
        finally:
            seconds = self._clock() - begun
            ask.tried.append(attempt.model_copy(update={**told, "seconds": seconds}))
