"""A run's events as rows a person can read."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.common.display import clinical_date
from medreview.front.presenters.model_words import (
    OUTCOMES,
    REFUSALS,
    failure_said,
    money_said,
    reason_said,
    tokens_said,
)
from medreview.front.presenters.runs import span
from medreview.runtime.folding import folded
from medreview.runtime.model_account import Took
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.outline import ERRORS, Outline
from medreview.runtime.recorder import SYSTEM

SHORT_HASH = 12
MISSING = "?"
NOTHING: Mapping[int, Took] = {}


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
    tokens: str
    """What models read and wrote, where the row is an answer of one."""
    tokens_in: int
    tokens_out: int
    cost: str
    micros: int
    actor: str
    says: str
    facts: tuple[tuple[str, str, bool], ...]
    """Label, value, and whether the value is a code rather than words."""
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
    models: Mapping[int, Took] = NOTHING,
    fold: bool = True,
) -> list[EventRow]:
    """The rows of a timeline, in the order of their numbers.

    ``models`` says of each answer of a model what it took.
    """
    groups = folded(events) if fold else ([event] for event in events)
    rows: list[EventRow] = []
    day = ""
    for group in groups:
        took = [models[event.seq] for event in group if event.seq in models]
        rows.append(_row(run, group, outline, people, day, took))
        day = clinical_date(group[0].at)
    return rows


def _row(
    run: Run,
    group: list[RunEvent],
    outline: Outline,
    people: Mapping[str, User],
    day: str,
    models: list[Took],
) -> EventRow:
    event, last = group[0], group[-1]
    took = sum(outline.places[one.seq].took for one in group)
    today = clinical_date(event.at)
    asked = sum(models, Took())
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
        tokens=tokens_said(asked) if models else "",
        tokens_in=asked.tokens_in,
        tokens_out=asked.tokens_out,
        cost=money_said(asked.cost) if models else "",
        micros=asked.cost.micros,
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
    "handoff.opened": "waits",
    "handoff.resolved": "good",
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
        "model.replied": _("The model’s reply to question %(ask)s"),
        "model.failed": _("Question %(ask)s to the model: no reply that can be used"),
        "tool.called": _("The model called %(tool)s"),
        "tool.answered": _("The tool’s answer to call %(call)s"),
        "proposal.rejected": _("What the model proposed was refused, and it was told why"),
        "limit.reached": _("The limit of %(limit)s was reached: %(used)s of %(cap)s"),
        "skill.ended": _("%(stage)s: the model’s part is over"),
        "gate.decided": _("The result’s gate: %(outcome)s"),
        "handoff.opened": _("Handed off to a person, by %(cause)s"),
        "handoff.resolved": _("The hand-off is resolved: %(outcome)s"),
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


SAID_IN_A_ROW = ("again_after", "from_run", "status", "error", "outcome", "model", "reason")
"""What of a header stands in the row itself; the rest is there once it is opened."""


def _facts(event: RunEvent) -> Iterable[tuple[str, str, bool]]:
    for name in SAID_IN_A_ROW:
        value = str(event.header.get(name) or "")
        if value:
            said = said_of(event, name, value)
            yield words_of(name), said, said == value


def said_of(event: RunEvent, name: str, value: str) -> str:
    """A code of a header in words, where it has some."""
    if event.kind == "skill.ended" and name == "reason":
        return reason_said(value)
    if event.kind == "model.failed" and name == "error":
        return failure_said(value)
    if event.kind in OUTCOMES and name == "outcome":
        return str(OUTCOMES[event.kind].get(value, value))
    if event.kind == "proposal.rejected" and name == "reason":
        return str(REFUSALS.get(value, value))
    return value


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
        "tokens_in": _("tokens in"),
        "tokens_out": _("tokens out"),
        "tokens_cached": _("tokens from the cache"),
        "tokens_guessed": _("tokens, guessed before it was sent"),
        "ask": _("question"),
        "finish": _("how the reply ended"),
        "skill_hash": _("hash of the skill"),
        "nonce": _("mark of this attempt"),
    }
    return labels.get(name, name.replace("_", " "))
