"""Events that repeat one another, seen as one. Pure."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Protocol, TypeVar

REPEATS = 3
"""From so many equal events in a row on they are shown as one."""

COUNTED = frozenset({"count", "token", "attempt"})
"""What may differ between events that say the same."""


class Repeatable(Protocol):
    """An event as it is compared with its neighbour."""

    kind: str
    actor: str
    header: dict[str, Any]


AnyEvent = TypeVar("AnyEvent", bound=Repeatable)


def folded(events: Iterable[AnyEvent]) -> Iterator[list[AnyEvent]]:
    """The events in groups: repeated ones together, every other alone."""
    for _, group in groupby(events, key=_said):
        alike = list(group)
        if len(alike) >= REPEATS:
            yield alike
        else:
            yield from ([event] for event in alike)


def _said(event: Repeatable) -> tuple[str, str, str]:
    kept = {name: value for name, value in event.header.items() if name not in COUNTED}
    return event.kind, event.actor, repr(sorted(kept.items()))
