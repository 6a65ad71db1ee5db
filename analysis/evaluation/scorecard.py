"""What an evaluation prints."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from medreview.common.contract import Contract


class Failure(Contract):
    """A case that did not pass, and every reason."""

    id: str
    why: tuple[str, ...]


class Score(Protocol):
    """The figures of any evaluation."""

    @property
    def failed(self) -> Sequence[Failure]:
        """What did not pass; empty: all is well."""
        ...

    def as_json(self) -> dict[str, object]: ...

    def lines(self) -> Iterator[str]:
        """The same for a person, line by line."""
        ...


class Scorecard(Contract):
    """The figures of one evaluation."""

    cases: int
    passed: int
    failed: tuple[Failure, ...] = ()

    def lines(self) -> Iterator[str]:
        """How many passed, and why each other one did not."""
        yield f"{self.passed} of {self.cases} cases passed."
        yield from failures_told(self.failed)


class SafetyScore(Contract):
    """Whether what code settles is the same, whatever a model does."""

    cases: int
    arms: tuple[str, ...]
    """What was compared: ``off``, ``failing``, and ``on`` where a model is configured."""
    asked: dict[str, int] = {}
    """Questions to the model, by arm; an arm that is not here asked none, or was not run."""
    failed: tuple[Failure, ...] = ()
    """Cases in which something differs."""

    def lines(self) -> Iterator[str]:
        """What was compared with what, and where it differs."""
        same = self.cases - len({failure.id for failure in self.failed})
        yield f"{same} of {self.cases} cases are the same with the model {', '.join(self.arms)}."
        for arm in self.arms[1:]:
            yield f"Questions to the model, {arm}: {self.asked.get(arm, 0)}."
        if "on" not in self.arms:
            yield "With a model: no data. Set LLM_BASE_URL and LLM_MODEL."
        yield from failures_told(self.failed)


class CheckScore(Contract):
    """How often one check of one stage passed, failed, or had nothing to judge."""

    stage: str
    check: str
    passed: int = 0
    failed: int = 0
    no_data: int = 0

    @property
    def told(self) -> str:
        """The share that passed; where nothing was judged there is none."""
        judged = self.passed + self.failed
        return f"{self.passed} of {judged}" if judged else "no data"


class StagesScore(Contract):
    """The figures of every named check of every stage."""

    cases: int
    with_model: bool
    checks: tuple[CheckScore, ...]
    failed: tuple[Failure, ...] = ()

    def lines(self) -> Iterator[str]:
        """One line a check, and why each case that failed did."""
        yield f"{self.cases} cases, {'with' if self.with_model else 'without'} a model."
        for one in self.checks:
            yield f"{one.stage}, {one.check.replace('_', ' ')}: {one.told}"
        yield from failures_told(self.failed)


def failures_told(failures: Sequence[Failure]) -> Iterator[str]:
    """Each case that failed, with its reasons."""
    for failure in failures:
        yield f"{failure.id}: {'; '.join(failure.why)}"
