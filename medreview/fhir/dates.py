"""FHIR dates with the precision and the zone they were sent with.

Nothing is completed: ``2019`` stays a year, with its earliest and its latest day beside it.
What is no FHIR date has no day at all, whatever it looks like.
"""

import calendar
import datetime as dt
import re
from functools import lru_cache
from typing import Any

from medreview.fhir.elements import Json, object_at, text_of
from medreview.fhir.record import Moment, Precision

_GROWN_UP = 18
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_TIME = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?"
    r"\s*(Z|z|[+-]\d{2}:?\d{2})?",
    re.ASCII,
)
_FARTHEST_ZONE = dt.timedelta(hours=14)


def read_moment(sent: Any) -> Moment:
    """What the source sent, with the days it can mean; ``unknown`` when it is no FHIR date."""
    return _moment(text_of(sent) or "")


@lru_cache(maxsize=8192)
def _moment(text: str) -> Moment:
    """One object for equal texts: the results of one sample share their times."""
    if whole := _DATE.fullmatch(text):
        return _calendar(text, *whole.groups())
    if whole := _TIME.fullmatch(text):
        return _clock(text, whole)
    return _unknown(text)


def read_when(holder: Json, *names: str) -> Moment | None:
    """The first time found under these names; a Period counts by its start, else by its end.

    None when nothing was sent under any of them.
    """
    for name in names:
        found = holder.get(name)
        if isinstance(found, dict):
            found = found.get("start") or found.get("end") or _first_event(found)
        if text_of(found):
            return read_moment(found)
    return None


def period_end(holder: Json, *names: str) -> Moment | None:
    """When the first Period found under these names ended, if it says so."""
    for name in names:
        if text_of(ended := object_at(holder, name).get("end")):
            return read_moment(ended)
    return None


def is_future(moment: Moment, as_of: dt.datetime) -> bool:
    """Whether the whole of a moment lies after ``as_of``, in whatever zone it was written."""
    if moment.instant is not None:
        return moment.instant > as_of
    if moment.date is None:
        return False
    # Without a zone a day may already have begun somewhere: only a day later is surely later.
    return moment.date > (as_of.astimezone(dt.UTC) + _FARTHEST_ZONE).date()


def is_over(ended: Moment | None, as_of: dt.datetime) -> bool:
    """Whether this end surely lies before ``as_of``; an unreadable or missing end does not."""
    if ended is None:
        return False
    if ended.instant is not None:
        return ended.instant <= as_of
    return ended.latest is not None and ended.latest < as_of.astimezone(dt.UTC).date()


def order_key(moment: Moment) -> tuple[dt.datetime, str]:
    """A key that sorts moments by time; unknown ones come first, so they are never the latest.

    Without a time of day, the day's beginning counts: a dated time on that day is later.
    """
    if moment.instant is not None:
        return moment.instant, moment.text
    if moment.date is None:
        return dt.datetime.min.replace(tzinfo=dt.UTC), moment.text
    time = _time_without_zone(moment.text) or dt.time()
    return dt.datetime.combine(moment.date, time, dt.UTC), moment.text


def age_in_days(born: Moment | None, at: Moment | dt.datetime) -> tuple[int, int] | None:
    """The fewest and the most whole days somebody born then can have lived at that moment.

    None when either is unknown, or when birth surely lies after the moment.
    """
    if born is None or born.date is None or born.latest is None:
        return None
    if isinstance(at, dt.datetime):
        first = last = at.date()
    elif at.date is None or at.latest is None:
        return None
    else:
        first, last = at.date, at.latest
    most = (last - born.date).days
    if most < 0:
        return None
    return max((first - born.latest).days, 0), most


def clinical_age(born: dt.date, day: dt.date) -> tuple[tuple[int, str], ...]:
    """An age in the units clinicians use: 3d, 5w, 11m, 4y 2m, and from 18 on years alone.

    Each number comes with its unit (``d``, ``w``, ``m``, ``y``), for the caller to put into words;
    nothing comes of a day before birth.
    """
    days = (day - born).days
    months = (day.year - born.year) * 12 + day.month - born.month - (day.day < born.day)
    years, odd_months = divmod(months, 12)
    if days < 0:
        return ()
    if days < 28:
        return ((days, "d"),)
    if months < 3:
        return ((days // 7, "w"),)
    if years < 2:
        return ((months, "m"),)
    return ((years, "y"),) if years >= _GROWN_UP else ((years, "y"), (odd_months, "m"))


def _unknown(text: str) -> Moment:
    return Moment(text=text, precision=Precision.UNKNOWN)


def _calendar(text: str, year: str, month: str | None, day: str | None) -> Moment:
    try:
        first = dt.date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return _unknown(text)
    if day is not None:
        return Moment(text=text, precision=Precision.DAY, date=first, latest=first)
    if month is None:
        last = first.replace(month=12, day=31)
        return Moment(text=text, precision=Precision.YEAR, date=first, latest=last)
    last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
    return Moment(text=text, precision=Precision.MONTH, date=first, latest=last)


def _clock(text: str, whole: re.Match[str]) -> Moment:
    year, month, day, hour, minute, second, fraction, zone = whole.groups()
    precision = Precision.MINUTE if second is None else Precision.SECOND
    # 24:00 is the end of that day by ISO 8601, and :60 a leap second: the day stays as sent.
    midnight = (hour, minute, second or "00") == ("24", "00", "00")
    leap = second == "60"
    try:
        date = dt.date(int(year), int(month), int(day))
        time = dt.time(
            0 if midnight else int(hour),
            int(minute),
            59 if leap else int(second or 0),
            int((fraction or "0")[:6].ljust(6, "0")),
        )
        instant = None if zone is None else dt.datetime.combine(date, time, _zone(zone))
        if instant is not None and midnight:
            instant += dt.timedelta(days=1)
        if instant is not None:
            instant.astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return _unknown(text)
    return Moment(text=text, precision=precision, instant=instant, date=date, latest=date)


def _zone(text: str) -> dt.timezone:
    if text in "Zz":
        return dt.UTC
    hours, minutes = int(text[1:3]), int(text[-2:])
    if minutes > 59:
        raise ValueError("no zone has more than 59 minutes")
    offset = dt.timedelta(hours=hours, minutes=minutes)
    if offset > _FARTHEST_ZONE:
        raise ValueError("no place is further from Greenwich than 14 hours")
    return dt.timezone(-offset if text[0] == "-" else offset)


def _time_without_zone(text: str) -> dt.time | None:
    whole = _TIME.fullmatch(text)
    if whole is None or whole.group(4) == "24":
        return None
    return dt.time(int(whole.group(4)), int(whole.group(5)), min(int(whole.group(6) or 0), 59))


def _first_event(timing: Json) -> Any:
    events = timing.get("event")
    return events[0] if isinstance(events, list) and events else None
