"""Word of an analysis that ended while its asker was elsewhere: once, to the browser that asked."""

import datetime as dt
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from analysis.pipeline.models import Analysis
from graphcurate.services.releases import load_starter
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common import queue
from medreview.common.clock import now
from medreview.patients.models import Patient
from tests.factories.review import make_story_patient

pytestmark = pytest.mark.django_db

QUICKLY, SLOWLY = 'hx-trigger="every 2s"', 'hx-trigger="every 60s"'


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


@pytest.fixture
def asked(client: Client, ada: User, monkeypatch: pytest.MonkeyPatch) -> Analysis:
    """Just asked for on the page, and nobody has taken it up."""
    monkeypatch.setattr(queue, "enqueue", lambda job, thing_id: None)
    load_starter()
    patient: Patient = make_story_patient("okafor", hospital=ada.hospital)
    client.post(reverse("review:request", args=[patient.pk]))
    return Analysis.objects.get()


def strip(client: Client, *, on: str = "/patients/") -> str:
    answer = client.get(
        reverse("front:criticals-strip"),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{on}"},
    )
    return answer.content.decode()


def ends_as(analysis: Analysis, state: str) -> None:
    Analysis.objects.filter(pk=analysis.pk).update(state=state, finished_at=now())


@pytest.mark.parametrize(
    ("state", "words"),
    [("in_review", "is done."), ("failed", "stopped before its end."), ("cancelled", "cancelled.")],
)
def test_the_end_is_told_on_any_page_and_once(
    client: Client, asked: Analysis, state: str, words: str
) -> None:
    before = strip(client)

    ends_as(asked, state)
    told, again = strip(client), strip(client)

    assert 'data-testid="ended"' not in before
    assert f"Analysis {asked.number}" in told
    assert words in told
    assert reverse("review:analysis-detail", args=[asked.pk]) in told
    assert 'data-testid="ended"' not in again


def test_a_page_asks_quickly_only_while_something_asked_for_may_end(
    client: Client, asked: Analysis
) -> None:
    assert QUICKLY in client.get("/patients/").content.decode()
    assert QUICKLY in strip(client)

    with time_machine.travel(now() + dt.timedelta(minutes=3)):
        assert SLOWLY in strip(client)
    ends_as(asked, "in_review")
    assert SLOWLY in strip(client)


def test_its_own_page_says_it_itself(client: Client, asked: Analysis) -> None:
    progress = reverse("review:analysis-progress", args=[asked.pk])
    ends_as(asked, "failed")

    beside_it = strip(client, on=progress)
    client.get(progress)
    elsewhere = strip(client)

    assert 'data-testid="ended"' not in beside_it + elsewhere


def test_it_is_told_to_nobody_else(
    client: Client, asked: Analysis, signed_in: Callable[[User], Client], ada: User
) -> None:
    other_browser = signed_in(ada)
    ends_as(asked, "in_review")

    assert 'data-testid="ended"' not in strip(other_browser)
    assert 'data-testid="ended"' in strip(client)


def test_it_names_no_patient_and_reads_nothing(client: Client, asked: Analysis) -> None:
    ends_as(asked, "in_review")
    lines = AuditEvent.objects.count()

    told = strip(client)

    assert asked.patient.family not in told
    assert asked.patient.mrn not in told
    assert AuditEvent.objects.count() == lines


def test_retried_it_is_waited_for_again(client: Client, asked: Analysis) -> None:
    Analysis.objects.filter(pk=asked.pk).update(
        state="failed", failed_stage="retriever", reason="Gone.", finished_at=now()
    )
    strip(client)

    client.post(reverse("review:retry", args=[asked.pk]))
    ends_as(asked, "in_review")

    assert "is done." in strip(client)


def test_cancelled_by_oneself_is_seen_on_its_page(client: Client, asked: Analysis) -> None:
    client.post(reverse("review:cancel", args=[asked.pk]), follow=True)

    assert 'data-testid="ended"' not in strip(client)
