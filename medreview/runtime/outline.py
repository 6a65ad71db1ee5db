"""When each event of a run happened and how long it took; which steps the run went through. Pure.

Times are whole milliseconds after the first event. Two machines may have written them: an event
is never before the one with the smaller number, so the durations of all rows add up to the whole.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol

ERRORS = frozenset({"model.failed", "skill.refused", "stage.broke", "run.failed"})
"""The kinds of event that say something went wrong."""

QUEUE, REVIEW = "queue", "review"
"""The steps of a run that are no stage: waiting for a worker, and for a person."""


BEGINS = {"run.opened": QUEUE, "review.awaited": REVIEW, "stage.started": "", "stage.carried": ""}
"""What begins a step: of this name, or of the stage the event names."""


class Happening(Protocol):
    """An event as a timeline needs it."""

    seq: int
    kind: str
    at: dt.datetime
    header: dict[str, Any]


@dataclass(frozen=True)
class Place:
    """Where an event stands in time, in milliseconds."""

    offset: int
    """After the first event."""
    took: int
    """After the event before it."""


class StepState(StrEnum):
    """How a step of a run stands."""

    OPEN = "open"
    DONE = "done"
    CARRIED = "carried"
    BROKE = "broke"
    LEFT = "left"
    """Its worker gave no more signal, or the run ended around it."""


ENDS = {"stage.finished": StepState.DONE, "stage.broke": StepState.BROKE}
ENDS_ALL = frozenset({"run.failed", "run.cancelled"})


@dataclass(frozen=True)
class Step:
    """One step: a stage in one attempt, the time in the queue, or the review."""

    name: str
    attempt: int
    first: int
    """The number of the event that began it."""
    began: int
    ended: int
    state: StepState = StepState.OPEN

    @property
    def took(self) -> int:
        """How long it took, so far if it is open."""
        return self.ended - self.began


@dataclass
class Outline:
    """A run seen from above."""

    places: dict[int, Place] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)
    """Numbers of the events that say something went wrong."""
    total: int = 0
    """From the first event to the last: the sum of all durations."""
    attempt: int = 0

    @property
    def work(self) -> int:
        """Until the last step that is not a person's ended: what bars are drawn to scale of."""
        return max((step.ended for step in self.steps if step.name != REVIEW), default=0)

    def add(self, event: Happening, offset: int) -> None:
        """The same, one event later."""
        self.places[event.seq] = Place(offset, offset - self.total)
        self.total = offset
        if event.kind in ERRORS:
            self.errors.append(event.seq)
        self._step(event)

    def _step(self, event: Happening) -> None:
        stage = str(event.header.get("stage") or "")
        if event.kind in ENDS:
            self._end(ENDS[event.kind], stage)
        elif event.kind in ENDS_ALL:
            self._end(StepState.LEFT)
        elif event.kind == "run.claimed":
            self._end(StepState.DONE, QUEUE)
            self._end(StepState.LEFT)
            self.attempt = int(event.header.get("attempt") or 0)
        elif event.kind == "review.ended":
            self._review_ended(event)
        elif event.kind in BEGINS:
            self._begin(BEGINS[event.kind] or stage, event)

    def _review_ended(self, event: Happening) -> None:
        if event.header.get("outcome") == "amended":
            self._begin(REVIEW, event)
        else:
            self._end(StepState.DONE, REVIEW)

    def _begin(self, name: str, event: Happening) -> None:
        attempt = 0 if name in {QUEUE, REVIEW} else self.attempt
        state = StepState.CARRIED if event.kind == "stage.carried" else StepState.OPEN
        self.steps.append(Step(name, attempt, event.seq, self.total, self.total, state))

    def _end(self, state: StepState, name: str | None = None) -> None:
        """End what is open: one step, or every one."""
        for place, step in enumerate(self.steps):
            if step.state is StepState.OPEN and name in {None, step.name}:
                self.steps[place] = replace(step, ended=self.total, state=state)


def outline_of(events: Iterable[Happening]) -> Outline:
    """What these events, all of a run's and in order, look like from above."""
    seen = Outline()
    first: dt.datetime | None = None
    for event in events:
        first = first or event.at
        since = (event.at - first) // dt.timedelta(milliseconds=1)
        seen.add(event, max(since, seen.total))
    seen.steps = [
        replace(step, ended=seen.total) if step.state is StepState.OPEN else step
        for step in seen.steps
    ]
    return seen
