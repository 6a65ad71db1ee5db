"""Which decision stands on a finding: the fold of everything that was decided on it."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from analysis.review.vocabulary import DecisionKind


class Decided(Protocol):
    """A decision as far as the fold needs it."""

    @property
    def finding(self) -> str: ...

    @property
    def kind(self) -> str: ...


AnyDecided = TypeVar("AnyDecided", bound=Decided)


def standing(decisions: Iterable[AnyDecided]) -> AnyDecided | None:
    """The decision that stands; an undo restores the one before it. Oldest first."""
    stack: list[AnyDecided] = []
    for decision in decisions:
        if decision.kind == DecisionKind.UNDONE:
            if stack:
                stack.pop()
        else:
            stack.append(decision)
    return stack[-1] if stack else None


def by_finding(decisions: Iterable[AnyDecided]) -> dict[str, list[AnyDecided]]:
    """Decisions of each finding, in the order they came."""
    grouped: dict[str, list[AnyDecided]] = {}
    for decision in decisions:
        grouped.setdefault(decision.finding, []).append(decision)
    return grouped


def open_findings(keys: Sequence[str], decisions: Iterable[Decided]) -> list[str]:
    """The findings nobody's decision stands on, in the order given."""
    grouped = by_finding(decisions)
    return [key for key in keys if standing(grouped.get(key, [])) is None]
