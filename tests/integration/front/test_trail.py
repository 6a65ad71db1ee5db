"""The audit trail: found by id and code, narrowed in the address, and itself in the trail."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from medreview.accounts.roles import Role
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.audit.queries import PAGE_SIZE
from medreview.common.clock import now
from medreview.patients.services import open_patient
from tests.conftest import person
from tests.factories.patients import make_patient

pytestmark = pytest.mark.django_db

AUDIT = "/audit/"


def events_shown(response):
    return [row.event for row in response.context["rows"]]


@pytest.fixture
def patient(north, ada):
    """A patient of North whom Ada opened once."""
    patient = make_patient(hospital=north, family="Lindqvist")
    open_patient(patient.pk, by=ada, purpose="patient-page")
    return patient


def test_an_auditor_reads_who_did_what(signed_in, nell, patient):
    response = signed_in(nell).get(AUDIT)

    row = response.context["rows"][0]
    assert (row.event, row.actor, row.patient) == ("patient.read", "Ada Albrecht", patient.pk)
    assert row.said == "purpose patient-page"
    assert "Lindqvist" not in response.content.decode()


def test_looking_at_the_trail_is_in_it_with_what_was_asked(signed_in, nell):
    signed_in(nell).get(AUDIT, {"event": "patient.read", "since": "2026-11-23"})

    looked = AuditEvent.objects.get(event=EventType.TRAIL_READ)
    assert (looked.actor, looked.chain) == (nell.pk, nell.hospital_id)
    assert looked.detail == {"event": "patient.read", "since": "2026-11-23"}


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.CURATOR])
def test_others_get_a_403_page_and_the_trail_a_line(signed_in, north, role):
    somebody = person("somebody", "Some Body", north, role)

    response = signed_in(somebody).get(AUDIT)

    assert response.status_code == 403
    assert "<h1>Not allowed</h1>" in response.content.decode()
    assert AuditEvent.objects.filter(event=EventType.ACCESS_DENIED, actor=somebody.pk).exists()


def test_an_admin_sees_what_happened_too(signed_in, root, patient):
    assert "patient.read" in events_shown(signed_in(root).get(AUDIT))


def test_another_hospitals_events_are_not_shown(signed_in, nell, south):
    make_patient(hospital=south)

    response = signed_in(nell).get(AUDIT)

    assert response.context["rows"] == []


def test_pages_go_back_without_hole_or_repeat(signed_in, nell, north):
    for number in range(PAGE_SIZE + 5):
        audit.record(
            EventType.PATIENTS_LISTED, thing=north, by=None, hospital=north, counts={"n": number}
        )
    browser = signed_in(nell)

    first = browser.get(AUDIT, {"event": "patient.listed"})
    second = browser.get(first.context["older_url"])

    numbers = [row.seq for page in (first, second) for row in page.context["rows"]]
    assert numbers == list(range(PAGE_SIZE + 5, 0, -1))
    assert second.context["older_url"] is None
    assert first.context["count"] == second.context["count"] == PAGE_SIZE + 5


def test_events_are_filtered_by_kind_person_patient_and_thing(signed_in, nell, ada, patient):
    browser = signed_in(nell)

    assert events_shown(browser.get(AUDIT, {"event": "patient.read"})) == ["patient.read"]
    assert events_shown(browser.get(AUDIT, {"actor": ada.pk})) == ["patient.read"]
    for asked in ({"patient": patient.pk}, {"thing": patient.pk}):
        assert events_shown(browser.get(AUDIT, asked)) == ["patient.read", "patient.registered"]
    assert events_shown(browser.get(AUDIT, {"actor": "system"})) == ["patient.registered"]


def test_events_of_one_request_are_found_by_its_id(signed_in, nell, ada, patient):
    answer = signed_in(ada).get(reverse("front:patient", args=[patient.pk]))

    found = signed_in(nell).get(AUDIT, {"request": answer["X-Request-ID"]})

    assert events_shown(found) == ["patient.read"]


def test_events_are_filtered_by_day_in_the_zone_of_the_hospital(signed_in, nell, north, stop_clock):
    # 23:30 in UTC is half past midnight in Vienna: the next day there.
    stop_clock(2026, 11, 24, 23, 30)
    audit.record(EventType.GRAPH_RELEASED, thing=north, by=None, hospital=north)
    browser = signed_in(nell)

    def shown(since, until):
        asked = {"event": "graph.released", "since": since, "until": until}
        return events_shown(browser.get(AUDIT, asked))

    assert shown("2026-11-25", "2026-11-25") == ["graph.released"]
    assert shown("2026-11-24", "2026-11-24") == []


def test_events_are_filtered_by_how_they_ended(signed_in, nell, ada, kim, north, patient):
    signed_in(kim).get(AUDIT)
    audit.record(EventType.RUN_FAILED, thing=patient, by=None, patient=patient)
    browser = signed_in(nell)

    assert events_shown(browser.get(AUDIT, {"outcome": "refused"})) == ["access.denied"]
    assert events_shown(browser.get(AUDIT, {"outcome": "failed"})) == ["run.failed"]
    assert not {"access.denied", "run.failed"} & set(
        events_shown(browser.get(AUDIT, {"outcome": "done"}))
    )


def test_alerts_are_denied_attempts_and_lock_outs_of_the_last_seven_days(
    signed_in, nell, root, kim, ada, north, south
):
    with time_machine.travel(now() - dt.timedelta(days=9)):
        audit.record(EventType.SIGN_IN_LOCKED, thing=ada, by=None, hospital=north)
    audit.record(EventType.SIGN_IN_LOCKED, thing=ada, by=None, hospital=north)
    audit.record(EventType.SIGN_IN_FAILED, thing=ada, by=None, hospital=north)
    audit.record(EventType.SIGN_IN_LOCKED, thing=south, by=None, hospital=south)
    signed_in(kim).get(AUDIT)

    for who in (nell, root):
        browser = signed_in(who)
        tile = next(one for one in browser.get("/").context["tiles"] if one.name == "alerts")
        listed = browser.get(tile.url)
        assert tile.count == listed.context["count"] == len(listed.context["rows"]) == 2
        assert tile.alarms


def test_a_filter_that_meets_nothing_says_so(signed_in, nell):
    response = signed_in(nell).get(AUDIT, {"patient": "pat_nobody"})

    assert "No event meets this filter" in response.content.decode()


@pytest.mark.parametrize(
    "nonsense",
    [
        {"before": "x"},
        {"before": "-1"},
        {"before": "9" * 40},
        {"since": "yesterday"},
        {"event": "no.such"},
        {"outcome": "maybe"},
        {"actor": "usr_nobody"},
        {"patient": "Maren Lindqvist"},
        {"patient": "Иванова"},
        {"patient": "../.."},
        {"thing": "Иванова"},
        {"request": "王芳"},
        {"until": "9999-12-31"},
        {"since": "0001-01-01"},
    ],
)
def test_an_address_of_nonsense_is_no_crash(signed_in, nell, nonsense):
    assert signed_in(nell).get(AUDIT, nonsense).status_code == 200


@pytest.mark.parametrize("typed", ["Maren Lindqvist", "Lindqvist", "Линдквист"])
def test_a_name_typed_as_an_id_is_neither_kept_nor_recorded(signed_in, nell, patient, typed):
    response = signed_in(nell).get(AUDIT, {"patient": typed})

    assert "An id or a code, without spaces." in response.content.decode()
    assert AuditEvent.objects.get(event=EventType.TRAIL_READ).detail == {}
    assert "Lindqvist" not in response.context["json_url"]


def test_the_page_has_no_way_to_change_anything(signed_in, nell):
    assert signed_in(nell).post(reverse("front:trail")).status_code == 405


def test_the_page_asks_as_often_for_a_hundred_events_as_for_three(signed_in, nell, ada, patient):
    browser = signed_in(nell)
    browser.get(AUDIT)

    with CaptureQueriesContext(connection) as few:
        browser.get(AUDIT)
    for _ in range(PAGE_SIZE):
        audit.record(EventType.PATIENT_READ, thing=patient, by=ada, patient=patient)
    with CaptureQueriesContext(connection) as many:
        browser.get(AUDIT)

    assert len(many) == len(few)
