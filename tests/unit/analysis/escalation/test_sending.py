"""One attempt, against a program that behaves and programs that don't."""

import json

import pytest

from analysis.escalation import outgoing, services, webhooks
from analysis.escalation.models import Message, Webhook
from medreview.accounts.models import User
from tests.factories.escalation import raise_critical, reachable, set_timetable, to_reviewer
from tests.factories.receiver import Receiver, receiver
from tests.unit.analysis.escalation.test_signatures import verified

pytestmark = pytest.mark.django_db


@pytest.fixture
def send(django_capture_on_commit_callbacks):
    """``send()``: workers take what is handed out."""

    def of() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            services.hand_out()

    return of


def hook(there: Receiver, root: User) -> tuple[Webhook, str]:
    return webhooks.add(name="Pager", url=there.url, by=root)


def test_a_step_calls_the_program_with_a_signed_message_and_a_link(north, root, send) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    with receiver("200") as there:
        _, secret = hook(there, root)
        alert = raise_critical(by=ada)
        services.take_step(alert.pk, to_reviewer(0))
        send()

    headers, body = there.seen[0]
    assert verified(secret, body, headers)
    assert headers["content-type"] == "application/json"
    assert headers["webhook-id"] == Message.objects.get(webhook__isnull=False).pk
    said = json.loads(body)
    assert said["type"] == "critical.waiting"
    assert said["data"]["link"].endswith(f"/waiting/criticals/{alert.pk}/")


@pytest.mark.parametrize(
    ("answer", "reason"), [("500", "http_500"), ("302", "redirected"), ("hang", "timeout")]
)
def test_a_program_that_fails_is_tried_again_under_the_same_id(
    root, send, monkeypatch, answer, reason
) -> None:
    monkeypatch.setattr(outgoing, "STEP_SECONDS", 0.2)
    with receiver(answer, "200") as there:
        webhook, _ = hook(there, root)
        services.send_test(webhook=webhook, by=root)
        send()
        first = Message.objects.get()
        Message.objects.update(next_at=first.created_at)
        send()

    message = Message.objects.get()
    assert (first.state, first.reason) == ("waiting", reason)
    assert message.state == "sent"
    assert {headers["webhook-id"] for headers, _ in there.seen} == {message.pk}
    assert [(row.number, row.sent, row.reason) for row in message.tries.all()] == [
        (1, False, reason),
        (2, True, ""),
    ]


def test_a_webhook_switched_off_meanwhile_is_not_called(north, root, send) -> None:
    ada = reachable("ada", north)
    with receiver() as there:
        webhook, _ = hook(there, root)
        services.take_step(raise_critical(by=ada).pk, to_reviewer(0))
        webhooks.switch(webhook=webhook, version=1, on=False, by=root)
        send()

    message = Message.objects.get(webhook=webhook)
    assert there.seen == []
    assert (message.state, message.reason) == ("failed", "webhook_off")


def test_an_unforeseen_fault_is_an_outcome_by_its_kind(root, send, monkeypatch) -> None:
    def broken(*given):
        raise ValueError("Maren Lindqvist")

    with receiver() as there:
        webhook, _ = hook(there, root)
        services.send_test(webhook=webhook, by=root)
        monkeypatch.setattr(outgoing, "post", broken)
        send()

    assert Message.objects.get().reason == "ValueError"
