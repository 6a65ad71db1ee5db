"""The run page: a timeline, a chain that verifies, and walls between hospitals."""

import pytest
from django.db import connection
from django.urls import reverse

from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.patients import sealing
from medreview.runtime import queries
from medreview.runtime.events import MissesNoted
from tests.factories.patients import make_patient
from tests.factories.pipeline import Plans, Reads, make_finished, small_plan
from tests.factories.runtime import make_run, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(north, ada):
    """A run of North whose plan broke."""
    plan = small_plan(Reads(), Plans(broken_by=KeyError("canary")))
    analysis = make_finished(
        patient=make_patient(hospital=north, family="Canaryman"), by=ada, plan=plan
    )
    return analysis.run


def detail(run):
    return reverse("front:run-detail", args=[run.pk])


def event(run, seq):
    return reverse("front:run-event", args=[run.pk, seq])


def readings(run, kind):
    return AuditEvent.objects.filter(thing_id=run.pk, event=kind).count()


@pytest.mark.parametrize("who", ["ada", "nell", "root"])
def test_a_clinician_an_auditor_and_an_admin_read_the_runs_of_their_hospital(
    who, run, request, signed_in
):
    client = signed_in(request.getfixturevalue(who))

    listed = client.get(reverse("front:run-list"))
    shown = client.get(detail(run))

    assert run.pk in listed.content.decode()
    page = shown.content.decode()
    assert 'data-state="verified"' in page
    assert page.count('data-testid="event"') == run.last_seq
    assert readings(run, EventType.RUN_READ) == 1


def test_a_curator_reads_no_run(run, kim, signed_in):
    assert signed_in(kim).get(detail(run)).status_code == 403


def test_another_hospitals_run_is_the_same_as_none(run, oleg, signed_in):
    client = signed_in(oleg)

    answers = {
        client.get(path).status_code
        for path in (detail(run), event(run, 1), "/runs/run_none/", "/runs/run_none/events/1/")
    }

    assert answers == {404}
    assert run.pk not in client.get(reverse("front:run-list")).content.decode()


def test_only_who_may_read_patients_sees_a_patients_name(run, ada, nell, signed_in):
    assert "Canaryman" in signed_in(ada).get(detail(run)).content.decode()
    assert "Canaryman" not in signed_in(nell).get(detail(run)).content.decode()


def test_opening_a_payload_shows_it_and_is_recorded(run, nell, signed_in):
    broke = run.events.get(kind="stage.broke")

    part = signed_in(nell).get(event(run, broke.seq), headers={"HX-Request": "true"})

    assert "An unexpected fault (KeyError) ended this stage." in part.content.decode()
    assert "<html" not in part.content.decode()
    assert readings(run, EventType.RUN_PAYLOAD_READ) == 1


def test_a_payload_has_a_page_of_its_own_without_scripts(run, nell, signed_in):
    page = signed_in(nell).get(event(run, 1)).content.decode()

    assert "<html" in page


def test_a_payload_whose_key_is_gone_says_so(run, nell, signed_in):
    sealing.destroy_key(run.patient, by=None)

    page = signed_in(nell).get(event(run, 1))

    assert page.status_code == 200
    assert "can&#x27;t be read" in page.content.decode()


def test_a_changed_event_shows_on_the_page(run, nell, signed_in):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE runtime_runevent DISABLE TRIGGER USER")
        cursor.execute("UPDATE runtime_runevent SET actor = 'x' WHERE seq = 2")
        cursor.execute("ALTER TABLE runtime_runevent ENABLE TRIGGER USER")

    page = signed_in(nell).get(detail(run)).content.decode()

    assert 'data-state="broken"' in page


def test_a_long_run_is_shown_200_events_to_a_page(north, nell, signed_in):
    run = make_run(patient=make_patient(hospital=north))
    for number in range(queries.PAGE_SIZE + 4):
        record(run, MissesNoted(count=number))

    client = signed_in(nell)
    first = client.get(detail(run)).content.decode()
    second = client.get(f"{detail(run)}?after=200").content.decode()

    assert first.count('data-testid="event"') == 200
    assert second.count('data-testid="event"') == 5
    assert "?after=200" in first


def test_nonsense_in_the_address_is_the_first_page(run, nell, signed_in):
    assert signed_in(nell).get(f"{detail(run)}?after=²x").status_code == 200
