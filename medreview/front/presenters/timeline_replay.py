"""A run lived through once more from its events, state by state, beside what its row says."""

import datetime as dt
from dataclasses import dataclass

from pydantic import ValidationError

from medreview.front.presenters.timeline import sentence_of
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.replay import differences_in, replayed


@dataclass(frozen=True)
class ReplayRow:
    """One event that moved the run."""

    seq: int
    at: dt.datetime
    says: str
    state: str
    attempts: int
    finished: int


@dataclass(frozen=True)
class Replay:
    """The states in order, and where events and row disagree."""

    rows: list[ReplayRow]
    problems: list[str]
    state: str
    """Where the events say the run stands."""


def replay_of(run: Run, events: list[RunEvent]) -> Replay:
    """Fold the events once more; an event that can't be read ends the replay where it stands."""
    by_seq = {event.seq: event for event in events}
    rows: list[ReplayRow] = []
    state = ""
    try:
        for step in replayed(events):
            if step.after == step.before:
                continue
            state = str(step.after.state or "")
            event = by_seq[step.seq]
            said = ReplayRow(
                seq=step.seq,
                at=event.at,
                says=sentence_of(event),
                state=state,
                attempts=step.after.attempts,
                finished=len(step.after.finished),
            )
            rows.append(said)
    except ValidationError:
        pass  # the differences name it
    return Replay(rows=rows, problems=differences_in(run, events), state=state)
