"""What the health page says of messages: never that the installation is down for them."""

import datetime as dt

import pytest
import time_machine

from analysis.escalation import services
from analysis.escalation.health import messages
from analysis.escalation.models import Message
from medreview.accounts.models import Hospital
from medreview.common.clock import now
from medreview.common.mail import SENDS_NOTHING
from tests.factories.escalation import raise_critical, reachable, to_reviewer

pytestmark = pytest.mark.django_db


@pytest.fixture
def message(north: Hospital) -> Message:
    services.take_step(raise_critical(by=reachable("ada", north)).pk, to_reviewer(0))
    return Message.objects.get()


def test_without_messages_it_says_how_far_sending_is_set_up(settings: object, db: None) -> None:
    fine = messages()
    settings.BASE_URL = ""
    without_links = messages()
    settings.EMAIL_BACKEND = SENDS_NOTHING
    without_mail = messages()

    assert [check.state for check in (fine, without_links, without_mail)] == [
        "ok",
        "degraded",
        "unknown",
    ]


def test_a_message_that_waits_long_or_was_given_up_makes_it_degraded(message: Message) -> None:
    at_first = messages()
    with time_machine.travel(now() + dt.timedelta(minutes=6), tick=False):
        late = messages()
    Message.objects.update(state="failed", attempts=6, reason="timeout")
    given_up = messages()

    assert (at_first.state, late.state, given_up.state) == ("ok", "degraded", "degraded")
    assert "1 wait too long" in late.words
    assert "1 given up" in given_up.words
    assert given_up.is_up


def test_somebody_without_an_address_is_no_fault_of_the_installation(message: Message) -> None:
    Message.objects.update(state="failed", attempts=0, reason="no_address")

    assert messages().state == "ok"
