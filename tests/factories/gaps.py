"""Things runs missed, a given number of days ago."""

import datetime as dt
from typing import Any

from graphcurate.contracts import LookupHow, Miss
from graphcurate.models import Gap, LookupMiss
from graphcurate.services import misses
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
