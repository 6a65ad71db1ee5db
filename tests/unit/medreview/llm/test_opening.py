"""Which places are asked is the hospital's word, and it holds from the next question on."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from medreview.accounts import services
from medreview.accounts.hospital_settings import HospitalSettings, ModelBudget, ModelRules
from medreview.accounts.models import Hospital, User
from medreview.llm.budgets import Limit, Scope
from medreview.llm.contracts import ChatRequest, Deadline, Message, Role
from medreview.llm.double.script import Turn
from medreview.llm.errors import BudgetSpent, NotAllowed
from medreview.llm.ledger import Account
from medreview.llm.opening import gateway_for, limits_of, places_for
from tests.factories.model_runs import place_of

REQUEST = ChatRequest(
    messages=(Message(role=Role.USER, text="?"),), purpose="test", max_output_tokens=100
)
GOOD = Turn(text="Iron is low.", times=0)


def decide(user: User, **rules) -> None:
    hospital = Hospital.objects.get(pk=user.hospital_id)
    services.change_hospital_settings(
        hospital=hospital,
        settings=HospitalSettings(models=ModelRules(**rules)),
        version=hospital.settings_version,
    )


def ask(gateway):
    return gateway.chat(REQUEST, Deadline.within(20))


@pytest.mark.parametrize(
    ("allowed", "asked"),
    [("none", []), ("local", ["in the house"]), ("any", ["outside", "in the house"])],
)
def test_only_places_the_hospital_allows_are_asked(llm_double: Callable, settings, allowed, asked):
    double = llm_double(GOOD)
    settings.LLM_ENDPOINTS = (
        place_of(double, is_local=False, api_key="outside"),
        place_of(double, api_key="in the house"),
    )

    assert [place.api_key for place in places_for(allowed)] == asked


def test_a_hospital_that_decided_nothing_asks_the_places_that_were_set_up(
    ada, llm_double: Callable, settings
):
    double = llm_double(GOOD)
    settings.LLM_ENDPOINTS = (place_of(double, is_local=False),)
    gateway = gateway_for(Account(ada.hospital, ada))

    ask(gateway)

    assert len(double.playing.requests) == 1


def test_a_hospital_that_wants_its_own_places_only_asks_none_outside(
    ada, llm_double: Callable, settings
):
    settings.LLM_ENDPOINTS = (place_of(llm_double(GOOD), is_local=False),)
    decide(ada, allowed="local")

    assert gateway_for(Account(ada.hospital, ada)) is None


def test_a_switch_that_is_turned_in_the_middle_of_a_run_holds_from_the_next_question(
    ada, llm_double: Callable, settings
):
    double = llm_double(GOOD)
    settings.LLM_ENDPOINTS = (place_of(double),)
    gateway = gateway_for(Account(ada.hospital, ada, "run_1"))
    ask(gateway)

    decide(ada, allowed="none")
    with pytest.raises(NotAllowed, match="lets no language model be asked"):
        ask(gateway)

    assert len(double.playing.requests) == 1


def test_a_hospitals_own_budget_stops_its_runs(ada, llm_double: Callable, settings):
    double = llm_double(GOOD)
    settings.LLM_ENDPOINTS = (place_of(double),)
    decide(ada, budget=ModelBudget(run_tokens=10))

    with pytest.raises(BudgetSpent, match="This run's budget"):
        ask(gateway_for(Account(ada.hospital, ada, "run_1")))

    assert double.playing.requests == []


def test_money_of_a_budget_is_counted_in_millionths(settings):
    settings.LLM_LIMITS = {Scope.RUN: Limit(tokens=7)}

    limits = limits_of(ModelBudget(run_money=Decimal("0.5"), run_tokens=9))

    assert limits[Scope.RUN] == Limit(tokens=7, micros=500_000)
