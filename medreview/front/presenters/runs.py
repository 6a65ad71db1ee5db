"""Runs as rows of a list, and what is said of one run at the head of its page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from medreview.runtime.models import Run


@dataclass(frozen=True)
class RunRow:
    """One run in a list."""

    run: Run
    url: str
    started_by: str


def run_rows(runs: Iterable[Run]) -> list[RunRow]:
    """The rows of a list of runs."""
    return [
        RunRow(run=run, url=reverse("front:run-detail", args=[run.pk]), started_by=starter_of(run))
        for run in runs
    ]


def starter_of(run: Run) -> str:
    """Who started it, by name."""
    return run.started_by.get_full_name() if run.started_by else _("The system")


def span(milliseconds: int) -> str:
    """A duration, as precise as anybody reads it: ``38 ms``, ``1.24 s``, ``5 min 3 s``, ``2 d``."""
    seconds, rest = divmod(milliseconds, 1000)
    if seconds == 0:
        return _("%(n)s ms") % {"n": rest}
    if seconds < 60:
        return _("%(n)s s") % {"n": f"{milliseconds / 1000:.2f}"}
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": seconds}
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
    return _("%(days)s d %(hours)s h") % {"days": hours // 24, "hours": hours % 24}
