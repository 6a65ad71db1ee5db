"""An admin adds a webhook, sees its secret once, tries it, replaces the secret, switches it off."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.escalation import services
from analysis.escalation.models import Message, Webhook
from medreview.accounts.models import User
from tests.factories.escalation import raise_critical, reachable
from tests.factories.receiver import receiver

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(root: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(root)


def add(client: Client, url: str = "https://pager.example/", name: str = "Pager") -> Webhook:
    client.post(reverse("front:webhooks"), {"name": name, "url": url})
    return Webhook.objects.get()


def page_of(client: Client, webhook: Webhook) -> str:
    return client.get(reverse("front:webhook", args=[webhook.pk])).content.decode()


def test_a_secret_is_on_the_page_that_answers_and_on_no_other(client: Client) -> None:
    made = client.post(
        reverse("front:webhooks"), {"name": "Pager", "url": "https://pager.example/"}
    ).content.decode()

    webhook = Webhook.objects.get()
    listed = client.get(reverse("front:webhooks")).content.decode()
    assert made.count("whsec_") == 1
    assert "whsec_" not in listed + page_of(client, webhook)
    assert "Pager" in listed


@pytest.mark.parametrize("url", ["http://pager.example/", "https://10.0.0.1/", "pager"])
def test_an_address_that_may_not_be_called_is_refused_at_its_field(
    client: Client, url: str
) -> None:
    answer = client.post(reverse("front:webhooks"), {"name": "Pager", "url": url})

    assert answer.status_code == 422
    assert 'id="id_url_error"' in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_test_is_sent_and_its_outcome_stands_in_the_log(
    client: Client, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with receiver("500") as there:
        webhook = add(client, there.url)
        with django_capture_on_commit_callbacks(execute=True):
            client.post(reverse("front:webhook-test", args=[webhook.pk]))

    page = page_of(client, webhook)
    assert len(there.seen) == 1
    assert "tried again soon: it answered with HTTP status 500" in page
    assert Message.objects.get().pk in page


def test_a_replaced_secret_is_shown_once_and_an_older_page_is_refused(client: Client) -> None:
    webhook = add(client)
    url = reverse("front:webhook-rotate", args=[webhook.pk])

    first, second = (client.post(url, {"version": 1}) for _ in range(2))

    assert first.content.decode().count("whsec_") == 1
    assert second.status_code == 409
    assert "Somebody changed this webhook" in second.content.decode()


def test_switched_off_it_is_not_called_for_the_next_value(client: Client, root: User) -> None:
    webhook = add(client)
    client.post(reverse("front:webhook-switch", args=[webhook.pk]), {"version": 1, "on": "no"})
    raise_critical(by=reachable("ada", root.hospital))

    services.escalate()

    assert "Switch it on" in page_of(client, webhook)
    assert not Message.objects.filter(webhook=webhook).exists()


def test_without_an_address_of_ours_the_page_says_that_nothing_can_be_sent(
    client: Client, settings: object
) -> None:
    settings.BASE_URL = ""

    assert "MEDREVIEW_BASE_URL" in client.get(reverse("front:webhooks")).content.decode()


def test_the_log_names_no_patient(client: Client, root: User) -> None:
    webhook = add(client)
    alert = raise_critical(by=reachable("ada", root.hospital))

    services.escalate()

    page = page_of(client, webhook)
    assert "critical value waits" in page
    assert alert.patient.family not in page
    assert "6.9" not in page
