"""A run that goes on says what is new; one that is replayed says where it ends."""

import re

import pytest
from django.urls import reverse

from medreview.runtime.events import MissesNoted
from medreview.runtime.models import Run
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished
from tests.factories.runtime import make_run, record

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}


@pytest.fixture
def finished(north, ada):
    """A run of North that went through and waits for a person."""
    return make_finished(patient=make_patient(hospital=north), by=ada).run


def test_a_run_that_goes_on_counts_what_is_new_and_moves_nothing(north, nell, signed_in):
    run = make_run(patient=make_patient(hospital=north))
    browser = signed_in(nell)
    page = browser.get(reverse("front:run-detail", args=[run.pk])).content.decode()
    for number in range(3):
        record(run, MissesNoted(count=number))
    news = reverse("front:run-news", args=[run.pk], query={"after": 1})
    rows = reverse("front:run-rows", args=[run.pk], query={"after": 1})

    chip = browser.get(news, headers=AS_HTMX).content.decode()
    appended = browser.get(rows, headers=AS_HTMX).content.decode()

    assert 'hx-trigger="every 2s"' in page
    assert "3 new" in chip
    assert 'data-testid="event"' not in chip
    assert re.findall(r'data-seq="(\d+)" data-last="(\d+)"', appended) == [("2", "4")]
    assert 'data-seq="1"' not in appended
    assert 'data-new="0"' in appended


def test_a_run_that_ended_is_asked_for_no_more(finished, nell, signed_in):
    news = reverse("front:run-news", args=[finished.pk], query={"after": finished.last_seq})

    part = signed_in(nell).get(news, headers=AS_HTMX).content.decode()

    assert "has come to its end" in part
    assert "hx-trigger" not in part


def test_the_replay_ends_in_the_state_the_run_is_in(finished, nell, signed_in):
    url = reverse("front:run-replay", args=[finished.pk])

    response = signed_in(nell).get(url, headers=AS_HTMX)

    replay = response.context["replay"]
    assert replay.state == finished.state == "awaiting_review"
    assert replay.problems == []
    assert [row.state for row in replay.rows][:2] == ["queued", "running"]
    assert 'data-state="agrees"' in response.content.decode()


def test_the_replay_says_where_it_disagrees(finished, nell, signed_in):
    Run.objects.filter(pk=finished.pk).update(state="done")

    response = signed_in(nell).get(reverse("front:run-replay", args=[finished.pk]))

    assert response.context["replay"].problems == [
        "state: the run says done, its events say awaiting_review"
    ]
    assert 'data-state="differs"' in response.content.decode()
