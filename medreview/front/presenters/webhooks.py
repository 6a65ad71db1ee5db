"""A hospital's webhooks and how their messages fared."""

import datetime as dt
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from analysis.escalation import queries
from analysis.escalation.models import DeliveryAttempt, Message, Webhook
from medreview.front.presenters.criticals import outcome_of, reason_text

LOG_SIZE = 50


@dataclass(frozen=True)
class Attempt:
    """One attempt in words."""

    at: dt.datetime
    number: int
    words: str


@dataclass(frozen=True)
class Delivery:
    """One message to a webhook. It names no patient, and neither does its message."""

    id: str
    what: str
    made_at: dt.datetime
    state: str
    outcome: str
    attempts: tuple[Attempt, ...]


@dataclass(frozen=True)
class WebhookRow:
    """One webhook of the list."""

    name: str
    url: str
    is_active: bool
    page: str
    last: Delivery | None


def webhook_rows(webhooks: list[Webhook]) -> list[WebhookRow]:
    """The webhooks, each with what became of its last message."""
    return [
        WebhookRow(
            name=webhook.name,
            url=webhook.url,
            is_active=webhook.is_active,
            page=reverse("front:webhook", args=[webhook.pk]),
            last=next(iter(deliveries(webhook, limit=1)), None),
        )
        for webhook in webhooks
    ]


def deliveries(webhook: Webhook, limit: int = LOG_SIZE) -> list[Delivery]:
    """The last messages, newest first, each with its attempts."""
    return [_delivery(message) for message in queries.deliveries_of(webhook, limit)]


def _delivery(message: Message) -> Delivery:
    return Delivery(
        id=message.pk,
        what=_("critical value waits") if message.step_id else _("test"),
        made_at=message.created_at,
        state=message.state,
        outcome=outcome_of(message),
        attempts=tuple(_attempt(row) for row in message.tries.all()),
    )


def _attempt(row: DeliveryAttempt) -> Attempt:
    words = _("taken") if row.sent else reason_text(row.reason)
    return Attempt(at=row.created_at, number=row.number, words=words)
