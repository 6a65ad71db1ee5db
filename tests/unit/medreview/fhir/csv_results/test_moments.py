from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.csv_results.moments import (
    DATE_FORMATS,
    date_of,
    formats_that_fit,
    moment_of,
)

VIENNA = ZoneInfo("Europe/Vienna")


@pytest.mark.parametrize(
    ("text", "form", "moment"),
    [
        ("2026-11-20", "YYYY-MM-DD", "2026-11-20"),
        ("2026-11-20T08:10:00Z", "YYYY-MM-DD", "2026-11-20T08:10:00Z"),
        ("2026-11-20 08:10", "YYYY-MM-DD", "2026-11-20T08:10:00+01:00"),
        ("20.11.2026 8:10", "DD.MM.YYYY", "2026-11-20T08:10:00+01:00"),
        ("03/04/2026", "DD/MM/YYYY", "2026-04-03"),
        ("03/04/2026", "MM/DD/YYYY", "2026-03-04"),
        ("7/4/2026 1:05 PM", "MM/DD/YYYY", "2026-07-04T13:05:00+02:00"),
        ("12/31/2026 12:05 am", "MM/DD/YYYY", "2026-12-31T00:05:00+01:00"),
        ("20261120081000", "YYYYMMDD", "2026-11-20T08:10:00+01:00"),
        ("20-Nov-2026", "DD-MMM-YYYY", "2026-11-20"),
        ("2026年11月2日", "YYYY年M月D日", "2026-11-02"),
    ],
)
def test_a_moment_is_read_by_the_format_that_was_declared(text, form, moment):
    assert moment_of(text, form, VIENNA) == moment


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("31/02/2026", "DD/MM/YYYY"),
        ("13/14/2026", "MM/DD/YYYY"),
        ("2026-11-20", "DD.MM.YYYY"),
        ("20.11.2026 25:00", "DD.MM.YYYY"),
        ("20.11.2026 13:00 PM", "DD.MM.YYYY"),
        ("yesterday", "YYYY-MM-DD"),
        ("20.11.26", "DD.MM.YYYY"),
        ("20.11.2026 08:10 or so", "DD.MM.YYYY"),
    ],
)
def test_what_is_no_moment_in_the_format_is_none(text, form):
    assert moment_of(text, form, VIENNA) is None


def test_the_time_may_stand_in_another_column():
    assert moment_of("20.11.2026", "DD.MM.YYYY", VIENNA, "08:10") == "2026-11-20T08:10:00+01:00"


def test_dates_that_can_be_read_two_ways_fit_two_formats():
    assert formats_that_fit(["03/04/2026", "01/02/2026"]) == ("DD/MM/YYYY", "MM/DD/YYYY")
    assert formats_that_fit(["03/04/2026", "13/02/2026"]) == ("DD/MM/YYYY",)
    assert formats_that_fit(["", "x"]) == ()


def test_a_broken_date_among_good_ones_hides_no_format():
    assert formats_that_fit(["14.03.1958", "31.02.1960", "02.07.1971"]) == ("DD.MM.YYYY",)


def test_a_birth_date_is_a_day():
    assert date_of("14.03.1958", "DD.MM.YYYY") == "1958-03-14"
    assert date_of("14.03.1958", "YYYY-MM-DD") is None


@given(st.text(max_size=30), st.sampled_from(DATE_FORMATS), st.text(max_size=8))
def test_any_text_is_a_moment_or_none(text, form, time):
    moment = moment_of(text, form, VIENNA, time)

    assert moment is None or moment[4] == "-"
