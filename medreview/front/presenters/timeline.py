"""Runs and their events as rows a person can read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.runtime.events import Payload
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.recorder import SYSTEM

SHORT_HASH = 12


@dataclass(frozen=True)
class RunRow:
    """One run in a list."""

    run: Run
    url: str
    started_by: str


@dataclass(frozen=True)
class EventRow:
    """One event in a timeline."""

    seq: int
    event: RunEvent
    since: str
    """Seconds after the run was opened."""
    says: str
    actor: str
    tone: str
    """``bad``, ``good``, ``waits`` or nothing: how its chip looks."""
    facts: tuple[tuple[str, str], ...]
    """What its header says, as label and value."""
    payload_url: str | None


def run_rows(runs: Iterable[Run]) -> list[RunRow]:
    """The rows of a list of runs."""
    return [
        RunRow(run=run, url=reverse("front:run-detail", args=[run.pk]), started_by=starter_of(run))
        for run in runs
    ]


def starter_of(run: Run) -> str:
    """Who started it, by name."""
    return run.started_by.get_full_name() if run.started_by else _("The system")


def event_rows(run: Run, events: Iterable[RunEvent], people: Mapping[str, User]) -> list[EventRow]:
    """The rows of a timeline, in the order of their numbers."""
    return [_event_row(run, event, people) for event in events]


def _event_row(run: Run, event: RunEvent, people: Mapping[str, User]) -> EventRow:
    return EventRow(
        seq=event.seq,
        event=event,
        since=_since(run, event),
        says=sentence_of(event),
        actor=_actor(event.actor, people),
        tone=TONES.get(event.kind, ""),
        facts=tuple(_facts(event)),
        payload_url=None
        if event.payload is None
        else reverse("front:run-event", args=[run.pk, event.seq]),
    )


def _since(run: Run, event: RunEvent) -> str:
    # Two machines wrote these times; order is by number, and no event is before the first.
    seconds = max((event.at - run.created_at).total_seconds(), 0)
    return _("+%(seconds)s s") % {"seconds": f"{seconds:.2f}"}


def _actor(actor: str, people: Mapping[str, User]) -> str:
    if actor == SYSTEM:
        return _("The system")
    person = people.get(actor)
    return person.get_full_name() if person else actor


TONES = {
    "run.failed": "bad",
    "stage.broke": "bad",
    "criticals.raised": "bad",
    "run.finished": "good",
    "review.awaited": "waits",
    "run.cancelled": "waits",
}

MISSING = "?"


def sentence_of(event: RunEvent) -> str:
    """What happened, in a sentence made of the header alone."""
    said = {"kind": event.kind, **event.header}
    sentences = {
        "run.opened": _("Asked for"),
        "run.claimed": _("A worker took it, attempt %(attempt)s"),
        "stage.started": _("%(stage)s: started"),
        "stage.finished": _("%(stage)s: done, its output is saved"),
        "stage.carried": _("%(stage)s: output of the failed run used again"),
        "stage.broke": _("%(stage)s: could not finish"),
        "criticals.raised": _("Critical values raised: %(count)s"),
        "misses.noted": _("Gaps of the graph noted: %(count)s"),
        "review.awaited": _("Waits for a person"),
        "review.ended": _("Review: %(outcome)s, edition %(version)s"),
        "run.finished": _("Done"),
        "run.failed": _("Failed"),
        "run.cancelled": _("Cancelled"),
    }
    return sentences.get(event.kind, event.kind) % _Lenient(said)


class _Lenient(dict[str, object]):
    """A header that lacks a word shows a question mark instead of breaking the page."""

    def __missing__(self, key: str) -> str:
        return MISSING


def _facts(event: RunEvent) -> Iterable[tuple[str, str]]:
    labels = {
        "as_of": _("as of"),
        "graph_release": _("graph release"),
        "again_after": _("tries again"),
        "token": _("fencing token"),
        "input_hash": _("input"),
        "output_hash": _("output"),
        "from_run": _("from run"),
        "status": _("status"),
        "error": _("error"),
    }
    for name, label in labels.items():
        value = event.header.get(name)
        if value is not None:
            short = name.endswith("_hash") or name == "graph_release"
            yield label, str(value)[:SHORT_HASH] if short else str(value)


def payload_rows(payload: Payload) -> list[tuple[str, str]]:
    """An opened payload as label and value, nested counts spread out."""
    rows: list[tuple[str, str]] = []
    for name, value in payload.items():
        if isinstance(value, dict):
            rows += [(_words(inner), str(count)) for inner, count in value.items()]
        else:
            rows.append((_words(name), _("not given") if value is None else str(value)))
    return rows


def _words(name: str) -> str:
    return name.replace("_", " ")
