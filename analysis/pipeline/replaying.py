"""A run replayed whole: its events folded, its talks rebuilt, its analysis made once more."""

from dataclasses import dataclass

from analysis.pipeline.rebuilding import Rebuilt, rebuild
from analysis.pipeline.working import KIND
from medreview.accounts.models import User
from medreview.patients.errors import KeyDestroyed
from medreview.runtime import services
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.models import Run
from medreview.runtime.replay import differences


@dataclass(frozen=True)
class WholeReplay:
    """What came of it."""

    stages: int
    questions: int
    differences: tuple[str, ...]
    """Where something came out otherwise; empty: it is identical."""
    unread: str
    """Why the words could not be read, so that only headers were replayed; or nothing."""
    other_code: tuple[str, ...] = ()
    """Stages made by another version of the code that come out otherwise: not comparable."""


def replay_whole(run: Run, *, by: User | None) -> WholeReplay:
    """Replay all of the run that can be replayed. What is opened for it is recorded."""
    problems = differences(run)
    rebuilt, unread = Rebuilt(), ""
    try:
        if run.events.filter(kind="model.asked").exists():
            problems += services.retell(run=run, by=by)
        if run.kind == KIND:
            rebuilt = rebuild(run, by=by)
    except (PayloadUnreadable, KeyDestroyed) as problem:
        unread = str(problem)
    said = (*problems, *rebuilt.differences)
    return WholeReplay(rebuilt.stages, rebuilt.questions, said, unread, rebuilt.other_code)
