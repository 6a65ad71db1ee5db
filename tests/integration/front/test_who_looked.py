"""Who looked at one patient: every read, print and refused attempt, by whom, when, how often."""

import pytest
from django.urls import reverse

from analysis.review.services.notes import note_printed
from medreview.accounts.roles import Role
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common.errors import NotFound
from medreview.patients.services import open_patient
from tests.conftest import person
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished

pytestmark = pytest.mark.django_db

FIND = reverse("front:trail-patients")


@pytest.fixture
def analysis(north, ada):
    patient = make_patient(hospital=north, family="Canaryman", given="Jo", mrn="MRN4711")
    return make_finished(patient=patient, by=ada)


@pytest.fixture
def patient(analysis):
    return analysis.patient


def page_of(patient):
    return reverse("front:who-looked", args=[patient.pk])


def test_every_read_and_print_stands_under_its_person_with_how_often(
    signed_in, nell, ada, patient, analysis
):
    signed_in(ada).get(reverse("front:patient", args=[patient.pk]))
    signed_in(ada).get(reverse("front:patient", args=[patient.pk]))
    note_printed(analysis=analysis, by=ada)

    response = signed_in(nell).get(page_of(patient))

    rows = {row.name: row for row in response.context["lookers"]}
    looked = rows["Ada Albrecht"]
    # Two visits, and the reading of the record for her analysis.
    assert (looked.reads, looked.prints, looked.exports, looked.refusals) == (3, 1, 0, 0)
    assert looked.roles == "Clinician"
    assert looked.first <= looked.last
    assert response.context["looks"] == len(response.context["rows"])
    assert {row.did for row in response.context["rows"]} >= {
        "opened the record",
        "printed the report",
    }


def test_asking_who_looked_is_in_the_trail_and_on_the_page_afterwards(signed_in, nell, patient):
    signed_in(nell).get(page_of(patient))

    again = signed_in(nell).get(page_of(patient))

    asked = AuditEvent.objects.filter(event=EventType.TRAIL_READ, patient=patient.pk)
    assert asked.count() == 2
    assert "Nell Audley" in [row.name for row in again.context["lookers"]]


def test_a_refused_attempt_from_another_hospital_is_counted_and_names_nobody(
    signed_in, nell, oleg, patient
):
    with pytest.raises(NotFound):
        open_patient(patient.pk, by=oleg, purpose="record")

    page = signed_in(nell).get(page_of(patient))

    assert page.context["refused_elsewhere"] == 1
    assert "1 attempt was refused" in page.content.decode()
    assert "Oleg" not in page.content.decode()


def test_the_name_is_shown_only_to_who_may_read_patients(signed_in, nell, north, patient):
    both = person("both", "Both Roles", north, Role.CLINICIAN, Role.AUDITOR)

    assert "canaryman" not in signed_in(nell).get(page_of(patient)).content.decode().lower()
    assert "CANARYMAN, Jo" in signed_in(both).get(page_of(patient)).content.decode()


def test_a_patient_of_another_hospital_is_none(signed_in, nell, south, patient):
    other = make_patient(hospital=south)

    assert signed_in(nell).get(page_of(other)).status_code == 404
    assert signed_in(nell).get(reverse("front:who-looked", args=["pat_none"])).status_code == 404


def test_who_was_handed_a_number_finds_the_page_without_learning_a_name(signed_in, nell, patient):
    answer = signed_in(nell).post(FIND, {"q": "MRN4711"})

    assert answer.status_code == 302
    assert answer["Location"] == page_of(patient)
    part_of_a_name = signed_in(nell).post(FIND, {"q": "Canary"})
    assert part_of_a_name.context["rows"] == []
    assert AuditEvent.objects.filter(event=EventType.PATIENTS_LISTED, actor=nell.pk).count() == 2


def test_who_may_read_patients_finds_them_by_name_too(signed_in, north, patient):
    both = person("both", "Both Roles", north, Role.CLINICIAN, Role.AUDITOR)
    make_patient(hospital=north, family="Canarywoman")

    found = signed_in(both).post(FIND, {"q": "canary"})

    assert [row.name for row in found.context["rows"]] == ["CANARYMAN, Jo", "CANARYWOMAN, Maren"]
    assert "canary" not in found.request["QUERY_STRING"]


def test_the_record_leads_there_for_who_may_and_for_nobody_else(signed_in, ada, north, patient):
    both = person("both", "Both Roles", north, Role.CLINICIAN, Role.AUDITOR)
    record = reverse("front:patient", args=[patient.pk])

    assert page_of(patient) in signed_in(both).get(record).content.decode()
    assert page_of(patient) not in signed_in(ada).get(record).content.decode()


def test_on_paper_the_looks_stand_together(signed_in, nell, ada, patient):
    for _ in range(101):
        open_patient(patient.pk, by=ada, purpose="record")

    on_screen = signed_in(nell).get(page_of(patient))
    on_paper = signed_in(nell).get(page_of(patient), {"print": "yes"})

    assert len(on_screen.context["rows"]) == 100
    assert on_screen.context["older_url"]
    assert len(on_paper.context["rows"]) == on_paper.context["looks"] > 100
