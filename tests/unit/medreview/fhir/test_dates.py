import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.common.text import visible
from medreview.fhir.dates import (
    age_in_days,
    clinical_age,
    is_future,
    is_over,
    order_key,
    period_end,
    read_moment,
    read_when,
)
from medreview.fhir.record import Precision

NOON = dt.datetime(2025, 6, 1, 12, tzinfo=dt.UTC)
DAYS = st.dates(min_value=dt.date(1900, 1, 1), max_value=dt.date(2100, 12, 31))


@pytest.mark.parametrize(
    ("sent", "precision", "first", "last"),
    [
        ("2019", "year", "2019-01-01", "2019-12-31"),
        ("2020-02", "month", "2020-02-01", "2020-02-29"),
        ("2019-07-04", "day", "2019-07-04", "2019-07-04"),
        ("2019-07-04T10:30Z", "minute", "2019-07-04", "2019-07-04"),
        ("2019-07-04T10:30:05.123456789+02:00", "second", "2019-07-04", "2019-07-04"),
        ("2019-07-04T24:00:00Z", "second", "2019-07-04", "2019-07-04"),
        ("2016-12-31T23:59:60Z", "second", "2016-12-31", "2016-12-31"),
        ("2019-07-04T10:30:05", "second", "2019-07-04", "2019-07-04"),
    ],
)
def test_a_date_means_its_earliest_to_its_latest_day(sent, precision, first, last):
    moment = read_moment(sent)

    assert (moment.text, moment.precision) == (sent, precision)
    assert (str(moment.date), str(moment.latest)) == (first, last)


@pytest.mark.parametrize(
    "sent",
    [
        *("", None, True, 20251001, "202510", "01.10", "1/1/1980", "31.12.1975", "2019-13"),
        *("2019-02-30", "0000", "2019-07-04T25:00:00Z", "2019-07-04T10:00:00+99:00", "2019-7-4"),
        *("0001-01-01T00:00:00+14:00", "2019-07-04T10:00:00+02:75", "9999-12-31T24:00:00Z"),
        *("٢٠١٩", "yesterday"),
    ],
)
def test_what_is_no_fhir_date_has_no_day(sent):
    moment = read_moment(sent)

    assert moment.precision is Precision.UNKNOWN
    assert (moment.instant, moment.date, moment.latest) == (None, None, None)


def test_the_zone_is_kept_and_only_a_zone_makes_an_instant():
    with_zone, without = read_moment("2024-05-01T23:30:00-08:00"), read_moment("2024-05-01T23:30")

    assert with_zone.instant.isoformat() == "2024-05-01T23:30:00-08:00"
    assert with_zone.date == dt.date(2024, 5, 1)
    assert without.instant is None


def test_midnight_at_the_end_of_a_day_is_the_beginning_of_the_next():
    assert read_moment("2019-07-04T24:00:00Z").instant == dt.datetime(2019, 7, 5, tzinfo=dt.UTC)


@given(st.text() | st.none() | st.integers() | st.lists(st.text(), max_size=2))
def test_any_text_is_a_moment_that_keeps_it(sent):
    moment = read_moment(sent)

    assert moment.precision in set(Precision)
    assert not isinstance(sent, str) or moment.text == visible(sent).strip()
    assert (moment.date is None) == (moment.precision is Precision.UNKNOWN)
    assert read_moment(moment.text) == moment


@given(DAYS, st.sampled_from([4, 7, 10]))
def test_a_less_precise_date_never_excludes_the_day_it_was_cut_from(day, length):
    moment = read_moment(day.isoformat()[:length])

    assert moment.date <= day <= moment.latest


@given(DAYS, DAYS)
def test_days_sort_as_they_follow_each_other(one, other):
    keys = [order_key(read_moment(day.isoformat())) for day in (one, other)]

    assert (keys[0] < keys[1]) == (one < other)


def test_an_unknown_moment_sorts_first_and_a_time_after_its_bare_day():
    moments = ["2019-07-04T09:00:00Z", "garbage", "2019-07-04", "2019-07-04T10:00:00"]

    ordered = sorted(moments, key=lambda text: order_key(read_moment(text)))

    assert ordered == ["garbage", "2019-07-04", "2019-07-04T09:00:00Z", "2019-07-04T10:00:00"]


@pytest.mark.parametrize(
    ("sent", "future"),
    [
        ("2025-06-01T12:00:01Z", True),
        ("2025-06-01T12:00:00Z", False),
        ("2025-06-02", False),
        ("2025-06-03", True),
        ("2025", False),
        ("2026", True),
        ("nonsense", False),
    ],
)
def test_a_moment_is_in_the_future_only_when_all_of_it_is(sent, future):
    assert is_future(read_moment(sent), NOON) is future


@pytest.mark.parametrize(
    ("sent", "over"),
    [
        ("2025-05-31", True),
        ("2025-06-01", False),
        ("2025", False),
        ("2024", True),
        ("2025-06-01T11:00:00Z", True),
        ("soon", False),
    ],
)
def test_an_end_is_over_only_when_it_surely_is(sent, over):
    assert is_over(read_moment(sent), NOON) is over
    assert is_over(None, NOON) is False


def test_a_period_counts_by_its_start_and_tells_its_end():
    holder = {"effectivePeriod": {"start": "2024", "end": "2025-01"}, "x": {"event": ["2023"]}}

    assert read_when(holder, "effectiveDateTime", "effectivePeriod").text == "2024"
    assert period_end(holder, "effectivePeriod").text == "2025-01"
    assert read_when(holder, "x").text == "2023"
    assert read_when(holder, "issued") is None
    assert period_end({}, "effectivePeriod") is None


@given(DAYS, st.integers(0, 40_000), st.sampled_from([4, 7, 10]))
def test_the_true_age_always_lies_between_the_two_that_are_told(born, days, length):
    at = born + dt.timedelta(days=days)

    told = age_in_days(read_moment(born.isoformat()[:length]), read_moment(at.isoformat()))

    assert told is not None
    assert told[0] <= days <= told[1]


def test_an_age_is_unknown_without_dates_and_before_birth():
    born = read_moment("1980-01-01")

    assert age_in_days(None, NOON) is None
    assert age_in_days(read_moment("?"), NOON) is None
    assert age_in_days(born, read_moment("?")) is None
    assert age_in_days(born, read_moment("1979")) is None
    assert age_in_days(born, dt.datetime(1980, 1, 11, tzinfo=dt.UTC)) == (10, 10)


@pytest.mark.parametrize(
    ("born", "parts"),
    [
        ((2026, 11, 3), ((27, "d"),)),
        ((2026, 11, 2), ((4, "w"),)),
        ((2026, 8, 30), ((3, "m"),)),
        ((2024, 12, 1), ((23, "m"),)),
        ((2024, 11, 30), ((2, "y"), (0, "m"))),
        ((2010, 6, 1), ((16, "y"), (5, "m"))),
        ((2008, 11, 30), ((18, "y"),)),
        ((2026, 12, 1), ()),
    ],
)
def test_an_age_changes_its_unit_at_stated_days(born, parts):
    assert clinical_age(dt.date(*born), dt.date(2026, 11, 30)) == parts
