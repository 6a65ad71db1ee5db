"""When a provider is asked again and when it is left alone."""

import datetime as dt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from medreview.llm.retry import Breaker, Waits, asks_for_patience, retry_after_seconds

NOW = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        (" 0.5 ", 0.5),
        ("0", 0.0),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-5", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_in_both_its_forms(header, seconds):
    assert retry_after_seconds(header, now=NOW) == seconds


@given(st.text(max_size=60))
@example("9" * 300)
@example("Mon, 99 Nov 99999 99:99:99 +9999")
@example("1, 1 1 1 1:1:1 -9999999999")
def test_whatever_a_provider_writes_there_breaks_nothing(header):
    found = retry_after_seconds(header, now=NOW)

    assert found is None or found >= 0


@pytest.mark.parametrize(
    ("status", "is_patient"),
    [(200, False), (400, False), (401, False), (404, False), (408, True), (429, True),
     (500, True), (529, True), (599, True)],
)  # fmt: skip
def test_only_what_may_pass_is_waited_for(status, is_patient):
    assert asks_for_patience(status) is is_patient


def test_waits_double_up_to_the_longest():
    waits = Waits(first=1, longest=5)

    found = [waits.before(nth, retry_after=None, left=100) for nth in (1, 2, 3, 4, 5)]

    assert found == [1, 2, 4, 5, 5]


def test_a_provider_is_never_asked_before_the_time_it_named_nor_after_the_deadline():
    waits = Waits(first=1, longest=5)

    assert waits.before(1, retry_after=30, left=100) == 30
    assert waits.before(1, retry_after=0, left=100) == 1
    assert waits.before(1, retry_after=30, left=20) is None
    assert waits.before(1, retry_after=None, left=1.1) is None


class Clock:
    at = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_breaker_opens_after_failures_in_a_row_and_not_before():
    breaker = Breaker(clock=Clock(), after=3)

    for _ in range(5):
        breaker.failed()
        breaker.failed()
        breaker.worked()
    still_shut = breaker.lets_through()
    for _ in range(3):
        breaker.failed()

    assert still_shut
    assert not breaker.lets_through()


def test_after_its_rest_one_request_tries_and_the_others_wait():
    clock = Clock()
    breaker = Breaker(clock=clock, after=1, seconds=60)
    breaker.failed()

    clock.at = 61
    tried = [breaker.lets_through(), breaker.lets_through()]
    breaker.failed()
    after_failure = breaker.lets_through()
    clock.at = 122
    second_try = breaker.lets_through()
    breaker.worked()

    assert tried == [True, False]
    assert not after_failure
    assert second_try
    assert breaker.lets_through()
