"""What a request cost is what its model cost on that day, or nothing is said."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from medreview.llm.contracts import Usage
from medreview.llm.pricing import PriceList, PriceOfDay, read_prices

PRICES = PriceList.model_validate(
    {
        "currency": "USD",
        "per_tokens": 1_000_000,
        "models": {
            "m": [
                {"from": "2026-06-01", "input": "2", "cached": "0.5", "output": "8"},
                {"from": "2026-01-01", "input": "4", "cached": "1", "output": "16"},
            ]
        },
    }
)
MAY, JUNE = dt.date(2026, 5, 31), dt.date(2026, 6, 1)


def test_the_price_of_the_day_holds():
    usage = Usage(input=1_000_000, cached=400_000, output=100_000)

    assert PRICES.micros("m", usage, JUNE) == 1_200_000 + 200_000 + 800_000
    assert PRICES.micros("m", usage, MAY) == 2 * PRICES.micros("m", usage, JUNE)


def test_a_model_or_a_day_without_a_price_is_not_free():
    assert PRICES.micros("other", Usage(input=1), JUNE) is None
    assert PRICES.micros("m", Usage(input=1), dt.date(2025, 12, 31)) is None


def test_a_fixed_version_costs_what_its_model_does():
    assert PRICES.price("m-2026-04-14", JUNE) == PRICES.price("m", JUNE)
    assert PRICES.price("m-mini", JUNE) is None


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_money_never_falls_when_tokens_grow(asked, cached, output):
    usage = Usage(input=asked, cached=cached, output=output)
    more = Usage(input=asked + 1, cached=cached, output=output + 1)

    assert 0 <= PRICES.micros("m", usage, JUNE) <= PRICES.micros("m", more, JUNE)


def test_the_list_that_comes_along_can_be_read():
    assert read_prices().micros("double-2026-02-01", Usage(input=1_000_000), JUNE) == 0


def test_a_price_of_a_day_is_money_and_an_unknown_one_is_nothing_to_add():
    price = PriceOfDay(PRICES, JUNE)

    assert price("m", Usage(input=1_000_000)) == 2
    assert price("unknown", Usage(input=1_000_000)) == 0
