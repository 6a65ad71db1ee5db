"""Dates, ages, flags and values as a clinical reader expects them."""

import datetime as dt

import pytest
from django.utils import translation

from medreview.common.display import (
    age_text,
    clinical_date,
    flag_of,
    limit_span,
    since_text,
    span_text,
    value_text,
)


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "14-Nov-2026"),
        ("ru", "14\u00a0ноя\u00a02026"),
        ("zh-hans", "2026-11-14"),
    ],
)
def test_a_date_can_be_read_one_way_only_in_every_language(language: str, shown: str) -> None:
    with translation.override(language):
        assert clinical_date(dt.date(2026, 11, 14)) == shown


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("2019", "2019"),
        ("2019-07", "Jul-2019"),
        ("2026-11-14", "14-Nov-2026"),
        ("2026-11-14T08:10:00+03:00", "14-Nov-2026\u00a008:10"),
        ("", "Not recorded"),
        ("last spring", "last spring"),
    ],
)
def test_a_date_is_as_precise_and_in_the_zone_as_it_was_sent(sent: str, shown: str) -> None:
    assert clinical_date(sent, time=True) == shown


def test_nothing_known_is_said_in_words() -> None:
    assert clinical_date(None) == "Not recorded"
    assert age_text(None) == "age not known"


@pytest.mark.parametrize(
    ("days", "shown"),
    [
        (0, "less than a day ago"),
        (1, "1 day ago"),
        (16, "16 days ago"),
        (59, "59 days ago"),
        (60, "1 month ago"),
        (454, "14 months ago"),
        (822, "2y 3m ago"),
        (-2, "dated in the future"),
    ],
)
def test_an_age_is_in_the_unit_clinicians_use(days: int, shown: str) -> None:
    assert age_text(days) == shown


def test_one_of_our_own_moments_is_told_in_minutes_and_hours() -> None:
    now = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)

    assert since_text(now - dt.timedelta(seconds=20), now) == "just now"
    assert since_text(now - dt.timedelta(minutes=1), now) == "1 minute ago"
    assert since_text(now - dt.timedelta(hours=5), now) == "5 hours ago"
    assert since_text(now - dt.timedelta(days=3), now) == "3 days ago"


def test_spans_are_counted_in_months_and_years() -> None:
    assert span_text(365) == "11 months"
    assert span_text(1461) == "4y 0m"


@pytest.mark.parametrize(
    ("code", "letters", "arrow", "tone"),
    [
        ("H", "H", "▲", "abnormal"),
        ("l", "L", "▼", "abnormal"),
        ("HH", "HH", "▲▲", "critical"),
        ("LL", "LL", "▼▼", "critical"),
        ("↑", "H", "▲", "abnormal"),
        ("N", "", "", "plain"),
        (None, "", "", "norange"),
    ],
)
def test_a_flag_says_severity_by_tone_and_direction_by_arrow(
    code: str | None, letters: str, arrow: str, tone: str
) -> None:
    flag = flag_of(code)

    assert (flag.letters, flag.arrow, flag.tone) == (letters, arrow, tone)


def test_a_flag_we_do_not_know_is_shown_verbatim() -> None:
    flag = flag_of("++")

    assert flag.letters == "++"
    assert flag.tone == "abnormal"


def test_a_value_stays_on_one_line_with_its_comparator() -> None:
    assert value_text("< 0.01 mmol/L") == "<\u00a00.01\u00a0mmol/L"
    assert value_text("<5") == "<\u00a05"
    assert value_text("1.50 mmol/L") == "1.50\u00a0mmol/L"


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (30, "30 days"),
        (90, "3 months"),
        (180, "6 months"),
        (365, "12 months"),
        (550, "18 months"),
        (730, "2 years"),
        (1000, "2y 9m"),
    ],
)
def test_a_limit_is_said_in_the_unit_it_was_meant_in(days: int, said: str) -> None:
    assert limit_span(days) == said
