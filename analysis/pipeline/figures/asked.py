"""Of which days, stage, model and release figures are asked, and how days are counted. Pure."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

MOST_DAYS = 366
ENOUGH = 20
"""A percentile of fewer values than these says nothing, and is left out."""


@dataclass(frozen=True)
class Asked:
    """What figures are asked of."""

    hospital: str
    zone: ZoneInfo
    """Where the hospital is: its days begin there, as those of its budget do."""
    first: dt.date
    last: dt.date
    """That day included."""
    stage: str = ""
    skills: frozenset[str] = frozenset()
    """The skills of that stage: what its requests to models are known by."""
    model: str = ""
    release: str = ""
    """The content hash of a release of the graph."""

    @property
    def since(self) -> dt.datetime:
        """The first moment."""
        return dt.datetime.combine(self.first, dt.time(), self.zone)

    @property
    def until(self) -> dt.datetime:
        """The first moment that is no longer asked for."""
        return dt.datetime.combine(self.last + dt.timedelta(days=1), dt.time(), self.zone)

    def days(self) -> Iterator[dt.date]:
        """Every day, whether anything happened or not."""
        for number in range((self.last - self.first).days + 1):
            yield self.first + dt.timedelta(days=number)

    def mondays(self) -> Iterator[dt.date]:
        """The Monday of every week that a day of it is asked of."""
        monday = self.first - dt.timedelta(days=self.first.weekday())
        while monday <= self.last:
            yield monday
            monday += dt.timedelta(days=7)


def window(first: dt.date | None, last: dt.date | None, today: dt.date) -> tuple[dt.date, dt.date]:
    """The days meant by what was typed: thirty unless told, never more than a year."""
    end = min(last or today, today)
    begin = min(first or end - dt.timedelta(days=29), end)
    return max(begin, end - dt.timedelta(days=MOST_DAYS - 1)), end
