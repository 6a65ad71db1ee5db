"""A budget stops the request that would go beyond it, and no other."""

import pytest

from medreview.llm.budgets import Limit, Scope, Spent, narrowed, spent_scope


@pytest.mark.parametrize(
    ("limit", "spent", "is_spent"),
    [
        (Limit(), Spent(10**9, 10**9), False),
        (Limit(tokens=100), Spent(90), False),
        (Limit(tokens=100), Spent(91), True),
        (Limit(tokens=0), Spent(), True),
        (Limit(micros=100), Spent(10**6, 0), False),
        (Limit(micros=100), Spent(0, 100), True),
        (Limit(micros=100), Spent(0, 97), False),
        (Limit(micros=100), Spent(0, 98), True),
    ],
)
def test_a_limit_is_kept_in_tokens_and_in_money(limit, spent, is_spent):
    assert limit.is_spent(spent, Spent(10, 3)) is is_spent


def test_the_narrowest_scope_is_named():
    limits = {scope: Limit(tokens=5) for scope in Scope}

    assert spent_scope({}, limits, Spent(6)) == Scope.RUN
    assert spent_scope({Scope.USER_DAY: Spent(5)}, limits, Spent(1)) == Scope.USER_DAY
    assert spent_scope({}, limits, Spent(5)) is None


def test_a_hospital_may_only_narrow_what_the_installation_lets_be_spent():
    limits = {Scope.RUN: Limit(tokens=100), Scope.USER_DAY: Limit(micros=5)}
    own = {Scope.RUN: Limit(tokens=500, micros=7), Scope.USER_DAY: Limit(micros=2)}

    assert narrowed(limits, own) == {
        Scope.RUN: Limit(tokens=100, micros=7),
        Scope.USER_DAY: Limit(micros=2),
        Scope.HOSPITAL_DAY: Limit(),
    }
