"""A hospital's webhooks: their secrets are sealed, shown once, and replaced without a gap."""

import datetime as dt

import pytest
import time_machine

from analysis.escalation import webhooks
from analysis.escalation.errors import AddressRefused, StaleWebhook
from analysis.escalation.signatures import shown
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid
from medreview.patients import keys
from medreview.patients.models import HospitalSecret

pytestmark = pytest.mark.django_db

URL = "https://pager.example/"


def test_a_secret_is_shown_once_and_kept_sealed(root: User) -> None:
    webhook, secret = webhooks.add(name=" Pager ", url=URL, by=root)

    row = HospitalSecret.objects.get()
    assert webhook.name == "Pager"
    assert [shown(one) for one in webhooks.secrets_of(webhook)] == [secret]
    assert secret.removeprefix("whsec_").encode() not in bytes(row.sealed)
    assert secret not in str(list(AuditEvent.objects.values()))


def test_a_replaced_secret_signs_for_another_day_beside_the_new_one(root: User) -> None:
    with time_machine.travel("2026-11-30 08:00Z", tick=False) as clock:
        webhook, old = webhooks.add(name="Pager", url=URL, by=root)
        new = webhooks.rotate(webhook=webhook, version=1, by=root)
        webhook.refresh_from_db()
        at_once = [shown(one) for one in webhooks.secrets_of(webhook)]
        clock.shift(dt.timedelta(hours=24))
        a_day_later = [shown(one) for one in webhooks.secrets_of(webhook)]

    assert at_once == [new, old]
    assert a_day_later == [new]


def test_secrets_outlive_the_renewal_of_the_hospitals_key(root: User) -> None:
    webhook, secret = webhooks.add(name="Pager", url=URL, by=root)

    keys.renew_hospital_key(root.hospital)

    assert [shown(one) for one in webhooks.secrets_of(webhook)] == [secret]


def test_an_older_page_changes_nothing(root: User) -> None:
    webhook, _ = webhooks.add(name="Pager", url=URL, by=root)
    webhooks.switch(webhook=webhook, version=1, on=False, by=root)

    with pytest.raises(StaleWebhook):
        webhooks.rotate(webhook=webhook, version=1, by=root)
    webhooks.switch(webhook=webhook, version=2, on=True, by=root)

    webhook.refresh_from_db()
    assert (webhook.is_active, webhook.version) == (True, 3)
    events = AuditEvent.objects.filter(event__startswith="webhook.").order_by("seq")
    assert [event.event for event in events] == [
        "webhook.added",
        "webhook.switched_off",
        "webhook.switched_on",
    ]


@pytest.mark.parametrize(
    ("name", "url", "error"), [("", URL, Invalid), ("Pager", "http://x.example/", AddressRefused)]
)
def test_a_webhook_without_a_name_or_a_good_address_is_refused(
    root: User, name: str, url: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        webhooks.add(name=name, url=url, by=root)

    assert not HospitalSecret.objects.exists()
