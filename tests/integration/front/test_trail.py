import pytest
from django.urls import reverse

from medreview.accounts.roles import Role
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.front.views.trail import PAGE_SIZE
from medreview.patients.services import open_patient
from tests.conftest import person
from tests.factories.patients import make_patient

AUDIT = "/audit/"


def test_an_auditor_reads_who_did_what(signed_in, nell, ada, north):
    patient = make_patient(hospital=north)
    open_patient(patient.pk, by=ada, purpose="patient-page")

    response = signed_in(nell).get(AUDIT)

    row = response.context["rows"][0]
    assert (row.event, row.actor, row.patient) == ("patient.read", "Ada Albrecht", patient.pk)
    assert row.said == "purpose patient-page"
    assert "Lindqvist" not in response.content.decode()


def test_looking_at_the_trail_is_in_it(signed_in, nell):
    signed_in(nell).get(AUDIT)

    looked = AuditEvent.objects.get(event=EventType.TRAIL_READ)
    assert (looked.actor, looked.chain) == (nell.pk, nell.hospital_id)


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.CURATOR, Role.ADMIN])
def test_others_get_a_403_page_and_the_trail_a_line(signed_in, north, role):
    somebody = person("somebody", "Some Body", north, role)

    response = signed_in(somebody).get(AUDIT)

    assert response.status_code == 403
    assert "<h1>Not allowed</h1>" in response.content.decode()
    assert AuditEvent.objects.filter(event=EventType.ACCESS_DENIED, actor=somebody.pk).exists()


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

    first = browser.get(AUDIT)
    second = browser.get(first.context["older_url"])

    numbers = [row.seq for page in (first, second) for row in page.context["rows"]]
    assert numbers == list(range(PAGE_SIZE + 5, 0, -1))
    assert second.context["older_url"] is None


def test_events_are_filtered_by_kind_person_and_patient(signed_in, nell, ada, north):
    patient = make_patient(hospital=north)
    open_patient(patient.pk, by=ada, purpose="patient-page")
    browser = signed_in(nell)

    for wanted in ({"event": "patient.read"}, {"actor": ada.pk}):
        rows = browser.get(AUDIT, wanted).context["rows"]
        assert [row.event for row in rows] == ["patient.read"]
    rows = browser.get(AUDIT, {"patient": patient.pk}).context["rows"]
    assert [row.event for row in rows] == ["patient.read", "patient.registered"]


def test_a_filter_that_meets_nothing_says_so(signed_in, nell):
    response = signed_in(nell).get(AUDIT, {"patient": "pat_nobody"})

    assert "No event meets this filter" in response.content.decode()


@pytest.mark.parametrize("before", ["x", "-1", "9" * 40])
def test_a_page_number_that_is_none_is_no_crash(signed_in, nell, before):
    assert signed_in(nell).get(AUDIT, {"before": before}).status_code == 200


def test_the_page_has_no_way_to_change_anything(signed_in, nell):
    assert signed_in(nell).post(reverse("front:trail")).status_code == 405
