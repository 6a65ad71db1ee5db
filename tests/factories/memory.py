"""Things said about invented patients, for tests of the memory."""

import datetime as dt
from typing import Any

from memory.facts import Body, FactEvent, FactState, Words, fold
from memory.vocabulary import EventKind, SectionKey, SourceKind, Speaker
from memory.write_path.reconcile import Heard, Known

DAY = dt.datetime(2026, 3, 1, 9, tzinfo=dt.UTC)


def words(text: str = "I take metformin", **changed: Any) -> Words:
    """Words of a patient in a chat."""
    said = {
        "source": "turn-1",
        "kind": SourceKind.CHAT,
        "speaker": Speaker.PATIENT,
        "text": text,
        "start": 0,
    }
    return Words(**{**said, **changed})


def body(name: str = "metformin", **changed: Any) -> Body:
    """What a fact says; a medicine unless told otherwise."""
    return Body(**{"section": SectionKey.MEDICATIONS, "name_raw": name, **changed})


def event(kind: EventKind, *, day: int = 0, **changed: Any) -> FactEvent:
    """An event so many days after the first."""
    said: dict[str, Any] = {"kind": kind, "at": DAY + dt.timedelta(days=day), "by": "usr-1"}
    if kind is EventKind.MENTIONED:
        said |= {"body": body(), "words": words()}
    return FactEvent(**{**said, **changed})


def confirmed(of: Body, *, day: int = 0) -> FactState:
    """The state of a confirmed fact."""
    state = fold(
        [event(EventKind.MENTIONED, day=day, body=of), event(EventKind.CONFIRMED, day=day)]
    )
    assert state is not None
    return state


def known(of: Body, fact: str = "fact-1") -> Known:
    """A confirmed fact as the reconciler sees it."""
    return Known(fact, confirmed(of))


def heard(of: Body, **changed: Any) -> Heard:
    """Something just read out of words."""
    return Heard(**{"body": of, "words": words(), **changed})
