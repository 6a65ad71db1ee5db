"""How old a thing is at ``as_of``, and what came before what; unknown stays unknown."""

import datetime as dt

from medreview.fhir.record import Moment


def age_days(moment: Moment | None, as_of: dt.datetime) -> int | None:
    """Whole days from the moment to ``as_of``; the fewest it can be when only a month is known."""
    if moment is None or moment.date is None:
        return None
    day = moment.latest or moment.date
    return max((as_of.date() - day).days, 0) if moment.date <= as_of.date() else -1


def is_after(moment: Moment | None, as_of: dt.datetime) -> bool:
    """Whether the moment certainly lies after ``as_of``."""
    if moment is None:
        return False
    if moment.instant is not None:
        return moment.instant > as_of
    return moment.date is not None and moment.date > as_of.date()


def days_between(one: Moment | None, other: Moment | None) -> int | None:
    """Whole days between two moments, whichever came first; None when either is undated."""
    if one is None or other is None or one.date is None or other.date is None:
        return None
    return abs((one.date - other.date).days)


def began_after(event: Moment | None, drawn: Moment | None) -> bool:
    """Whether an event certainly came later than a draw, given how precisely both are known."""
    if event is None or drawn is None or event.date is None or drawn.date is None:
        return False
    if event.instant is not None and drawn.instant is not None:
        return event.instant > drawn.instant
    return event.date > (drawn.latest or drawn.date)


def is_older(one: Moment, other: Moment) -> bool:
    """Whether the one certainly came before the other; an undated one counts as older."""
    if one.date is None or other.date is None:
        return one.date is None and other.date is not None
    if one.instant is not None and other.instant is not None:
        return one.instant < other.instant
    return (one.latest or one.date) < other.date


def order_key(moment: Moment) -> tuple[dt.date, dt.datetime]:
    """Sorts results by when they were drawn; an undated one counts as the oldest."""
    day = moment.date or dt.date.min
    if moment.instant is not None:
        return day, moment.instant
    return day, dt.datetime.combine(day, dt.time.min, tzinfo=dt.UTC)
