import calendar
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.patients.search import birth_day_of, terms_of


@given(st.dates(min_value=dt.date(1000, 1, 1)))
def test_a_date_is_read_in_each_spelling_that_is_one_date(day):
    month = calendar.month_abbr[day.month]

    read = [
        birth_day_of(day.isoformat()),
        birth_day_of(f"{day.day}.{day.month}.{day.year}"),
        birth_day_of(f"{day.day}-{month}-{day.year}"),
    ]

    assert read == [day, day, day]


@pytest.mark.parametrize("word", ["03/04/1958", "1958", "1958-03", "31.02.1958", "7-Foo-1958"])
def test_what_is_no_single_date_is_none(word):
    assert birth_day_of(word) is None


@given(st.text(max_size=60))
def test_any_text_is_a_search(typed):
    assert all(term.text and " " not in term.text for term in terms_of(typed))
