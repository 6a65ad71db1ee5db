import itertools

import pytest
from django.urls import reverse

from analysis.pipeline.patient_lists import PatientFilter
from medreview.patients import lists
from medreview.patients.models import PatientList
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished

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
    assert 'Watched <span class="n">1</span>' in rows
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
    url = reverse("front:patient-list-delete", args=[ward.pk])
    assert url not in text
    delete = client.post(url)
    assert delete.status_code == 409


def test_somebody_elses_list_is_not_found(ada, oleg, signed_in):
    made = lists.create(name="Watched", for_all=True, by=ada)

    for name in ("front:patient-list", "front:patients"):
        args = [made.pk] if name == "front:patient-list" else []
        assert signed_in(oleg).get(reverse(name, args=args), {"list": made.pk}).status_code == 404


def test_every_choice_says_how_many_rows_it_has_whatever_else_is_chosen(ada, north, signed_in):
    patients = [make_patient(hospital=north, family="Berg") for _ in range(3)]
    patients.append(make_patient(hospital=north, family="Lund"))
    make_finished(patient=patients[0])
    ward = lists.create(name="Ward 3", for_all=True, by=ada)
    mine = lists.create(name="To call", for_all=False, by=ada)
    lists.create(name="Empty", for_all=True, by=ada)
    for patient_list, members in ((ward, patients[:2]), (mine, patients[1:])):
        for patient in members:
            lists.add(patient_list=patient_list, patient=patient, by=ada)
    client = signed_in(ada)

    wrong, compared = [], 0
    for typed, show, one in itertools.product(("", "berg"), PatientFilter, ("", ward.pk, mine.pk)):
        page = _narrowed(client, typed, show, one)
        asked = [(choice, choice.value, one) for choice in page.context["filters"]]
        asked += [(choice, show, choice.value) for choice in page.context["lists"]]
        for choice, to_show, of_list in asked:
            rows = _narrowed(client, typed, to_show, of_list).context["rows"]
            compared += 1
            if choice.count != str(len(rows)):
                wrong.append((typed, show, one, choice.id, choice.count, len(rows)))

    assert wrong == []
    assert compared == 24 * 8


def test_the_choices_stay_with_a_search_that_goes_on(ada, north, signed_in):
    ward = lists.create(name="Ward 3", for_all=True, by=ada)
    lists.add(patient_list=ward, patient=make_patient(hospital=north), by=ada)

    page = _narrowed(signed_in(ada), "lindq", "critical", ward.pk).content.decode()

    assert 'id="show-critical" value="critical" form="patient-filters" checked' in page
    assert f'id="list-{ward.pk}" value="{ward.pk}" form="patient-filters" checked' in page


def test_many_lists_are_one_field_instead_of_a_wall(ada, north, signed_in):
    for number in range(12):
        lists.create(name=f"List {number}", for_all=True, by=ada)

    page = signed_in(ada).get("/patients/").content.decode()

    assert '<select class="form-select" id="patient-list"' in page
    assert "List 7 (0)" in page


def _narrowed(client, typed, show, one):
    return client.post("/patients/", {"q": typed, "show": show, "list": one})
