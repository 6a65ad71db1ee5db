"""Values keep what was said, no more exactly than it was said, and refuse nonsense."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from memory.values import Amount, Dose, Frequency, Per, Precision, When

DAYS = st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31))


def test_a_month_and_a_year_are_all_of_their_days():
    assert When.of_month(2024, 2).latest == dt.date(2024, 2, 29)
    assert When.of_year(2024).earliest == dt.date(2024, 1, 1)


def test_an_unknown_time_can_be_any_time_and_is_after_none():
    unknown = When(text="a while ago")

    assert unknown.may_be(When.of_year(1999))
    assert not unknown.is_surely_after(dt.date(1900, 1, 1))


@given(DAYS, DAYS)
def test_two_days_are_one_time_only_when_they_are_the_same_day(one, other):
    assert When.of_day(one).may_be(When.of_day(other)) == (one == other)


@given(DAYS)
def test_a_day_may_be_in_its_month_and_year(day):
    assert When.of_day(day).may_be(When.of_month(day.year, day.month))
    assert When.of_day(day).may_be(When.of_year(day.year))


@pytest.mark.parametrize("digits", ["5", "0,5", "2.5", "1/2", "1000"])
def test_digits_stay_as_they_were_said(digits):
    assert Dose(digits=digits, unit="mg").digits == digits


def test_a_comma_is_a_decimal_sign_and_a_half_is_a_half():
    assert Amount(digits="0,5", unit="mg").value == Amount(digits="1/2", unit="tablet").value


@pytest.mark.parametrize("digits", ["", "-5", "five", "1e5", "٥", "1.2.3", "NaN", "1 000"])
def test_what_is_no_number_is_refused(digits):
    with pytest.raises(ValidationError):
        Dose(digits=digits, unit="mg")


def test_a_frequency_says_one_thing():
    assert Frequency(times=2, per=Per.DAY).times == 2
    for said in ({"times": 2}, {"times": 2, "every": 8, "per": Per.DAY}, {}, {"times": 0}):
        with pytest.raises(ValidationError):
            Frequency(**said)


def test_a_time_of_known_precision_has_days_in_order():
    with pytest.raises(ValidationError):
        When(precision=Precision.DAY)
    with pytest.raises(ValidationError):
        When.about(dt.date(2020, 1, 2), dt.date(2020, 1, 1))
    with pytest.raises(ValueError, match="year"):
        When.of_year(20)
