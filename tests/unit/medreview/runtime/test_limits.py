"""A model's work ends at its caps, and says which one it met."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from medreview.runtime.errors import LimitReached
from medreview.runtime.limits import Caps, Limits
from tests.factories.scripted_model import Clock


def make_limits(clock=None, **changed):
    caps = {"steps": 2, "tokens": 1_000, "money": "0.10", "seconds": 30, **changed}
    return Limits(Caps.model_validate(caps), clock or Clock())


def ask(limits, *, prompt=10, tokens=20, money="0"):
    with limits.question(prompt_tokens=prompt) as room:
        room.took(tokens=tokens, money=Decimal(money))
    return room


def test_a_question_beyond_the_last_step_is_refused_by_name():
    limits = make_limits()
    ask(limits)
    ask(limits)

    with pytest.raises(LimitReached) as met:
        ask(limits)

    assert (met.value.limit, met.value.cap, met.value.used) == ("steps", "2", "3")
    assert "steps" in str(met.value)
    assert met.value.reason == "limit.steps"


def test_a_prompt_that_would_go_beyond_the_tokens_is_never_sent():
    limits = make_limits()

    with pytest.raises(LimitReached, match="tokens"):
        ask(limits, prompt=990)

    assert limits.steps == 0


def test_tokens_that_were_used_beyond_the_cap_end_the_work_when_the_question_is_left():
    with pytest.raises(LimitReached, match="tokens"):
        ask(make_limits(), tokens=1_001)


def test_money_that_is_used_up_lets_no_further_question_pass():
    limits = make_limits()
    ask(limits, money="0.10")

    with pytest.raises(LimitReached, match="money"):
        ask(limits)


def test_money_beyond_the_cap_ends_the_work_at_once():
    with pytest.raises(LimitReached, match="money"):
        ask(make_limits(), money="0.11")


def test_time_is_looked_at_before_and_after_a_question_and_a_tool():
    clock = Clock()
    limits = make_limits(clock)

    with pytest.raises(LimitReached, match="time"), limits.question(prompt_tokens=1):
        clock.now = 30

    with pytest.raises(LimitReached, match="time"), limits.action():
        pytest.fail("nothing is entered after the time")

    late = Clock()
    limits = make_limits(late)
    with pytest.raises(LimitReached, match="time"), limits.action():
        late.now = 31


def test_a_reply_may_be_no_longer_than_what_is_left():
    limits = make_limits(reply_tokens=500)

    assert ask(limits, prompt=100, tokens=700).reply_tokens == 500
    assert ask(limits, prompt=100).reply_tokens == 200


def test_what_a_failed_question_took_is_booked_too():
    limits = make_limits()

    def fail():
        with limits.question(prompt_tokens=1) as room:
            room.took(tokens=70, money=Decimal("0.01"))
            raise KeyError

    with pytest.raises(KeyError):
        fail()

    assert (limits.tokens, limits.money) == (70, Decimal("0.01"))


@pytest.mark.parametrize("wrong", [{"steps": 0}, {"steps": 26}, {"seconds": 0}, {"money": 0}])
def test_no_caps_are_made_that_cap_nothing(wrong):
    with pytest.raises(ValidationError):
        make_limits(**wrong)
