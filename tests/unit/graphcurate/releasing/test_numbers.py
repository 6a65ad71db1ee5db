"""Numbers of releases."""

import datetime as dt

import pytest

from graphcurate.releasing.numbers import is_number, next_free


@pytest.mark.parametrize("text", ["2026.12-1", "2027.01-12"])
def test_a_number_is_year_month_and_count(text):
    assert is_number(text)


@pytest.mark.parametrize(
    "text", ["", "2026.13-1", "2026.12-0", "2026.12", "starter-2026.11", "2026.12-1 ", "２026.12-1"]
)
def test_anything_else_is_none(text):
    assert not is_number(text)


def test_the_next_is_the_first_of_this_month_that_nothing_has():
    day = dt.date(2026, 12, 3)

    assert next_free(day, set()) == "2026.12-1"
    assert next_free(day, {"2026.12-1", "2026.12-3"}) == "2026.12-2"
