"""How values, dates and lists read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.wording import (
    days_words,
    joined,
    moment_words,
    range_words,
    sent_date_words,
    value_words,
)
from medreview.fhir.dates import read_moment
from medreview.fhir.ranges import ReferenceRange
from medreview.fhir.record import Value, ValueKind


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ("2026-11-14", "14-Nov-2026"),
        ("2026-11-14T23:30:00+09:00", "14-Nov-2026"),
        ("2026-11", "Nov-2026"),
        ("2026", "2026"),
        ("", "Not recorded"),
    ],
)
def test_a_date_is_no_more_precise_than_it_was_sent(sent: str, words: str) -> None:
    assert moment_words(read_moment(sent)) == words
    assert sent_date_words(sent) == words


def test_a_number_keeps_comparator_digits_and_unit_together() -> None:
    value = Value(kind=ValueKind.INTERVAL, text="<0.50 mmol/L")

    assert value_words(value) == "<0.50\u00a0mmol/L"


def test_words_keep_their_spaces_and_a_long_text_is_cut_visibly() -> None:
    assert value_words(Value(kind=ValueKind.TEXT, text="not  detected")) == "not detected"
    assert value_words(Value(kind=ValueKind.TEXT, text="x" * 500)).endswith("…")


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"low": "3.5", "high": "5.10", "unit": "mmol/L"}, "3.5–5.10\u00a0mmol/L"),
        ({"high": "5"}, "up to 5"),
        ({"high": "5", "high_open": True}, "below 5"),
        ({"low": "60"}, "from 60"),
        ({"low": "60", "low_open": True}, "above 60"),
        ({"text": "negative"}, "negative"),
        ({}, ""),
    ],
)
def test_a_range_reads_as_it_bounds(limits: dict, words: str) -> None:
    assert range_words(ReferenceRange(**limits, source="printed")) == words


def test_days_are_counted_in_words() -> None:
    assert (days_words(1), days_words(40)) == ("1\u00a0day", "40\u00a0days")


@given(st.lists(st.text("abc", min_size=1), max_size=6))
def test_a_list_names_everything(names: list[str]) -> None:
    shown = joined(names)

    assert all(name in shown for name in names)
    assert shown.count(" and ") == (len(names) > 1)
