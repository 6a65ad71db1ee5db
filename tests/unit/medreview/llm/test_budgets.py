"""A budget stops the request that would go beyond it, and no other."""

import pytest

from medreview.llm.budgets import Limit, Scope, Spent, spent_scope


@pytest.mark.parametrize(
    ("limit", "spent", "is_spent"),
    [
        (Limit(), Spent(10**9, 10**9), False),
        (Limit(tokens=100), Spent(90), False),
        (Limit(tokens=100), Spent(91), True),
        (Limit(tokens=0), Spent(), True),
        (Limit(micros=100), Spent(10**6, 99), False),
        (Limit(micros=100), Spent(0, 100), True),
    ],
)
def test_a_limit_is_kept_in_tokens_and_in_money(limit, spent, is_spent):
    assert limit.is_spent(spent, next_tokens=10) is is_spent


def test_the_narrowest_scope_is_named():
    limits = {scope: Limit(tokens=5) for scope in Scope}

    assert spent_scope({}, limits, next_tokens=6) == Scope.RUN
    assert spent_scope({Scope.USER_DAY: Spent(5)}, limits, next_tokens=1) == Scope.USER_DAY
    assert spent_scope({}, limits, next_tokens=5) is None
