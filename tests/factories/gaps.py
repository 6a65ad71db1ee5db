"""Things runs missed, a given number of days ago, and sets of the guided review."""

import datetime as dt
from typing import Any

from graphcurate.contracts import LookupHow, Miss
from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet, Gap, LookupMiss
from graphcurate.queries import guided as queries
from graphcurate.services import guided, misses
from medreview.accounts.models import User
from medreview.common.clock import now

_RUNS = iter(range(1, 10**9))


def make_gap(name: str = "Tryptase", *, hits: int = 1, days_ago: int = 0, **told: Any) -> Gap:
    """A name that so many runs missed on one day."""
    miss = Miss(name=name, **{"how": LookupHow.NONE, **told})
    runs = [f"run_{next(_RUNS)}" for _ in range(hits)]
    for run in runs:
        misses.note([miss], run)
    gap = Gap.objects.get(name=name, code=miss.code or "")
    if days_ago:
        at = now() - dt.timedelta(days=days_ago)
        LookupMiss.objects.filter(run__in=runs).update(created_at=at)
        Gap.objects.filter(pk=gap.pk).update(missed_at=at)
        gap.refresh_from_db()
    return gap


def make_sent_set(*keys: str, by: User) -> ChangeSet:
    """A set of the guided review that waits for a second reader."""
    for key in keys:
        seen = queries.seen_hash(EntryKind.BIOMARKER, key, queries.draft_of(by))
        guided.accept(kind=EntryKind.BIOMARKER, key=key, seen=seen, by=by)
    return guided.send(by=by)
