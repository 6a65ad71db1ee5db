"""What a person's decision on a candidate adds to its fact. Pure."""

import datetime as dt

from memory.facts import Body, FactEvent
from memory.vocabulary import ChangeKind, EventKind
from memory.write_path.reconcile import Proposed

_OF_CHANGE = {
    ChangeKind.NEW: EventKind.CONFIRMED,
    ChangeKind.CONFIRMS: EventKind.CONFIRMED,
    ChangeKind.CHANGES: EventKind.CHANGED,
    ChangeKind.STOPS: EventKind.STOPPED,
    ChangeKind.DENIES: EventKind.NEGATED,
    ChangeKind.CONTRADICTS: EventKind.CHANGED,
}


def first_mention(proposed: Proposed, *, at: dt.datetime, by: str) -> FactEvent:
    """A fact begins with the words it was said in."""
    return FactEvent(
        kind=EventKind.MENTIONED, at=at, by=by, body=proposed.body, words=proposed.heard.words
    )


def confirmation(proposed: Proposed, *, at: dt.datetime, by: str, is_new: bool) -> FactEvent:
    """The event by which a confirmed proposal changes its fact."""
    kind = EventKind.CONFIRMED if is_new else _OF_CHANGE[proposed.change]
    has_body = kind is EventKind.CHANGED
    return FactEvent(
        kind=kind,
        at=at,
        by=by,
        body=proposed.body if has_body else None,
        words=None if is_new else proposed.heard.words,
        ended=proposed.heard.ended,
    )


def correction(
    proposed: Proposed, body: Body, *, at: dt.datetime, by: str, is_new: bool
) -> FactEvent:
    """Confirmed in other words than were proposed; the speaker's own words stay beside it."""
    words = None if is_new else proposed.heard.words
    return FactEvent(kind=EventKind.CORRECTED, at=at, by=by, body=body, words=words)


def is_plain_confirmation(proposed: Proposed) -> bool:
    """Whether it only says again what is remembered: the one thing that many may be given for."""
    return proposed.change is ChangeKind.CONFIRMS and not proposed.against
