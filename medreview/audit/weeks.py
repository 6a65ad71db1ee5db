"""Calendar weeks as people number them, from Monday to Sunday in a hospital's own zone. Pure."""

import datetime as dt
import re
from dataclasses import dataclass
from zoneinfo import ZoneInfo

NAME = re.compile(r"(?P<year>\d{4})-W(?P<number>\d{2})")


@dataclass(frozen=True, order=True)
class Week:
    """One week, such as ``2026-W48``."""

    monday: dt.date

    @property
    def name(self) -> str:
        """As it stands in an address and on a report."""
        year, number, _ = self.monday.isocalendar()
        return f"{year:04d}-W{number:02d}"

    @property
    def sunday(self) -> dt.date:
        """Its last day."""
        return self.monday + dt.timedelta(days=6)

    def before(self, weeks: int = 1) -> "Week":
        """The week so many weeks earlier."""
        return Week(self.monday - dt.timedelta(weeks=weeks))

    def begins(self, zone: ZoneInfo) -> dt.datetime:
        """Its first moment."""
        return dt.datetime.combine(self.monday, dt.time.min, tzinfo=zone)

    def ends(self, zone: ZoneInfo) -> dt.datetime:
        """The first moment that is not in it any more."""
        return dt.datetime.combine(self.monday + dt.timedelta(days=7), dt.time.min, tzinfo=zone)


def week_named(name: str) -> Week | None:
    """The week of a name; None for what is none, such as ``2025-W53``."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    try:
        return Week(dt.date.fromisocalendar(int(found["year"]), int(found["number"]), 1))
    except ValueError:
        return None


def week_of(moment: dt.datetime, zone: ZoneInfo) -> Week:
    """The week a moment lies in, where the hospital is."""
    day = moment.astimezone(zone).date()
    return Week(day - dt.timedelta(days=day.weekday()))


def weeks_between(first: Week, last: Week) -> list[Week]:
    """Every week from one to another, newest first."""
    count = (last.monday - first.monday).days // 7 + 1
    return [last.before(number) for number in range(max(0, count))]
