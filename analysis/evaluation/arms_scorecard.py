"""What ``evaluate arms`` prints: figures of each arm, and what they can and can't say. Pure."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from analysis.evaluation.scorecard import Failure
from medreview.common.contract import Contract

NO_DATA = "no data"
TIMES_FEWER = 5
"""So many times fewer calls and tokens code mode is said to take than the tool arm."""


class ArmScore(Contract):
    """One way of looking in a record, over all cases."""

    arm: str
    calls: int
    """Questions to the model."""
    tool_calls: int
    tokens_in: int
    tokens_out: int
    seconds: float
    expected: int
    """What a reader of the records finds beyond what code finds."""
    found: int
    wrong: int
    """What it found besides."""
    dropped: int
    """Claims that the record did not bear out."""
    given_up: int
    """Cases in which the model's part came to nothing."""

    @property
    def tokens(self) -> int:
        """In and out together."""
        return self.tokens_in + self.tokens_out

    @property
    def recall(self) -> str:
        """The share that was found, as a decimal; no data where nothing was to be found."""
        if not self.expected:
            return NO_DATA
        return str((Decimal(self.found) / self.expected).quantize(Decimal("0.01")))


class ArmsScorecard(Contract):
    """The arms side by side."""

    cases: int
    model: str | None
    is_double: bool
    arms: tuple[ArmScore, ...]
    no_data: tuple[str, ...] = ()
    """Arms that no model was there for."""

    def of(self, arm: str) -> ArmScore | None:
        """One arm's figures; None where there are none."""
        return next((one for one in self.arms if one.arm == arm), None)

    @property
    def times_fewer_calls(self) -> str:
        """How many times fewer calls code mode took than the tool arm."""
        return self._times(lambda one: one.calls)

    @property
    def times_fewer_tokens(self) -> str:
        """How many times fewer tokens code mode took than the tool arm."""
        return self._times(lambda one: one.tokens)

    @property
    def claim(self) -> str:
        """Whether the claim for code mode holds, as far as this model can say."""
        said = f"That code mode takes at least {TIMES_FEWER} times fewer calls and tokens"
        if self.no_data:
            return f"{said}: {NO_DATA}. Set LLM_BASE_URL, LLM_API_KEY and LLM_MODEL."
        if self.is_double:
            return (
                f"{said}: open. A double plays a script; with it this checked the harness and "
                "nothing else."
            )
        factors = (self.times_fewer_calls, self.times_fewer_tokens)
        if NO_DATA in factors:
            return f"{said}: {NO_DATA}. One of the arms asked nothing."
        holds = all(Decimal(one) >= TIMES_FEWER for one in factors)
        return f"{said}: {'holds' if holds else 'does not hold'} with this model on these cases."

    @property
    def failed(self) -> tuple[Failure, ...]:
        """It measures; nothing of it can fail."""
        return ()

    def as_json(self) -> dict[str, Any]:
        """For programs: the figures with what follows from them."""
        arms = [{**one.as_json(), "tokens": one.tokens, "recall": one.recall} for one in self.arms]
        return {
            **super().as_json(),
            "arms": arms,
            "times_fewer_calls": self.times_fewer_calls,
            "times_fewer_tokens": self.times_fewer_tokens,
            "claim": self.claim,
        }

    def lines(self) -> Iterator[str]:
        """For people: a table, and the sentences."""
        yield f"Cases: {self.cases}. Model: {self.model or NO_DATA}."
        yield _row("arm", "calls", "tools", "tokens", "seconds", "recall", "wrong", "dropped")
        for one in self.arms:
            figures = (one.calls, one.tool_calls, one.tokens, f"{one.seconds:.1f}")
            yield _row(one.arm, *figures, one.recall, one.wrong, one.dropped)
        for arm in self.no_data:
            yield f"{arm:<14}{NO_DATA}"
        for one in self.arms:
            if one.given_up:
                yield f"{one.arm}: in {one.given_up} of {self.cases} the model came to nothing."
        times = f"calls {self.times_fewer_calls}, tokens {self.times_fewer_tokens}"
        yield f"Tool arm to code mode: {times}."
        yield self.claim

    def _times(self, figure: Callable[[ArmScore], int]) -> str:
        ours, theirs = self.of("code_mode"), self.of("tool_arm")
        if ours is None or theirs is None or not figure(ours) or not figure(theirs):
            return NO_DATA
        return str((Decimal(figure(theirs)) / figure(ours)).quantize(Decimal("0.1")))


def _row(arm: object, *figures: object) -> str:
    return f"{arm:<14}" + "".join(f"{figure!s:>10}" for figure in figures)
