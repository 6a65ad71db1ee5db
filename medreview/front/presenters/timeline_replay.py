"""A run lived through once more from its events, state by state, beside what its row says."""

import datetime as dt
import re
from dataclasses import dataclass

from django.utils.translation import gettext as _
from pydantic import ValidationError

from analysis.pipeline.replaying import WholeReplay
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
    whole: "Whole | None"
    """What making it all again came to; None where only the events were folded."""
    command: str
    """The command that makes all of it again, where that was not done here."""


@dataclass(frozen=True)
class Whole:
    """A run that was made once more, and whether it came out the same."""

    verdict: str
    is_same: bool
    other_code: str
    """The stages that another version of the code made, and that can't be compared."""
    at: int
    """The number of the first event at which something differs; 0: none is named."""
    stages: int
    questions: int
    unread: str


MOST_EVENTS = 2_000
"""A longer run is made again by a command: nobody waits for a page that long."""

AT_EVENT = re.compile(r"event (\d+)\b")


def is_made_again(run: Run) -> bool:
    """Whether a page makes the run again: one that has ended and is not long."""
    return not run.at_work and run.last_seq <= MOST_EVENTS


def replay_of(run: Run, events: list[RunEvent], whole: WholeReplay | None) -> Replay:
    """Fold the events once more; an event that can't be read ends the replay where it stands.

    ``whole`` is what making all of it again came to, where that was done.
    """
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
    problems = list(whole.differences) if whole else differences_in(run, events)
    return Replay(
        rows=rows,
        problems=problems,
        state=state,
        whole=_whole(whole) if whole else None,
        command="" if whole else f"manage.py replay_run {run.pk}",
    )


def _whole(made: WholeReplay) -> Whole:
    found = (AT_EVENT.match(problem) for problem in made.differences)
    at = min((int(match[1]) for match in found if match), default=0)
    return Whole(
        verdict=_verdict(made, at),
        is_same=not made.differences and not made.other_code,
        other_code=", ".join(name.replace("_", " ") for name in made.other_code),
        at=at,
        stages=made.stages,
        questions=made.questions,
        unread=made.unread,
    )


def _verdict(made: WholeReplay, at: int) -> str:
    if made.other_code and not made.differences:
        return _("Made by another version of the stages: not comparable")
    if not made.differences:
        return (
            _("Its headers are replayed identically") if made.unread else _("Replayed identically")
        )
    return _("Differs at event %(n)s") % {"n": at} if at else _("Differs")
