"""Which days figures are asked of."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from analysis.pipeline.figures.asked import MOST_DAYS, Asked, window

TODAY = dt.date(2026, 3, 10)


def asked(first: dt.date, last: dt.date, zone: str = "UTC") -> Asked:
    return Asked("hos_1", ZoneInfo(zone), first, last)


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        (None, None, 30),
        (TODAY, TODAY, 1),
        (TODAY, None, 1),
        (None, dt.date(2026, 1, 31), 30),
        (dt.date(2026, 3, 12), dt.date(2026, 3, 1), 1),
        (dt.date(2026, 12, 1), dt.date(2026, 12, 24), 1),
        (dt.date(2001, 1, 1), None, MOST_DAYS),
    ],
)
def test_thirty_days_unless_told_and_never_more_than_a_year_or_beyond_today(first, last, days):
    begin, end = window(first, last, TODAY)

    assert end <= TODAY
    assert (end - begin).days + 1 == days


def test_a_day_begins_where_the_hospital_is_even_when_clocks_change():
    spring = dt.date(2026, 3, 29)

    day = asked(spring, spring, "Europe/Berlin")

    assert day.since.astimezone(dt.UTC) == dt.datetime(2026, 3, 28, 23, tzinfo=dt.UTC)
    assert day.until.astimezone(dt.UTC) == dt.datetime(2026, 3, 29, 22, tzinfo=dt.UTC)


def test_every_day_and_every_week_of_the_window_is_there():
    window_of = asked(dt.date(2026, 3, 4), TODAY)

    assert len(list(window_of.days())) == 7
    assert list(window_of.mondays()) == [dt.date(2026, 3, 2), dt.date(2026, 3, 9)]
