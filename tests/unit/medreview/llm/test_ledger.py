"""Every request that was sent has its row; beyond the budget none is sent."""

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connection

from medreview.common.clock import now
from medreview.llm.asking import Telephone
from medreview.llm.budgets import Limit, Scope
from medreview.llm.contracts import Attempt, ChatReply, ChatRequest, Deadline, Message, Role, Usage
from medreview.llm.double.script import Mode, Turn
from medreview.llm.errors import BudgetSpent, GatewayDown
from medreview.llm.gateway import OpenAILine
from medreview.llm.ledger import Account, Metered
from medreview.llm.models import BudgetHold, LLMCall
from medreview.llm.pricing import PriceList
from medreview.llm.providers import PRESETS, Endpoint
from medreview.llm.retry import Waits

WORDS = "Zebedee Canary"
REQUEST = ChatRequest(
    messages=(Message(role=Role.USER, text=WORDS),), purpose="reasoner", max_output_tokens=100
)
GOOD = Turn(text="Iron is low.", times=0)


def metered(double, account: Account, **limits: Limit) -> Metered:
    place = Endpoint(base_url=double.base_url, model="double", preset=PRESETS["vllm"])
    gateway = Telephone((OpenAILine(place),), waits=Waits(first=0.01))
    return Metered(gateway, account, limits={Scope[name]: one for name, one in limits.items()})


def ask(gateway: Metered):
    return gateway.chat(REQUEST, Deadline.within(20))


def test_every_request_of_a_question_has_its_row(ada, llm_double: Callable):
    double = llm_double(Turn(mode=Mode.BROKEN), GOOD)

    ask(metered(double, Account(ada.hospital, ada, "run_1")))

    rows = LLMCall.objects.order_by("nth")
    assert [(one.nth, one.outcome) for one in rows] == [(1, "GatewayDown"), (2, "ok")]
    assert len({one.ask for one in rows}) == 1
    assert rows[1].output_tokens == 3
    assert rows[1].micros == 0
    assert (rows[1].user, rows[1].run, rows[1].purpose) == (ada, "run_1", "reasoner")


def test_a_question_that_failed_has_its_rows_too(ada, llm_double: Callable):
    double = llm_double(Turn(mode=Mode.BROKEN, times=0))

    with pytest.raises(GatewayDown):
        ask(metered(double, Account(ada.hospital, ada)))

    assert LLMCall.objects.count() == 3


def test_no_word_of_a_prompt_or_a_reply_is_kept(ada, llm_double: Callable):
    ask(metered(llm_double(GOOD), Account(ada.hospital, ada)))

    (row,) = LLMCall.objects.values()
    assert "Zebedee" not in str(row)
    assert "Iron" not in str(row)
    assert len(row["prompt_hash"]) == 64


@pytest.mark.parametrize(
    ("scope", "sentence"),
    [
        ("RUN", "This run's budget"),
        ("USER_DAY", "Today's budget of this person"),
        ("HOSPITAL_DAY", "Today's budget of the hospital"),
    ],
)
def test_a_spent_budget_stops_before_anything_is_sent(ada, llm_double: Callable, scope, sentence):
    double = llm_double(GOOD)
    gateway = metered(double, Account(ada.hospital, ada, "run_1"), **{scope: Limit(tokens=110)})

    ask(gateway)
    with pytest.raises(BudgetSpent, match=sentence):
        ask(gateway)

    assert len(double.playing.requests) == 1


def test_one_account_does_not_pay_for_another(ada, oleg, llm_double: Callable):
    double = llm_double(GOOD)
    limits = {scope.name: Limit(tokens=110) for scope in Scope}

    ask(metered(double, Account(ada.hospital, ada, "run_1"), **limits))
    ask(metered(double, Account(oleg.hospital, oleg, "run_2"), **limits))

    assert len(double.playing.requests) == 2


def test_a_new_day_of_the_hospital_has_a_new_budget(ada, llm_double: Callable, stop_clock):
    double = llm_double(GOOD)
    gateway = metered(double, Account(ada.hospital, ada), USER_DAY=Limit(tokens=110))

    stop_clock(2026, 11, 30, 22, 59)  # one minute before midnight in Vienna
    ask(gateway)
    stop_clock(2026, 11, 30, 23, 1)
    ask(gateway)

    assert len(double.playing.requests) == 2


DEAR = PriceList.model_validate(
    {
        "currency": "USD",
        "per_tokens": 1_000_000,
        "models": {"m": [{"from": "2020-01-01", "input": "1", "cached": "1", "output": "1"}]},
    }
)


class Slow:
    """A gateway that is still waiting for its answer when the other worker asks."""

    def __init__(self) -> None:
        self.other_is_through = Event()

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        self.other_is_through.wait(5)
        usage = Usage(input=5, output=5)
        return ChatReply(tried=(Attempt(provider="p", model="m", outcome="ok", usage=usage),))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("limit", [Limit(tokens=150), Limit(micros=150)])
def test_two_workers_together_do_not_spend_what_is_left_for_one(ada, limit: Limit):
    slow = Slow()
    account, limits = Account(ada.hospital, ada, "run_1"), {Scope.HOSPITAL_DAY: limit}
    gateway = Metered(slow, account, limits=limits, prices=DEAR, models=("m",))

    def work(_: int) -> str:
        try:
            ask(gateway)
        except BudgetSpent:
            slow.other_is_through.set()
            return "spent"
        finally:
            connection.close()
        return "answered"

    with ThreadPoolExecutor(2) as workers:
        ended = list(workers.map(work, range(2)))

    assert sorted(ended) == ["answered", "spent"]
    assert not BudgetHold.objects.exists()
    assert LLMCall.objects.get().micros == 10


def test_what_a_dead_worker_held_is_let_go_after_its_deadline(ada, llm_double: Callable):
    double = llm_double(GOOD)
    gateway = metered(double, Account(ada.hospital, ada), HOSPITAL_DAY=Limit(tokens=200))
    hold = BudgetHold(hospital=ada.hospital, tokens=150, micros=0)
    hold.until = now() + dt.timedelta(minutes=1)
    hold.save()
    with pytest.raises(BudgetSpent):
        ask(gateway)

    hold.until = now() - dt.timedelta(minutes=1)
    hold.save()
    ask(gateway)

    assert not BudgetHold.objects.exists()
