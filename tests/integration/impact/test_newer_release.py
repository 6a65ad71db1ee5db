"""An old analysis says that a newer release would change it, only where it would."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from time_machine import travel

from analysis.impact import jobs, queries, services
from analysis.impact.models import ImpactRun
from analysis.pipeline import services as pipeline
from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.tokens import services as tokens
from tests.factories.impacts import LINK, make_next_release, potassium_critical_from, without
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db(transaction=True)

SignedIn = Callable[[User], Client]


@pytest.fixture
def hargreaves(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


def page(signed_in: SignedIn, user: User, analysis: Analysis) -> str:
    url = reverse("review:analysis-detail", args=[analysis.pk])
    return signed_in(user).get(url, follow=True).content.decode()


def test_a_release_that_changes_an_analysis_is_said_on_its_page(
    hargreaves: Analysis, ada: User, signed_in: SignedIn
) -> None:
    services.after_release(make_next_release(without(LINK)).pk)

    shown = page(signed_in, ada, hargreaves)

    assert "A newer release would change this: 2026.12" in shown
    assert "Potassium – Chronic kidney disease: found → not asked" in shown
    assert reverse("review:rerun", args=[hargreaves.pk]) in shown


def test_a_signed_analysis_says_it_too(
    hargreaves: Analysis, ada: User, signed_in: SignedIn
) -> None:
    accept_all(hargreaves, by=ada)
    Analysis.objects.filter(pk=hargreaves.pk).update(state="signed")
    services.after_release(make_next_release(without(LINK)).pk)

    assert "A newer release would change this" in page(signed_in, ada, hargreaves)


def test_a_release_that_changes_nothing_in_it_is_not_mentioned(
    hargreaves: Analysis, ada: User, signed_in: SignedIn
) -> None:
    links = [one.id for one in without().relations if one.biomarker == "psa"]
    services.after_release(make_next_release(without(*links)).pk)

    shown = page(signed_in, ada, hargreaves)

    assert "newer-release" not in shown


def test_what_nobody_has_worked_out_is_never_called_the_same(
    hargreaves: Analysis, ada: User, signed_in: SignedIn
) -> None:
    make_next_release(without(LINK))

    shown = page(signed_in, ada, hargreaves)

    assert "newer-release-unknown" in shown
    assert "is being worked out" in shown


def test_a_look_that_broke_is_told_and_tried_again(
    hargreaves: Analysis, ada: User, signed_in: SignedIn
) -> None:
    release = make_next_release(without(LINK))
    ImpactRun.objects.create(
        candidate_hash=release.content_hash,
        release=release,
        state="failed",
        upto=now(),
        finished_at=now(),
    )
    assert "could not be worked out yet" in page(signed_in, ada, hargreaves)

    with travel(now() + dt.timedelta(hours=2)):
        jobs.at_beat()

    newer = queries.newer_release(hargreaves)
    assert newer is not None
    assert newer.known


def test_an_analysis_that_kept_its_release_while_it_ran_is_looked_at_afterwards(
    hargreaves: Analysis, ada: User
) -> None:
    patient = hargreaves.patient
    late = pipeline.request_analysis(
        patient=patient, by=ada, as_of=now() - dt.timedelta(minutes=1), wake=False
    )
    release = make_next_release(without(LINK))
    services.after_release(release.pk)
    run_analysis(late.pk)
    late.refresh_from_db()
    newer = queries.newer_release(late)
    assert newer is not None
    assert not newer.known

    with travel(now() + dt.timedelta(minutes=1)):
        jobs.at_beat()

    found = queries.newer_release(late)
    assert found is not None
    assert found.known
    assert ImpactRun.objects.filter(release=release).count() == 2


def test_a_beat_with_nothing_to_look_at_asks_for_nothing(hargreaves: Analysis) -> None:
    services.after_release(make_next_release(without(LINK)).pk)

    with travel(now() + dt.timedelta(minutes=1)):
        jobs.at_beat()

    assert ImpactRun.objects.count() == 1


def test_only_the_newest_release_counts(
    hargreaves: Analysis, ada: User, signed_in: SignedIn
) -> None:
    whole = without()
    services.after_release(make_next_release(without(LINK)).pk)
    services.after_release(make_next_release(whole, name="2026.12.1").pk)

    assert "newer-release" not in page(signed_in, ada, hargreaves)


def test_once_asked_again_it_says_no_more_of_it(
    hargreaves: Analysis, ada: User, signed_in: SignedIn
) -> None:
    services.after_release(make_next_release(potassium_critical_from("8.0")).pk)
    again = pipeline.rerun(analysis=hargreaves, by=ada, wake=False)
    run_analysis(again.pk)

    hargreaves.refresh_from_db()

    assert queries.newer_release(hargreaves) is None
    assert "newer-release" not in page(signed_in, ada, again)


def test_a_program_reads_it_beside_the_analysis(hargreaves: Analysis, ada: User) -> None:
    services.after_release(make_next_release(without(LINK)).pk)
    secret = tokens.make(name="Laboratory", days=30, by=ada)[1]

    url = reverse("api:analyses-detail", args=[hargreaves.pk])
    read = Client().get(url, headers={"authorization": f"Bearer {secret}"}).json()

    newer = read["newer_graph"]
    assert (newer["release"], newer["known"]) == ("2026.12", True)
    assert "found" in {one["kind"] for one in newer["differences"]}
