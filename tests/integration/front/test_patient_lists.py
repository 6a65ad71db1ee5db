import pytest
from django.urls import reverse

from medreview.patients import lists
from medreview.patients.models import PatientList
from tests.factories.patients import make_patient

pytestmark = pytest.mark.django_db


def test_a_list_is_made_filled_used_and_deleted(ada, north, signed_in):
    client = signed_in(ada)
    patient, other = (make_patient(hospital=north) for _each in range(2))

    client.post(reverse("front:patient-lists"), {"name": "Watched"})
    made = PatientList.objects.get()
    page = client.get(reverse("front:patient", args=[patient.pk])).content.decode()
    assert "Put on the list" in page
    client.post(reverse("front:patient-list-enter", args=[patient.pk]), {"list": made.pk})
    rows = client.get(reverse("front:patients"), {"list": made.pk}).content.decode()
    assert reverse("front:patient", args=[patient.pk]) in rows
    assert reverse("front:patient", args=[other.pk]) not in rows
    assert "Watched (1)" in rows
    client.post(reverse("front:patient-list-leave", args=[patient.pk]), {"list": made.pk})
    client.post(reverse("front:patient-list-delete", args=[made.pk]))

    assert not PatientList.objects.exists()


def test_a_bad_name_is_said_at_the_field(ada, signed_in):
    answer = signed_in(ada).post(reverse("front:patient-lists"), {"name": " "})

    assert answer.status_code == 422
    assert "A list needs a name" in answer.content.decode()


def test_a_list_is_renamed_and_an_old_page_is_not_believed(ada, signed_in):
    made = lists.create(name="Watched", for_all=False, by=ada)
    url = reverse("front:patient-list", args=[made.pk])
    client = signed_in(ada)

    assert client.post(url, {"name": "Others", "version": 1}).status_code == 302
    assert client.post(url, {"name": "Mine", "version": 1}).status_code == 409
    assert client.post(url, {"name": "", "version": 2}).status_code == 422


def test_a_ward_has_no_buttons(ada, north, signed_in):
    lists.derive(make_patient(hospital=north), [("ward", "Ward 3")])
    ward = PatientList.objects.get()
    client = signed_in(ada)

    text = client.get(reverse("front:patient-list", args=[ward.pk])).content.decode()

    assert "It follows the record" in text
    assert "Delete" not in text
    delete = client.post(reverse("front:patient-list-delete", args=[ward.pk]))
    assert delete.status_code == 409


def test_somebody_elses_list_is_not_found(ada, oleg, signed_in):
    made = lists.create(name="Watched", for_all=True, by=ada)

    for name in ("front:patient-list", "front:patients"):
        args = [made.pk] if name == "front:patient-list" else []
        assert signed_in(oleg).get(reverse(name, args=args), {"list": made.pk}).status_code == 404
