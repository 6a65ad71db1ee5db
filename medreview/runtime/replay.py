"""Folds a run's events back into its state, and says where the two disagree."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pydantic import ValidationError

from medreview.audit.chain import problems_in
from medreview.common.errors import WrongState
from medreview.runtime import queries
from medreview.runtime.events import (
    EVENT,
    STATE_AFTER,
    AnyEvent,
    RunClaimed,
    RunFailed,
    StageCarried,
    StageFinished,
)
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.playback import Told
from medreview.runtime.run_states import RUN, RunState
from medreview.runtime.talk_check import talk_problems


@dataclass(frozen=True)
class Folded:
    """What a run's events say about it."""

    state: RunState | None = None
    token: int = 0
    attempts: int = 0
    finished: tuple[tuple[str, str], ...] = ()
    """Stage and output hash, in the order they were saved."""
    failed_stage: str = ""
    problems: tuple[str, ...] = ()

    def after(self, event: AnyEvent) -> "Folded":
        """The same, one event later."""
        folded = self._moved(event)
        match event:
            case RunClaimed():
                return replace(folded, token=event.token, attempts=event.attempt)
            case StageFinished() | StageCarried():
                done = (*folded.finished, (event.stage, event.output_hash))
                return replace(folded, finished=done)
            case RunFailed():
                return replace(folded, failed_stage=event.stage or "")
            case _:
                return folded

    def _moved(self, event: AnyEvent) -> "Folded":
        target = STATE_AFTER.get(event.kind)
        if target is None:
            return self
        moved = replace(self, state=target)
        taken_over = self.state == target == RunState.RUNNING
        if self.state is None or taken_over:
            return moved
        try:
            RUN.check(self.state, target)
        except WrongState as problem:
            return replace(moved, problems=(*self.problems, str(problem)))
        return moved


def fold(events: Iterable[AnyEvent]) -> Folded:
    """What these events, in order, add up to."""
    folded = Folded()
    for event in events:
        folded = folded.after(event)
    return folded


def read_event(row: RunEvent) -> AnyEvent:
    """A stored event as its class; the payload stays sealed."""
    return EVENT.validate_python({"kind": row.kind, **row.header})


def chain_problems(run: Run) -> list[str]:
    """What does not add up in the chain of the run's events, its newest one included."""
    return _chain_problems(run, list(queries.events_of(run)))


def _chain_problems(run: Run, rows: list[RunEvent]) -> list[str]:
    problems = list(problems_in(row.link() for row in rows))
    newest = rows[-1] if rows else None
    if (newest.seq if newest else 0) != run.last_seq:
        problems.append(f"the run counts {run.last_seq} events, {len(rows)} were found")
    elif newest is not None and newest.hash != run.head_hash:
        problems.append("the newest event is not the one the run names")
    return problems


def differences(run: Run) -> list[str]:
    """Where the run's row and its events disagree, and what is broken in their chain."""
    return differences_in(run, list(queries.events_of(run)))


def differences_in(run: Run, rows: list[RunEvent]) -> list[str]:
    """The same, of rows that were read already: all of the run's, in order."""
    problems = _chain_problems(run, rows)
    try:
        events = [read_event(row) for row in rows]
        folded = fold(events)
    except ValidationError:
        return [*problems, "an event can't be read"]
    pairs = (
        ("state", run.state, folded.state),
        ("attempts", run.attempts, folded.attempts),
        ("fencing token", run.fence, folded.token),
        ("failed stage", run.failed_stage, folded.failed_stage),
    )
    problems += [
        f"{name}: the run says {said or 'nothing'}, its events say {told or 'nothing'}"
        for name, said, told in pairs
        if said != told
    ]
    return [*problems, *folded.problems, *talk_problems(events)]


def told(run: Run) -> list[Told]:
    """The run's events with their words, opened; whoever asks has recorded that they are.

    ``PayloadUnreadable`` where the patient's key is gone.
    """
    # Read whole before the first is opened: one that can't be opened leaves no cursor behind.
    rows = list(queries.whole_events_of(run))
    return [Told(row.seq, read_event(row), queries.payload_of(row, run)) for row in rows]


@dataclass(frozen=True)
class Replayed:
    """One event that moved the run, and where the run stood after it."""

    seq: int
    event: AnyEvent
    before: Folded
    after: Folded


def replayed(rows: Iterable[RunEvent]) -> Iterator[Replayed]:
    """The run lived through once more, event by event."""
    before = Folded()
    for row in rows:
        event = read_event(row)
        after = before.after(event)
        yield Replayed(row.seq, event, before, after)
        before = after


def step_at(rows: Iterable[RunEvent], seq: int) -> Replayed | None:
    """What one event changed; None where it, or one before it, can't be read."""
    try:
        return next((step for step in replayed(rows) if step.seq == seq), None)
    except ValidationError:
        return None
