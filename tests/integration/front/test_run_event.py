"""One event of a run: what is sealed in it is opened on demand, and the opening is in the trail."""

import json

import pytest
from django.conf import settings
from django.urls import reverse

from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.patients import sealing
from medreview.runtime import queries, services
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.models import Run
from tests.factories.patients import make_patient
from tests.factories.pipeline import Plans, Reads, make_finished, small_plan

pytestmark = pytest.mark.django_db

AS_HTMX = {"HX-Request": "true"}


@pytest.fixture
def run(north, ada):
    """A run of North whose plan broke."""
    plan = small_plan(Reads(), Plans(broken_by=KeyError("canary")))
    return make_finished(patient=make_patient(hospital=north), by=ada, plan=plan).run


@pytest.fixture
def finished(north, ada):
    """A run of North that went through and waits for a person."""
    return make_finished(patient=make_patient(hospital=north), by=ada).run


def event(run, seq):
    return reverse("front:run-event", args=[run.pk, seq])


def readings(run, kind):
    return AuditEvent.objects.filter(thing_id=run.pk, event=kind).count()


def test_no_payload_is_on_the_page_before_it_is_opened(run, nell, signed_in):
    page = signed_in(nell).get(reverse("front:run-detail", args=[run.pk])).content.decode()

    rows = page[page.index('id="event-rows"') :]
    assert "An unexpected fault" not in rows
    assert readings(run, EventType.RUN_PAYLOAD_READ) == 0


def test_opening_a_payload_shows_it_and_is_recorded(run, nell, signed_in):
    broke = run.events.get(kind="stage.broke")

    part = signed_in(nell).get(event(run, broke.seq), headers=AS_HTMX)

    assert "An unexpected fault (KeyError) ended this stage." in part.content.decode()
    assert "<html" not in part.content.decode()
    looked = AuditEvent.objects.get(thing_id=run.pk, event=EventType.RUN_PAYLOAD_READ)
    assert (looked.actor, looked.patient) == (nell.pk, run.patient_id)
    assert looked.counts == {"event": broke.seq}


def test_an_event_without_a_payload_is_a_reading_of_the_run_only(run, nell, signed_in):
    plain = run.events.filter(payload=None).first()

    signed_in(nell).get(event(run, plain.seq))

    assert readings(run, EventType.RUN_PAYLOAD_READ) == 0
    assert readings(run, EventType.RUN_READ) == 1


def test_an_opened_event_says_input_output_reason_and_what_it_changed(finished, nell, signed_in):
    browser = signed_in(nell)
    done = finished.events.get(kind="stage.finished", header__stage="context")
    claimed = finished.events.get(kind="run.claimed")

    stage = browser.get(event(finished, done.seq)).context["detail"]
    claim = browser.get(event(finished, claimed.seq)).context["detail"]

    assert dict(stage.inputs)["input hash"] == done.header["input_hash"]
    assert dict(stage.outputs)["abnormal"] == "1"
    assert stage.changes == [("stages finished", "1", "2")]
    assert ("state", "queued", "running") in claim.changes
    raw = json.loads(stage.raw)
    assert (raw["seq"], raw["hash"]) == (done.seq, done.hash)
    assert raw["payload"]["summary"]["abnormal"] == 1


def test_a_payload_has_a_page_of_its_own_without_scripts(run, nell, signed_in):
    page = signed_in(nell).get(event(run, 1)).content.decode()

    assert "<html" in page


def test_a_payload_whose_key_is_gone_says_so(run, nell, signed_in):
    sealing.destroy_key(run.patient, by=None)

    page = signed_in(nell).get(event(run, 1))

    assert page.status_code == 200
    assert "can&#x27;t be read" in page.content.decode()


def test_who_asked_for_words_whose_key_is_gone_is_in_the_trail_all_the_same(run, nell, signed_in):
    sealing.destroy_key(run.patient, by=None)

    signed_in(nell).get(event(run, 1))
    with pytest.raises(PayloadUnreadable):
        services.retell(run=run, by=nell)

    assert readings(run, EventType.RUN_PAYLOAD_READ) == 2


def test_no_secret_is_in_any_event(run, finished, ada):
    secrets = (
        settings.SECRET_KEY,
        settings.SEALING_ROOT_KEY.decode(),
        ada.password,
        "canary",
    )

    said = [
        json.dumps([row.header, queries.payload_of(row, run), row.actor])
        for run in Run.objects.all()
        for row in run.events.all()
    ]

    assert said
    assert not [secret for secret in secrets for text in said if secret in text]
