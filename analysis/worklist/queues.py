"""In which queue an analysis waits, how a list is narrowed and counted, where it goes on. Pure.

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
    patients: str = ""
    """The id of a list of patients, such as a ward: only analyses of those on it."""
    handed_off: bool = False
    """Only what the result gate or somebody else handed to a person, and nobody resolved."""

    def __bool__(self) -> bool:
        return bool(
            self.severity or self.overdue or self.holder or self.patients or self.handed_off
        )


@dataclass(frozen=True)
class Cell:
    """Open analyses that are alike in everything a list is narrowed by."""

    queue: Queue
    severity: Severity
    overdue: bool
    holder: str
    count: int
    handed_off: bool = False

    def is_in(self, listing: Listing, filters: Filters) -> bool:
        """Whether a list, narrowed so, shows them; whose they are was asked before."""
        return (
            (self.overdue if listing is Listing.OVERDUE else self.queue == listing.value)
            and filters.severity in {None, self.severity}
            and (self.overdue or not filters.overdue)
            and filters.holder in {"", self.holder}
            and (self.handed_off or not filters.handed_off)
        )


@dataclass(frozen=True)
class Counts:
    """How long each list of one person is, however it is narrowed, at one moment."""

    cells: tuple[Cell, ...]
    signed: int

    def of(self, listing: Listing, filters: Filters = Filters()) -> int:
        """How many rows this list has."""
        if listing is Listing.SIGNED:
            return self.signed
        return sum(cell.count for cell in self.cells if cell.is_in(listing, filters))

    def holders(self) -> set[str]:
        """The ids of the others who hold something."""
        return {cell.holder for cell in self.cells if cell.queue is Queue.OTHERS}


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
