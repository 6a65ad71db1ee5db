"""Money is summed, and what has no price is counted, never taken for nothing."""

from types import SimpleNamespace

from medreview.llm.costs import Cost, cost_of


def of(*prices):
    return cost_of(SimpleNamespace(micros=micros) for micros in prices)


def test_known_prices_add_up():
    assert of(10, 0, 5) == Cost(micros=15, requests=3, unpriced=0)


def test_a_request_without_a_price_is_counted_and_adds_no_money():
    cost = of(10, None)

    assert (cost.micros, cost.unpriced, cost.is_known) == (10, 1, True)
    assert not of(None, None).is_known


def test_nothing_asked_has_no_known_cost_and_two_costs_add_up():
    assert not of().is_known
    assert of(1, None) + of(2) == Cost(micros=3, requests=3, unpriced=1)
