"""In which queue an analysis waits, what a list is narrowed to, and where a page goes on. Pure.

Who holds it decides the queue: it waits for anybody, it is mine, or it is somebody else's. So an
open analysis is in exactly one of the three for every person, and one that is not open is in
none. What is overdue is told by the clock and not by the hand, so it is no fourth queue: the
list of it runs across the three (ADR 0018).
"""

import datetime as dt
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from analysis.pipeline.analysis_states import DECIDABLE


class Queue(StrEnum):
    """Where an open analysis is, for one person."""

    WAITING = "waiting"
    MINE = "mine"
    OTHERS = "others"


class Listing(StrEnum):
    """The lists a person can open."""

    WAITING = "waiting"
    MINE = "mine"
    OTHERS = "others"
    OVERDUE = "overdue"
    """Of all three queues, what should have been signed by now."""
    SIGNED = "signed"


class Severity(StrEnum):
    """What an analysis holds; it decides how soon it is due."""

    CRITICAL = "critical"
    ABNORMAL = "abnormal"
    OTHER = "other"


def queue_of(*, state: str, holder: str | None, viewer: str) -> Queue | None:
    """The one queue an analysis is in for ``viewer``; None when nobody decides on it now."""
    if state not in DECIDABLE:
        return None
    if holder is None:
        return Queue.WAITING
    return Queue.MINE if holder == viewer else Queue.OTHERS


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed to; empty narrows nothing."""

    severity: Severity | None = None
    overdue: bool = False
    holder: str = ""
    """The id of the person who holds it."""

    def __bool__(self) -> bool:
        return bool(self.severity or self.overdue or self.holder)


_PLACE = re.compile(r"(\d)\.(\d{1,19})\.([a-z]+_[0-9a-z]{1,40})")
_START = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True, order=True)
class Place:
    """Where in its order a list goes on: behind a row that may be gone by then.

    It names the row's place and not its number, so that what comes and goes shifts nothing.
    """

    rank: int
    at: dt.datetime
    id: str

    def as_text(self) -> str:
        """As it stands in an address: no word of a patient is in it."""
        micros = (self.at - _START) // dt.timedelta(microseconds=1)
        return f"{self.rank}.{micros}.{self.id}"

    @classmethod
    def from_text(cls, text: str) -> Self | None:
        """The place an address names, or None where it names none."""
        found = _PLACE.fullmatch(text)
        if found is None:
            return None
        try:
            at = _START + dt.timedelta(microseconds=int(found[2]))
        except OverflowError:
            return None
        return cls(int(found[1]), at, found[3])
