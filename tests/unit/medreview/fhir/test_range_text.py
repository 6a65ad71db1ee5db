from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.range_text import parse_range


@pytest.mark.parametrize(
    ("text", "low", "high", "low_open", "high_open", "unit"),
    [
        ("36.0 - 46.0 %", "36.0", "46.0", False, False, "%"),
        ("36-46", "36", "46", False, False, None),
        ("(3,5–5,1)", "3.5", "5.1", False, False, None),
        ("[3.5 ~ 5.1 mmol/L]", "3.5", "5.1", False, False, "mmol/L"),
        ("от 3,5 до 5,1 ммоль/л", "3.5", "5.1", False, False, "ммоль/л"),
        ("-2 - 3 mmol/L", "-2", "3", False, False, "mmol/L"),
        ("< 200", None, "200", False, True, None),
        ("<=200 mg/dL", None, "200", False, False, "mg/dL"),
        ("≤5", None, "5", False, False, None),
        ("до 5,1", None, "5.1", False, False, None),
        (">5", "5", None, True, False, None),
        (">= 60 mL/min", "60", None, False, False, "mL/min"),
        ("(<5)", None, "5", False, True, None),
        ("5-10 x10(9)/L", "5", "10", False, False, "x10(9)/L"),
        ("0.450 - 4.500", "0.450", "4.500", False, False, None),
    ],
)
def test_a_text_that_is_a_range_is_read(text, low, high, low_open, high_open, unit):
    found = parse_range(text)

    bounds = [None if one is None else str(one) for one in (found.low, found.high)]
    assert bounds == [low, high]
    assert (found.low_open, found.high_open, found.unit) == (low_open, high_open, unit)


@pytest.mark.parametrize(
    "text",
    [
        "<4 mmol/L (high risk)",
        "(fasting) 3-5",
        "",
        "Negative",
        "Female: 12-16",
        "See note",
        "<1:80",
        "150,000 - 450,000",
        "5",
        "1-2-3",
    ],
)
def test_a_text_that_says_more_or_could_mean_two_things_is_left(text):
    assert parse_range(text) is None


@given(st.text(max_size=30))
def test_any_text_gets_an_answer(text):
    found = parse_range(text)

    assert found is None or (found.low, found.high) != (None, None)


@given(st.decimals(0, 999, places=2), st.decimals(0, 999, places=2))
def test_a_range_written_out_is_read_back(low, high):
    found = parse_range(f"{low} – {high} g/L")

    assert (found.low, found.high, found.unit) == (Decimal(low), Decimal(high), "g/L")
