"""A run is made once more where somebody who oversees runs asks for it: same, or where not."""

import pytest
from django.db import connection
from django.urls import reverse

from analysis.pipeline import rebuilding
from analysis.pipeline.diagnostician import with_model
from graphcurate.services.releases import load_starter
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.patients import sealing
from medreview.runtime.events import CriticalsRaised, MissesNoted
from medreview.runtime.models import Run
from tests.doubles import honest
from tests.factories.model_runs import imported, model_case, place_of, run_of
from tests.factories.patients import make_patient
from tests.factories.runtime import append, make_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(north, llm_double, settings):
    """A run of North in which a model was asked, and its patient's key."""
    load_starter()
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=honest.answer)),)
    return run_of(imported(model_case(), north)).run


def replay(client, run):
    return client.get(reverse("front:run-replay", args=[run.pk]))


def openings(run):
    return AuditEvent.objects.filter(thing_id=run.pk, event=EventType.RUN_PAYLOAD_READ).count()


def test_a_run_that_asked_a_model_is_replayed_identically_and_its_opening_recorded(
    asked, root, signed_in
):
    page = replay(signed_in(root), asked)

    whole = page.context["replay"].whole
    assert (whole.verdict, whole.is_same) == ("Replayed identically", True)
    assert whole.stages == 7
    assert whole.questions > 0
    assert 'data-state="same"' in page.text
    assert openings(asked) >= 1


def test_an_event_that_was_changed_is_named(asked, root, signed_in):
    seq = asked.events.get(kind="stage.finished", header__stage="critical").seq
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE runtime_runevent DISABLE TRIGGER USER")
        cursor.execute("UPDATE runtime_runevent SET actor = 'x' WHERE seq = %s", [seq])
        cursor.execute("ALTER TABLE runtime_runevent ENABLE TRIGGER USER")

    page = replay(signed_in(root), asked)

    assert page.context["replay"].whole.verdict == f"Differs at event {seq}"
    assert reverse("front:run-event", args=[asked.pk, seq]) in page.text


def test_a_run_of_another_version_of_the_stages_is_not_comparable(
    asked, root, signed_in, monkeypatch
):
    monkeypatch.setattr(rebuilding, "code_version", lambda: "0" * 64)
    monkeypatch.setattr(with_model, "untraced_items", lambda *_: ())

    page = replay(signed_in(root), asked)

    verdict = page.context["replay"].whole.verdict
    assert verdict == "Made by another version of the stages: not comparable"
    assert 'data-testid="verdict" data-state="other"' in page.text
    assert 'data-testid="other-code"' in page.text


def test_a_clinician_has_the_events_folded_and_reads_who_can_have_more(asked, ada, signed_in):
    page = replay(signed_in(ada), asked)

    assert page.context["replay"].whole is None
    assert "Who oversees runs can have" in page.text
    assert openings(asked) == 0


def test_of_an_erased_patient_only_the_headers_are_replayed(asked, root, signed_in):
    sealing.destroy_key(asked.patient, by=None)

    page = replay(signed_in(root), Run.objects.get(pk=asked.pk))

    whole = page.context["replay"].whole
    assert (whole.verdict, whole.stages) == ("Its headers are replayed identically", 0)
    assert 'data-testid="unread"' in page.text


def test_a_long_run_names_the_command_instead(north, root, signed_in):
    long = make_run(patient=make_patient(hospital=north))
    turns = (MissesNoted(count=1) if n % 2 else CriticalsRaised(count=1) for n in range(2_000))
    Run.objects.filter(pk=append(long, turns).pk).update(state="done")

    page = replay(signed_in(root), long)

    assert page.context["replay"].whole is None
    assert f"manage.py replay_run {long.pk}" in page.text
