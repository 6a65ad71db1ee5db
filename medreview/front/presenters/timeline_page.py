"""The page of one run: its head, its steps, the rows asked for, and the ways to the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from medreview.accounts.models import User
from medreview.common.text import whole_number
from medreview.front.filters import KIND_WORDS, TimelineForm
from medreview.front.presenters.runs import span, starter_of
from medreview.front.presenters.timeline import EventRow, event_rows
from medreview.front.presenters.timeline_models import ModelPart, model_part, step_notes
from medreview.front.presenters.timeline_steps import StepGroup, scale_said, step_groups
from medreview.llm.models import LLMCall
from medreview.runtime.model_account import account_of
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.outline import Outline, outline_of
from medreview.runtime.pages import Page, counts_of_kinds, page_of
from medreview.runtime.replay import differences_in


@dataclass(frozen=True)
class Choice:
    """A filter as a link."""

    label: str
    url: str
    is_chosen: bool
    count: int


@dataclass
class TimelinePage:
    """Everything the page of one run shows."""

    run: Run
    form: TimelineForm
    started_by: str
    total: str
    total_ms: int
    events: int
    model: ModelPart | None
    """None where no model was asked."""
    problems: list[str]
    groups: list[StepGroup]
    scale: str
    rows: list[EventRow]
    begins: int | None
    relative: bool
    folds: bool
    kinds: list[Choice]
    shown: str
    is_narrowed: bool
    shown_took: str
    links: dict[str, str]
    """Addresses by what they do; empty for one that leads nowhere."""
    last: int
    """The number of the last event on the page."""
    at_end: bool

    @property
    def tells_models(self) -> bool:
        """Whether rows have room for tokens and money: one that goes on may still ask a model."""
        return self.model is not None or self.run.at_work


def timeline_page(
    run: Run,
    events: list[RunEvent],
    requests: list[LLMCall],
    people: Mapping[str, User],
    asked: Mapping[str, str],
) -> TimelinePage:
    """The page that an address asks for.

    ``events`` are all of the run's, ``requests`` all of its rows in the ledger; read once.
    """
    form = TimelineForm(asked)
    wanted, kept = form.wanted(), form.kept()
    outline, account = outline_of(events), account_of(events, requests)
    page = page_of(events, wanted, whole_number(asked.get("after")))
    folds = kept.get("folded") != "no"
    models = account.by_event()
    rows = event_rows(run, page.events, outline, people, models=models, fold=folds)

    def to_event(seq: int) -> str:
        return _to_event(run, rows, seq)

    return TimelinePage(
        run=run,
        form=form,
        started_by=starter_of(run),
        total=span(outline.total),
        total_ms=outline.total,
        events=len(events),
        problems=differences_in(run, events),
        model=model_part(account, to_event),
        groups=step_groups(outline, to_event, step_notes(outline, account)),
        scale=scale_said(outline),
        rows=rows,
        begins=_row_with(rows, page.begins),
        relative=kept.get("time") == "relative",
        folds=folds,
        kinds=_kinds(run, events, kept),
        shown=_shown(page),
        is_narrowed=bool(wanted.kind or wanted.text),
        shown_took=span(sum(row.took_ms for row in rows)),
        links=_links(run, page, outline, kept),
        last=page.events[-1].seq if page.events else page.after,
        at_end=page.later is None,
    )


def _to_event(run: Run, rows: list[EventRow], seq: int) -> str:
    row = _row_with(rows, seq)
    return f"#event-{row}" if row else f"{_at(run, {}, seq - 1)}#event-{seq}"


def _row_with(rows: list[EventRow], seq: int | None) -> int | None:
    """The row in which an event stands, be it folded among others."""
    return next((row.seq for row in rows if seq and row.seq <= seq <= row.last), None)


def _kinds(run: Run, events: list[RunEvent], kept: dict[str, str]) -> list[Choice]:
    rest = {name: value for name, value in kept.items() if name != "kind"}
    chosen = kept.get("kind", "")
    choices = [Choice(_("All"), _address(run, rest), not chosen, len(events))]
    counts = counts_of_kinds(events)
    for kind, words in KIND_WORDS.items():
        url = _address(run, {**rest, "kind": kind.value})
        choices.append(Choice(str(words), url, chosen == kind.value, counts[kind]))
    return choices


def _shown(page: Page) -> str:
    if not page.events:
        return ""
    said = ngettext(
        "Events %(first)s to %(last)s, %(n)s in all, oldest first",
        "Events %(first)s to %(last)s, %(n)s in all, oldest first",
        page.found,
    )
    return said % {"first": page.events[0].seq, "last": page.events[-1].seq, "n": page.found}


def _links(run: Run, page: Page, outline: Outline, kept: dict[str, str]) -> dict[str, str]:
    here = {**kept, "after": str(page.after)}
    other_time = {name: value for name, value in here.items() if name != "time"}
    other_fold = {name: value for name, value in here.items() if name != "folded"}
    return {
        "here": _address(run, here),
        "plain": _address(run, {}),
        "time": _address(run, other_time if "time" in kept else {**here, "time": "relative"}),
        "fold": _address(run, other_fold if "folded" in kept else {**here, "folded": "no"}),
        "unfolded": _address(run, {**here, "folded": "no"}),
        "earlier": "" if page.earlier is None else _at(run, kept, page.earlier),
        "later": "" if page.later is None else _at(run, kept, page.later),
        "next_error": _next_error(run, page, outline, kept),
    }


def _next_error(run: Run, page: Page, outline: Outline, kept: dict[str, str]) -> str:
    """The page of the first error behind the one shown; empty when there is none."""
    last = page.events[-1].seq if page.events else page.after
    behind = next((seq for seq in outline.errors if seq > last), None)
    if behind is None:
        return ""
    rest = {name: value for name, value in kept.items() if name in {"time", "folded"}}
    return f"{_at(run, rest, behind - 1)}#event-{behind}"


def _at(run: Run, kept: dict[str, str], after: int) -> str:
    return _address(run, {**kept, "after": str(after)})


def _address(run: Run, said: dict[str, str]) -> str:
    url = reverse("front:run-detail", args=[run.pk])
    return f"{url}?{urlencode(said)}" if said else url
