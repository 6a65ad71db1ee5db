"""One opened event: what went in, what came out, why, what it changed, and all of it as JSON."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from medreview.front.presenters.timeline import said_of, words_of
from medreview.front.presenters.timeline_talk import Talk
from medreview.runtime.events import Payload
from medreview.runtime.models import RunEvent
from medreview.runtime.replay import Folded, Replayed

INPUTS = frozenset(
    {"work", "as_of", "graph_release", "again_after", "from_run", "input_hash", "token", "attempt"}
)
REASONS = frozenset({"reason", "error"})

LEDGERS = frozenset({"money"})
"""What the ledger knows better: the header's money is none where a price is unknown."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class EventDetail:
    """What one event holds."""

    inputs: list[Pair]
    outputs: list[Pair]
    reasons: list[Pair]
    changes: list[tuple[str, str, str]]
    """What the event changed of the run: label, before, after."""
    talk: Talk | None
    """The words of work with a model; None for every other event."""
    raw: str


def event_detail(
    event: RunEvent, payload: Payload, step: Replayed | None, talk: Talk | None
) -> EventDetail:
    """The event spread out; ``payload`` was opened by who may, or is empty."""
    opens = event.kind == "run.opened"
    sealed = [] if talk else list(_spread(payload))
    said = [
        (name, said_of(event, name, _header_text(value)))
        for name, value in event.header.items()
        if value not in (None, "", []) and name not in LEDGERS
    ]
    inputs = [(name, value) for name, value in said if name in INPUTS]
    outputs = [(name, value) for name, value in said if name not in INPUTS | REASONS]
    outputs += [] if opens else [pair for pair in sealed if pair[0] not in REASONS]
    return EventDetail(
        inputs=_in_words(inputs + (sealed if opens else [])),
        outputs=_in_words(outputs),
        reasons=_in_words([pair for pair in said + sealed if pair[0] in REASONS]),
        changes=list(_changes(step.before, step.after)) if step else [],
        talk=talk,
        raw=json.dumps(_whole(event, payload), indent=2, ensure_ascii=False),
    )


def _spread(payload: Payload) -> list[Pair]:
    """A payload as name and value, nested counts spread out."""
    pairs: list[Pair] = []
    for name, value in payload.items():
        if isinstance(value, dict):
            pairs += [(inner, _text(said)) for inner, said in value.items()]
        else:
            pairs.append((name, _text(value)))
    return pairs


def _header_text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _text(value: Any) -> str:
    return pgettext("a value", "not given") if value is None else str(value)


def _in_words(pairs: list[Pair]) -> list[Pair]:
    return [(words_of(name), value) for name, value in pairs]


def _changes(before: Folded, after: Folded) -> list[tuple[str, str, str]]:
    pairs: tuple[tuple[str, Any, Any], ...] = (
        ("state", before.state, after.state),
        ("attempts", before.attempts, after.attempts),
        ("token", before.token, after.token),
        ("finished", len(before.finished), len(after.finished)),
        ("failed_stage", before.failed_stage, after.failed_stage),
    )
    nothing = _("nothing")
    return [
        (words_of(name), str(old or nothing), str(new or nothing))
        for name, old, new in pairs
        if old != new
    ]


def _whole(event: RunEvent, payload: Payload) -> dict[str, Any]:
    return {
        "run": event.run_id,
        "seq": event.seq,
        "kind": event.kind,
        "at": event.at.isoformat(),
        "actor": event.actor,
        "header": event.header,
        "payload": payload or None,
        "previous_hash": event.previous_hash,
        "hash": event.hash,
    }
