"""The page of an impact: who is shown what, and what it says while it is worked out."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.impact import services
from analysis.impact.models import ImpactRun
from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from analysis.pipeline.services import request_analysis
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from tests.factories.impacts import (
    make_change_set,
    make_impact,
    make_next_release,
    potassium_critical_from,
    without,
)
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db(transaction=True)

SignedIn = Callable[[User], Client]


@pytest.fixture
def hargreaves(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker takes anything up."""
    monkeypatch.setattr(services, "enqueue_after_commit", lambda *_: None)


def shown(client: Client, run: ImpactRun, **asked: str) -> str:
    return client.get(reverse("impact:run", args=[run.pk]), asked).content.decode()


def test_a_curator_sees_the_analysis_by_its_number_and_nothing_of_the_patient(
    hargreaves: Analysis, kim: User, signed_in: SignedIn
) -> None:
    run = make_impact(by=kim)

    page = shown(signed_in(kim), run)

    assert hargreaves.number in page
    assert "Chronic kidney disease: found → not asked" in page
    assert reverse("review:analysis-detail", args=[hargreaves.pk]) not in page
    patient = hargreaves.patient
    for said in (patient.family, patient.mrn, patient.pk, hargreaves.pk, "6.8"):
        assert said not in page


def test_a_clinician_is_led_to_the_analyses_of_their_own_hospital(
    hargreaves: Analysis, kim: User, ada: User, signed_in: SignedIn
) -> None:
    run = make_impact(by=kim)

    page = shown(signed_in(ada), run)

    assert reverse("review:analysis-detail", args=[hargreaves.pk]) in page


def test_another_hospitals_clinician_learns_only_how_many_differ(
    hargreaves: Analysis, kim: User, oleg: User, signed_in: SignedIn
) -> None:
    run = make_impact(by=kim)

    page = shown(signed_in(oleg), run)

    assert hargreaves.number not in page
    assert hargreaves.hospital.name not in page
    assert "1 more at another hospital" in page


def test_reading_leaves_its_line(hargreaves: Analysis, kim: User, signed_in: SignedIn) -> None:
    run = make_impact(by=kim)

    shown(signed_in(kim), run)

    line = AuditEvent.objects.get(event="impact.read")
    assert (line.actor, line.thing_id, line.counts) == (kim.pk, run.pk, {"analyses": 1})


def test_a_kind_of_difference_narrows_the_list(
    hargreaves: Analysis, kim: User, ada: User, signed_in: SignedIn
) -> None:
    other = make_review(by=ada, key="okafor")
    run = make_impact(potassium_critical_from("8.0"), by=kim)
    client = signed_in(kim)

    assert hargreaves.number in shown(client, run, kind="critical")
    assert other.number not in shown(client, run, kind="critical")
    assert hargreaves.number not in shown(client, run, kind="pattern")
    assert hargreaves.number in shown(client, run, kind="no-such-kind")


def test_a_set_nobody_asked_about_offers_to_work_it_out(
    hargreaves: Analysis, kim: User, ada: User, signed_in: SignedIn
) -> None:
    change_set = make_change_set(by=kim)
    url = reverse("impact:set", args=[change_set.pk])

    page = signed_in(kim).get(url).content.decode()

    assert "ask-impact" in page
    assert "ask-impact" not in signed_in(ada).get(url).content.decode()


def test_asking_leads_to_the_page_and_so_does_the_set_from_then_on(
    hargreaves: Analysis, kim: User, signed_in: SignedIn
) -> None:
    change_set, client = make_change_set(by=kim), signed_in(kim)

    asked = client.post(reverse("impact:ask", args=[change_set.pk]))

    run = ImpactRun.objects.get()
    assert asked["Location"] == reverse("impact:run", args=[run.pk])
    again = client.get(reverse("impact:set", args=[change_set.pk]))
    assert again["Location"] == asked["Location"]
    assert change_set.label in shown(client, run)


def test_a_waiting_one_asks_for_itself_until_it_has_ended(
    hargreaves: Analysis, kim: User, signed_in: SignedIn, waiting: None
) -> None:
    run, client = make_impact(by=kim), signed_in(kim)
    url = reverse("impact:progress", args=[run.pk])

    assert f'hx-get="{url}"' in shown(client, run)
    poll = client.get(url, headers={"HX-Request": "true"})
    assert "Waiting for a worker" in poll.content.decode()

    services.cancel(run=run, by=kim)

    assert client.get(url, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_a_stopped_one_says_how_far_it_came(
    hargreaves: Analysis, kim: User, signed_in: SignedIn, waiting: None
) -> None:
    run, client = make_impact(by=kim), signed_in(kim)

    client.post(reverse("impact:cancel", args=[run.pk]))

    assert "Stopped before its end" in shown(client, run)
    assert client.post(reverse("impact:cancel", args=[run.pk])).status_code == 409


def test_an_edited_set_is_said_to_be_another_one(
    hargreaves: Analysis, kim: User, signed_in: SignedIn
) -> None:
    run = services.ask_for_set(change_set=make_change_set(by=kim), by=kim)
    make_next_release(without())

    assert "impact-older" in shown(signed_in(kim), run)


def test_what_was_finished_since_is_said(
    hargreaves: Analysis, kim: User, ada: User, signed_in: SignedIn
) -> None:
    run = make_impact(by=kim)
    make_review(by=ada, key="okafor")

    assert "1 analysis was finished since" in shown(signed_in(kim), run)


def test_a_clinician_asks_for_nothing(
    hargreaves: Analysis, kim: User, ada: User, signed_in: SignedIn
) -> None:
    change_set = make_change_set(by=kim)

    refused = signed_in(ada).post(reverse("impact:ask", args=[change_set.pk]))

    assert refused.status_code == 403
    assert not ImpactRun.objects.exists()


def test_a_long_list_goes_on_behind_its_last_row(
    hargreaves: Analysis,
    kim: User,
    ada: User,
    signed_in: SignedIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("analysis.impact.views.PER_PAGE", 1)
    other = request_analysis(
        patient=hargreaves.patient, by=ada, as_of=now() - dt.timedelta(hours=6), wake=False
    )
    run_analysis(other.pk)
    run, client = make_impact(by=kim), signed_in(kim)

    first = client.get(reverse("impact:run", args=[run.pk]))
    second = client.get(first.context["older_url"])

    numbers = {line.number for page in (first, second) for line in page.context["lines"]}
    assert numbers == {hargreaves.number, other.number}
    assert second.context["older_url"] == ""
