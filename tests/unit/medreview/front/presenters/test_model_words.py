"""Money is said with its currency, and what has no price is never said to cost nothing."""

import pytest

from medreview.front.presenters.model_words import failure_said, money_said, reason_said
from medreview.llm.costs import Cost


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (Cost(), "nothing was sent"),
        (Cost(0, requests=2, unpriced=2), "no price"),
        (Cost(0, requests=1), "0.0000 USD"),
        (Cost(12, requests=1), "0.000012 USD"),
        (Cost(1_234_567, requests=3), "1.2346 USD"),
        (Cost(20_000, requests=3, unpriced=1), "0.0200 USD, 1 request has no price"),
    ],
)
def test_money_in_words(cost, said):
    assert money_said(cost) == said


def test_a_reason_and_a_failure_are_said_in_the_words_of_every_other_page():
    assert reason_said("model.Looping") == failure_said("Looping")
    assert reason_said("limit.steps") != "limit.steps"
