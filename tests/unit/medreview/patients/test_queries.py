import datetime as dt

import pytest
from django.contrib.auth.models import AnonymousUser

from medreview.accounts.roles import Role
from medreview.common.errors import NotFound
from medreview.patients import queries
from tests.factories.accounts import make_user
from tests.factories.patients import make_patient

pytestmark = pytest.mark.django_db


def test_a_clinician_sees_the_patients_of_their_hospital():
    ada = make_user()
    own = make_patient(hospital=ada.hospital)
    make_patient()

    assert list(queries.visible_to(ada)) == [own]


def test_without_the_permission_nobody_is_seen():
    kim = make_user(Role.CURATOR)
    make_patient(hospital=kim.hospital)

    assert not queries.visible_to(kim).exists()
    assert not queries.visible_to(AnonymousUser()).exists()


@pytest.mark.parametrize(
    "typed",
    [
        "lindq",
        "LINDQVIST maren",
        "maren lindqvist",
        "mrn0777",
        "1958-03-14",
        "14.03.1958",
        "14-Mar-1958 lind",
        "1958-03-14 Maren",
    ],
)
def test_a_patient_is_found_by_name_number_or_birth_date(typed):
    ada = make_user()
    found = make_patient(hospital=ada.hospital, mrn="MRN0777")
    make_patient(
        hospital=ada.hospital,
        family="Okafor",
        given="Ben",
        birth_date="1990-01-01",
        birth_day=dt.date(1990, 1, 1),
    )

    assert list(queries.search(ada, typed)) == [found]


@pytest.mark.parametrize("typed", ["ефимова", "ЕФИМОВА алёна", "Алена"])
def test_cyrillic_names_are_found_however_yo_is_written(typed):
    ada = make_user()
    found = make_patient(hospital=ada.hospital, family="Ефимова", given="Алёна")

    assert list(queries.search(ada, typed)) == [found]


@pytest.mark.parametrize("typed", ["%", "_", "lindqvist okafor", "1958-03-15"])
def test_what_meets_nobody_finds_nobody(typed):
    ada = make_user()
    make_patient(hospital=ada.hospital)

    assert not queries.search(ada, typed).exists()


def test_a_search_of_spaces_finds_everybody():
    ada = make_user()
    make_patient(hospital=ada.hospital)

    assert queries.search(ada, "  ").count() == 1


def test_pages_follow_one_another_without_hole_or_repeat():
    ada = make_user()
    made = [
        make_patient(hospital=ada.hospital, family=name)
        for name in ("Berg", "Alm", "Berg", "Dahl", "Alm")
    ]
    seen, after = [], None

    while True:
        page = queries.page(queries.visible_to(ada), after=after, size=2)
        seen += page.rows
        after = page.after
        if after is None:
            break

    assert [patient.family for patient in seen] == ["Alm", "Alm", "Berg", "Berg", "Dahl"]
    assert {patient.pk for patient in seen} == {patient.pk for patient in made}
    assert (page.total, page.capped) == (5, False)


def test_a_page_from_behind_another_hospitals_patient_is_the_first_page():
    ada = make_user()
    own = make_patient(hospital=ada.hospital, family="Alm")
    foreign = make_patient(family="Zorn")

    page = queries.page(queries.visible_to(ada), after=foreign.pk)

    assert page.rows == [own]


def test_a_command_names_a_patient_by_either_id():
    patient = make_patient(fhir_id="abc")

    assert queries.named(patient.pk) == queries.named("abc") == queries.named("Patient/abc")


def test_an_ambiguous_or_unknown_id_is_a_sentence():
    one, two = make_patient(fhir_id="twice"), make_patient(fhir_id="twice")

    for reference, words in (("twice", "more than one"), ("nobody", "no patient")):
        with pytest.raises(NotFound, match=words):
            queries.named(reference)

    assert queries.named("twice", hospital=two.hospital) == two
    assert one.pk != two.pk
