"""Runs as rows of a list, and what is said of one run at the head of its page."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from medreview.front.presenters.model_words import (
    money_said,
    number_said,
    questions_said,
    tokens_said,
)
from medreview.llm.queries import RunSpent
from medreview.runtime.model_account import Took
from medreview.runtime.models import Run


@dataclass(frozen=True)
class RunRow:
    """One run in a list."""

    run: Run
    url: str
    started_by: str
    took: str
    """From the question to the end of the work; nothing while it goes on."""
    questions: str
    """What models were asked; nothing: none was."""
    spent: str
    fallbacks: str


def run_rows(
    runs: Iterable[Run], spent: Mapping[str, RunSpent], fallbacks: Mapping[str, int]
) -> list[RunRow]:
    """The rows of a list of runs; what each took of models, and how often that failed."""
    return [_row(run, spent.get(run.pk), fallbacks.get(run.pk, 0)) for run in runs]


def _row(run: Run, spent: RunSpent | None, fallbacks: int) -> RunRow:
    took = run.finished_at - run.created_at if run.finished_at else None
    return RunRow(
        run=run,
        url=reverse("front:run-detail", args=[run.pk]),
        started_by=starter_of(run),
        took=span(max(0, took // dt.timedelta(milliseconds=1))) if took else "",
        questions=_questions(spent),
        spent=_spent(spent),
        fallbacks=_fallbacks(fallbacks),
    )


def _questions(spent: RunSpent | None) -> str:
    return questions_said(spent.questions) if spent else ""


def _spent(spent: RunSpent | None) -> str:
    if spent is None:
        return ""
    took = Took(spent.tokens_in, spent.tokens_out, spent.cost)
    return f"{tokens_said(took)} · {money_said(spent.cost)}"


def _fallbacks(times: int) -> str:
    said = ngettext("%(n)s fallback", "%(n)s fallbacks", times)
    return said % {"n": number_said(times)} if times else ""


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
