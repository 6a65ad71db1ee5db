"""A hospital's webhooks: added, its secret replaced, switched off and on."""

import datetime as dt

from django.db import transaction

from analysis.escalation.errors import StaleWebhook
from analysis.escalation.models import Webhook
from analysis.escalation.outgoing import check_url
from analysis.escalation.signatures import new_secret, shown
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import Invalid, gettext_noop
from medreview.patients import keys

OVERLAP = dt.timedelta(hours=24)
"""How long the secret before the newest signs too, so that the other side can change over."""


@transaction.atomic
def add(*, name: str, url: str, by: User) -> tuple[Webhook, str]:
    """A webhook of this person's hospital, and its secret, which is shown this once."""
    if not name.strip():
        raise Invalid(gettext_noop("Name the webhook."))
    check_url(url)
    webhook = Webhook.objects.create(hospital=by.hospital, name=name.strip(), url=url)
    secret = new_secret()
    keys.keep_secret(webhook.hospital, _current(webhook), secret)
    audit.record(EventType.WEBHOOK_ADDED, thing=webhook, by=by)
    return webhook, shown(secret)


@transaction.atomic
def rotate(*, webhook: Webhook, version: int, by: User) -> str:
    """A new secret, shown this once; the one before it signs for another day."""
    webhook = _locked(webhook, version)
    before = keys.open_secret(webhook.hospital, _current(webhook))
    secret = new_secret()
    keys.keep_secret(webhook.hospital, _current(webhook), secret)
    if before is not None:
        keys.keep_secret(webhook.hospital, _previous(webhook), before)
    webhook.rotated_at = now()
    webhook.save()
    audit.record(EventType.WEBHOOK_SECRET_REPLACED, thing=webhook, by=by)
    return shown(secret)


@transaction.atomic
def switch(*, webhook: Webhook, version: int, on: bool, by: User) -> Webhook:
    """Call it from now on, or no more; what waits for one that is off is given up when due."""
    webhook = _locked(webhook, version)
    webhook.is_active = on
    webhook.save()
    event = EventType.WEBHOOK_SWITCHED_ON if on else EventType.WEBHOOK_SWITCHED_OFF
    audit.record(event, thing=webhook, by=by)
    return webhook


def secrets_of(webhook: Webhook) -> list[bytes]:
    """What signs a message now, the newest first."""
    names = [_current(webhook)]
    if webhook.rotated_at is not None and now() - webhook.rotated_at < OVERLAP:
        names.append(_previous(webhook))
    found = [keys.open_secret(webhook.hospital, name) for name in names]
    return [secret for secret in found if secret is not None]


def _locked(webhook: Webhook, version: int) -> Webhook:
    fresh = (
        Webhook.objects.select_for_update(of=("self",))
        .select_related("hospital")
        .get(pk=webhook.pk)
    )
    if fresh.version != version:
        raise StaleWebhook(gettext_noop("Somebody changed this webhook after your page was made."))
    fresh.version += 1
    return fresh


def _current(webhook: Webhook) -> str:
    return f"webhook|{webhook.pk}|current"


def _previous(webhook: Webhook) -> str:
    return f"webhook|{webhook.pk}|previous"
