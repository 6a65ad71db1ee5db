"""Asking for an analysis, watching it, stopping it: one run for a double click."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline import working
from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import STAGE_NAMES
from analysis.pipeline.services import request_analysis
from graphcurate.services.releases import load_starter
from medreview.accounts.models import User
from medreview.common import queue
from medreview.common.clock import now
from medreview.patients.models import Patient
from medreview.runtime.leases import start_stage
from medreview.runtime.models import Run, StageLease
from tests.factories.review import make_review, make_story_patient

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


@pytest.fixture
def patient(ada: User, monkeypatch: pytest.MonkeyPatch) -> Patient:
    # Nobody works on what is asked for: these tests look at what waits.
    monkeypatch.setattr(queue, "async_task", lambda *args, **kwargs: None, raising=False)
    load_starter()
    return make_story_patient("okafor", hospital=ada.hospital)


def ask(client: Client, patient: Patient, **said: str) -> str:
    response = client.post(reverse("review:request", args=[patient.pk]), said)
    return response.get("Location", str(response.status_code))


def test_the_form_offers_the_patients_reports(client: Client, patient: Patient) -> None:
    html = client.get(reverse("review:request", args=[patient.pk])).content.decode()

    assert "The latest of the whole record" in html
    assert 'value="DiagnosticReport/' in html


def test_a_double_click_starts_one_run(client: Client, patient: Patient) -> None:
    first = ask(client, patient)
    second = ask(client, patient)

    assert first == second
    assert patient.analyses.count() == 1


def test_a_day_that_has_not_come_is_refused_with_a_sentence(
    client: Client, patient: Patient
) -> None:
    response = client.post(reverse("review:request", args=[patient.pk]), {"as_of": "2999-01-01"})

    assert response.status_code == 422
    assert "This day has not come yet." in response.content.decode()
    assert not patient.analyses.exists()


def test_progress_is_polled_until_it_ends_and_shows_every_step(
    client: Client, patient: Patient, ada: User
) -> None:
    analysis = request_analysis(patient=patient, by=ada, wake=False)
    url = reverse("review:analysis-progress", args=[analysis.pk])

    whole = client.get(url).content.decode()
    part = client.get(url, headers={"HX-Request": "true"}).content.decode()

    assert 'hx-trigger="every 1s"' in part
    assert "<html" in whole
    assert "<html" not in part
    assert part.count("<li ") == 8
    assert 'id="progress-state" hx-swap-oob' in part


def test_a_finished_analysis_sends_the_poller_to_its_result(client: Client, ada: User) -> None:
    analysis = make_review(by=ada)
    url = reverse("review:analysis-progress", args=[analysis.pk])

    response = client.get(url, headers={"HX-Request": "true"})

    assert response["HX-Redirect"] == reverse("review:analysis-detail", args=[analysis.pk])


def test_cancelled_stays_cancelled_and_polls_no_more(
    client: Client, patient: Patient, ada: User
) -> None:
    analysis = request_analysis(patient=patient, by=ada, wake=False)

    client.post(reverse("review:cancel", args=[analysis.pk]))

    page = client.get(reverse("review:analysis-progress", args=[analysis.pk])).content.decode()
    analysis.refresh_from_db()
    assert analysis.state == "cancelled"
    assert "hx-trigger" not in page.split('id="progress"')[1].split(">")[0]


def test_a_failed_analysis_says_what_stopped_and_offers_retry(
    client: Client, patient: Patient, ada: User
) -> None:
    analysis = request_analysis(patient=patient, by=ada, wake=False)
    Analysis.objects.filter(pk=analysis.pk).update(
        state="failed", failed_stage="retriever", reason="The record could not be searched."
    )

    page = client.get(reverse("review:analysis-progress", args=[analysis.pk])).content.decode()

    assert "The record could not be searched." in page
    assert 'id="retry-analysis"' in page
    assert "It goes on if you leave this page." not in page


def test_the_form_lists_what_would_be_assessed(client: Client, patient: Patient) -> None:
    html = client.get(reverse("review:request", args=[patient.pk])).content.decode()

    preview = html.split('data-testid="preview"')[1]
    assert "Hemoglobin" in preview
    assert "▼" in preview


def test_another_day_or_report_is_previewed_without_an_address_that_says_so(
    client: Client, patient: Patient
) -> None:
    url = reverse("review:request-preview", args=[patient.pk])

    before = client.post(url, {"as_of": "2001-01-01"}, headers={"HX-Request": "true"})
    unreadable = client.post(url, {"as_of": "soon"}, headers={"HX-Request": "true"})

    assert "Hemoglobin" not in before.content.decode()
    assert "<html" not in before.content.decode()
    assert unreadable.status_code == 422
    assert client.get(url).status_code == 405


def test_the_same_inputs_again_offer_the_analysis_there_is(client: Client, ada: User) -> None:
    analysis = make_review(by=ada)
    url = reverse("review:request", args=[analysis.patient_id])

    html = client.get(url).content.decode()
    other = client.post(
        reverse("review:request-preview", args=[analysis.patient_id]), {"all_results": "on"}
    ).content.decode()

    assert 'data-testid="alike"' in html
    assert analysis.number in html.split('data-testid="alike"')[1]
    assert 'data-testid="alike"' not in other


def test_results_that_are_all_too_old_offer_their_own_day(client: Client, ada: User) -> None:
    load_starter()
    patient = make_story_patient("pereira", hospital=ada.hospital)

    html = client.get(reverse("review:request", args=[patient.pk])).content.decode()

    assert 'id="start-last-day"' in html
    assert "was critical on" in html


def test_a_preview_brings_the_buttons_that_fit_it(client: Client, ada: User) -> None:
    load_starter()
    patient = make_story_patient("pereira", hospital=ada.hospital)
    address = reverse("review:request-preview", args=[patient.pk])

    of_today = client.post(address, {}).content.decode()
    of_then = client.post(address, {"as_of": "2024-12-01"}).content.decode()

    assert 'id="start-buttons" hx-swap-oob="true"' in of_today
    assert 'id="start-last-day"' in of_today
    assert 'id="start-last-day"' not in of_then


def test_each_step_is_announced_once(client: Client, patient: Patient, ada: User) -> None:
    analysis = request_analysis(patient=patient, by=ada, wake=False)
    url = reverse("review:analysis-progress", args=[analysis.pk])
    lease = working.claim(analysis.pk)
    assert lease is not None
    heard = []

    part = client.get(url).content.decode()
    for stage in (STAGE_NAMES[0], STAGE_NAMES[0], STAGE_NAMES[1], STAGE_NAMES[1]):
        start_stage(lease, stage=stage)
        asks_again = re.search(r'hx-get="([^"]+)"', part.split('data-testid="progress"')[1])
        assert asks_again is not None
        part = client.get(asks_again[1], headers={"HX-Request": "true"}).content.decode()
        heard += re.findall(r'id="live"[^>]*>([^<]+)<', part)

    assert heard == ["Step 1 of 8: Read the record", "Step 2 of 8: Judge the results"]


def test_a_reload_shows_the_same_step_and_the_time_since_it_was_asked_for(
    client: Client, patient: Patient, ada: User
) -> None:
    analysis = request_analysis(patient=patient, by=ada, wake=False)
    url = reverse("review:analysis-progress", args=[analysis.pk])
    lease = working.claim(analysis.pk)
    assert lease is not None
    start_stage(lease, stage=STAGE_NAMES[1])
    Run.objects.filter(pk=analysis.run_id).update(created_at=now() - dt.timedelta(seconds=40))

    first, again = (client.get(url).context["progress"] for _ in range(2))

    assert first.at == again.at == 2
    assert float(again.elapsed.split()[0]) >= float(first.elapsed.split()[0]) >= 40


def test_a_killed_worker_is_said_to_give_no_signal_and_ends_as_failed_with_a_retry(
    client: Client, patient: Patient, ada: User
) -> None:
    analysis = request_analysis(patient=patient, by=ada, wake=False)
    url = reverse("review:analysis-progress", args=[analysis.pk])
    assert working.claim(analysis.pk) is not None
    fresh = client.get(url).content.decode()

    # The worker is gone: nobody renews what it held, and twice more the same befalls another.
    _falls_silent()
    silent = client.get(url).content.decode()
    for _attempt in range(2):
        assert working.claim(analysis.pk) is not None
        _falls_silent()
    assert working.claim(analysis.pk) is None
    failed = client.get(url).content.decode()
    client.post(reverse("review:retry", args=[analysis.pk]))
    analysis.refresh_from_db()

    assert "No signal" not in fresh
    assert "It goes on if you leave this page." in fresh
    assert "No signal for 31 seconds" in silent
    assert "The analysis stopped" in failed
    assert 'id="retry-analysis"' in failed
    assert analysis.state == "queued"


def _falls_silent() -> None:
    gone = now() - dt.timedelta(seconds=31)
    StageLease.objects.filter(released_at=None).update(beat_at=gone, expires_at=gone)


def test_nothing_is_saved_after_it_was_cancelled(
    client: Client, patient: Patient, ada: User
) -> None:
    analysis = request_analysis(patient=patient, by=ada, wake=False)

    client.post(reverse("review:cancel", args=[analysis.pk]))
    run_analysis(analysis.pk)

    analysis.refresh_from_db()
    assert analysis.state == "cancelled"
    assert not analysis.outputs.exists()
