"""Age and order in time, no more exact than what was sent."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.ages import (
    age_days,
    began_after,
    days_between,
    is_after,
    is_older,
    order_key,
)
from medreview.fhir.dates import read_moment

AS_OF = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
DAYS = st.dates(dt.date(2000, 1, 1), dt.date(2026, 11, 30))


@pytest.mark.parametrize(
    ("sent", "days"),
    [("2026-11-30", 0), ("2026-11-29", 1), ("2026-10", 30), ("2025", 334), ("", None)],
)
def test_age_is_the_fewest_days_the_date_allows(sent: str, days: int | None) -> None:
    assert age_days(read_moment(sent), AS_OF) == days


def test_a_day_is_after_only_when_it_certainly_is() -> None:
    assert not is_after(read_moment("2026-11-30"), AS_OF)
    assert is_after(read_moment("2026-11-30T13:00:00Z"), AS_OF)
    assert is_after(read_moment("2026-12-01"), AS_OF)
    assert not is_after(read_moment(""), AS_OF)


@pytest.mark.parametrize(
    ("event", "drawn", "after"),
    [
        ("2026-11-02", "2026-11-01", True),
        ("2026-11-01", "2026-11-01", False),
        ("2026-11-01T09:00:00Z", "2026-11-01T08:00:00Z", True),
        ("2026-11-01T09:00:00Z", "2026-11-01", False),
        ("2026-11", "2026-11-01", False),
        ("2026-11-15", "2026-11", False),
        ("2026-12-01", "2026-11", True),
        ("", "2026-11-01", False),
    ],
)
def test_an_event_is_later_than_a_draw_only_when_it_certainly_is(
    event: str,
    drawn: str,
    after: bool,
) -> None:
    assert began_after(read_moment(event), read_moment(drawn)) is after


@given(DAYS, DAYS)
def test_nothing_is_both_before_and_after(one: dt.date, other: dt.date) -> None:
    first, second = read_moment(one.isoformat()), read_moment(other.isoformat())

    assert not (began_after(first, second) and began_after(second, first))
    assert days_between(first, second) == abs((one - other).days)
    assert (order_key(first) < order_key(second)) == (one < other)


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        ("2026-11-20", "2026-11-21", True),
        ("2026-11-20T08:00:00Z", "2026-11-20T08:00:01Z", True),
        ("2026-11-20T23:00:00-05:00", "2026-11-21T03:00:00Z", False),
        ("2026-11-20", "2026-11-20T08:00:00Z", False),
        ("2026-11-20T08:00:00Z", "2026-11-20", False),
        ("2026-11", "2026-11-20", False),
        ("2026-10", "2026-11-20", True),
        ("01.10", "2026-11-20", True),
        ("01.10", "202510", False),
    ],
)
def test_one_result_is_older_only_when_it_certainly_is(one: str, other: str, is_so: bool) -> None:
    assert is_older(read_moment(one), read_moment(other)) is is_so
