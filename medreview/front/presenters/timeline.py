"""A run's events as rows a person can read."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.common.display import clinical_date
from medreview.front.presenters.runs import span
from medreview.runtime.folding import folded
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.outline import ERRORS, Outline
from medreview.runtime.recorder import SYSTEM

SHORT_HASH = 12
MISSING = "?"


@dataclass(frozen=True)
class EventRow:
    """One event in a timeline, or several that say the same."""

    seq: int
    last: int
    """The number of the last event of the row."""
    times: int
    kind: str
    at: dt.datetime
    clock: str
    since: str
    day: str
    """The date, where it is another than the row's above."""
    took: str
    took_ms: int
    actor: str
    says: str
    facts: tuple[tuple[str, str], ...]
    tone: str
    """``bad``, ``good``, ``waits`` or nothing: how its chip looks."""
    is_error: bool
    is_sealed: bool
    """Whether something is sealed in it; opening that is recorded."""
    url: str


def event_rows(
    run: Run,
    events: Iterable[RunEvent],
    outline: Outline,
    people: Mapping[str, User],
    *,
    fold: bool = True,
) -> list[EventRow]:
    """The rows of a timeline, in the order of their numbers."""
    groups = folded(events) if fold else ([event] for event in events)
    rows: list[EventRow] = []
    day = ""
    for group in groups:
        rows.append(_row(run, group, outline, people, day))
        day = clinical_date(group[0].at)
    return rows


def _row(
    run: Run, group: list[RunEvent], outline: Outline, people: Mapping[str, User], day: str
) -> EventRow:
    event, last = group[0], group[-1]
    took = sum(outline.places[one.seq].took for one in group)
    today = clinical_date(event.at)
    return EventRow(
        seq=event.seq,
        last=last.seq,
        times=len(group),
        kind=event.kind,
        at=event.at,
        clock=f"{timezone.localtime(event.at):%H:%M:%S}",
        since=f"+{span(outline.places[event.seq].offset)}",
        day=today if today != day else "",
        took=span(took),
        took_ms=took,
        actor=actor_name(event.actor, people),
        says=sentence_of(event),
        facts=tuple(_facts(event)),
        tone=TONES.get(event.kind, ""),
        is_error=event.kind in ERRORS,
        is_sealed=event.is_sealed,
        url=reverse("front:run-event", args=[run.pk, event.seq]),
    )


def actor_name(actor: str, people: Mapping[str, User]) -> str:
    """Who it was, by name; an id that nobody has any more stays an id."""
    if actor in {SYSTEM, ""}:
        return _("The system")
    person = people.get(actor)
    return person.get_full_name() if person else actor


TONES = {
    "run.failed": "bad",
    "stage.broke": "bad",
    "criticals.raised": "bad",
    "model.failed": "bad",
    "skill.refused": "bad",
    "limit.reached": "waits",
    "proposal.rejected": "waits",
    "run.finished": "good",
    "review.awaited": "waits",
    "run.cancelled": "waits",
}


def sentence_of(event: RunEvent) -> str:
    """What happened, in a sentence made of the header alone."""
    sentences = {
        "run.opened": _("Asked for"),
        "run.claimed": _("A worker took it, attempt %(attempt)s"),
        "stage.started": _("%(stage)s: started"),
        "stage.finished": _("%(stage)s: done, its output is saved"),
        "stage.carried": _("%(stage)s: output of the failed run used again"),
        "stage.broke": _("%(stage)s: could not finish"),
        "criticals.raised": _("Critical values raised: %(count)s"),
        "misses.noted": _("Gaps of the graph noted: %(count)s"),
        "skill.used": _("%(stage)s: a model is asked, by skill %(skill)s %(version)s"),
        "skill.refused": _("%(stage)s: skill %(skill)s %(version)s may not run here"),
        "model.asked": _("Question %(ask)s to the model"),
        "model.replied": _("Reply %(ask)s of the model, %(tokens_out)s tokens"),
        "model.failed": _("Question %(ask)s to the model: no reply that can be used"),
        "tool.called": _("The model called %(tool)s"),
        "tool.answered": _("The tool’s answer: %(outcome)s"),
        "proposal.rejected": _("What the model proposed was rejected"),
        "limit.reached": _("A limit was reached: %(limit)s"),
        "skill.ended": _("%(stage)s: the model’s part is over, %(outcome)s"),
        "review.awaited": _("Waits for a person"),
        "review.ended": _("Review: %(outcome)s, edition %(version)s"),
        "run.finished": _("Done"),
        "run.failed": _("Failed"),
        "run.cancelled": _("Cancelled"),
    }
    return sentences.get(event.kind, event.kind) % _Lenient(event.header)


class _Lenient(dict[str, object]):
    """A header that lacks a word shows a question mark instead of breaking the page."""

    def __missing__(self, key: str) -> str:
        return MISSING


SAID_IN_A_ROW = ("again_after", "from_run", "status", "error")
"""What of a header stands in the row itself; the rest is there once it is opened."""


def _facts(event: RunEvent) -> Iterable[tuple[str, str]]:
    for name in SAID_IN_A_ROW:
        value = event.header.get(name)
        if value is not None:
            yield words_of(name), str(value)


def words_of(name: str) -> str:
    """A field's name in words."""
    labels = {
        "as_of": _("record as of"),
        "graph_release": _("graph release"),
        "again_after": _("tries again"),
        "token": _("fencing token"),
        "input_hash": _("input hash"),
        "output_hash": _("output hash"),
        "from_run": _("from run"),
        "status": _("status"),
        "error": _("error"),
        "attempt": _("attempt"),
        "attempts": _("attempts"),
        "state": _("state"),
        "finished": _("stages finished"),
        "failed_stage": _("failed stage"),
    }
    return labels.get(name, name.replace("_", " "))
