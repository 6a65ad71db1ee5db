"""Which events of a run a reader asked for, and the page on which to begin."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from medreview.runtime.events import STATE_AFTER
from medreview.runtime.models import RunEvent
from medreview.runtime.outline import ERRORS

PAGE_SIZE = 200
SYSTEM = "system"


class Kind(StrEnum):
    """What a timeline can be narrowed to."""

    STATE = "state"
    STAGE = "stage"
    MODEL = "model"
    TOOL = "tool"
    RULE = "rule"
    HUMAN = "human"
    ERROR = "error"


@dataclass(frozen=True)
class Wanted:
    """What the reader asked for."""

    kind: Kind | None = None
    text: str = ""
    """Part of an event's name, stage, hash or actor; nothing a patient is named by."""

    def meets(self, event: RunEvent) -> bool:
        """Whether the event is one of them."""
        return self._of_kind(event) and self._says(event)

    def _of_kind(self, event: RunEvent) -> bool:
        return self.kind is None or IS_OF[self.kind](event)

    def _says(self, event: RunEvent) -> bool:
        told = (event.kind, event.actor, *map(str, event.header.values()))
        return not self.text or any(self.text.lower() in word.lower() for word in told)


def _is_models(event: RunEvent) -> bool:
    """What a model was asked and said, and what the code it works in made of that."""
    return event.kind.startswith(("skill.", "model.", "proposal.", "limit."))


def _is_rule(event: RunEvent) -> bool:
    """What a rule brought about by itself: a critical value raised, a gap noted."""
    other = event.kind in STATE_AFTER or event.kind.startswith(("stage.", "tool."))
    return event.actor == SYSTEM and not other and not _is_models(event)


IS_OF: dict[Kind, Callable[[RunEvent], bool]] = {
    Kind.STATE: lambda event: event.kind in STATE_AFTER,
    Kind.STAGE: lambda event: event.kind.startswith("stage."),
    Kind.MODEL: _is_models,
    Kind.TOOL: lambda event: event.kind.startswith("tool."),
    Kind.RULE: _is_rule,
    Kind.HUMAN: lambda event: event.actor != SYSTEM,
    Kind.ERROR: lambda event: event.kind in ERRORS,
}
"""What makes an event one of a kind."""


@dataclass(frozen=True)
class Page:
    """Up to 200 events, and how to reach those before and behind them."""

    events: list[RunEvent]
    begins: int | None
    """The number of the event to begin at, when nobody said where."""
    after: int
    """Events up to this number come before the page."""
    earlier: int | None
    later: int | None
    found: int
    """How many events meet the filter, on all pages."""


def page_of(events: Sequence[RunEvent], wanted: Wanted, after: int | None) -> Page:
    """The page behind event ``after``; without it the one with the first error, or the last."""
    found = [event for event in events if wanted.meets(event)]
    begins = _beginning(found) if after is None else None
    first = _first(found, after, begins)
    shown = found[first : first + PAGE_SIZE]
    return Page(
        events=shown,
        begins=begins,
        after=found[first - 1].seq if first else 0,
        earlier=_before(found, first),
        later=shown[-1].seq if first + len(shown) < len(found) else None,
        found=len(found),
    )


def _beginning(found: Sequence[RunEvent]) -> int | None:
    errors = (event.seq for event in found if event.kind in ERRORS)
    return next(errors, found[-1].seq if found else None)


def _first(found: Sequence[RunEvent], after: int | None, begins: int | None) -> int:
    if after is not None:
        return sum(event.seq <= after for event in found)
    place = next((n for n, event in enumerate(found) if event.seq == begins), 0)
    return place - place % PAGE_SIZE


def _before(found: Sequence[RunEvent], first: int) -> int | None:
    if first == 0:
        return None
    earlier = max(0, first - PAGE_SIZE)
    return found[earlier - 1].seq if earlier else 0


def counts_of_kinds(events: Iterable[RunEvent]) -> dict[Kind, int]:
    """How many events are of each kind. Those alike in name and side are asked about once."""
    alike: dict[tuple[str, bool], tuple[RunEvent, int]] = {}
    for event in events:
        key = event.kind, event.actor == SYSTEM
        first, times = alike.get(key, (event, 0))
        alike[key] = first, times + 1
    return {
        kind: sum(times for event, times in alike.values() if IS_OF[kind](event)) for kind in Kind
    }
