import pytest

from medreview.fhir.importing import preview_file
from medreview.fhir.preview import preview_of
from medreview.patients.models import Patient
from tests.factories.fhir import a_patient, as_file, make_import

pytestmark = pytest.mark.django_db


def _people(content, hospital):
    plan = preview_file(name="a.json", content=as_file(content), hospital=hospital)
    return preview_of(plan, hospital=hospital, size=1, earlier=None).people


def test_a_new_patient_is_shown_as_new(north):
    (person,) = _people(a_patient(), north)

    assert (person.known, person.mrn, person.candidates) == ("", "MRN-p1", ())


def test_a_known_patient_is_shown_with_what_would_change(north):
    make_import(a_patient(), hospital=north)

    (person,) = _people(a_patient(name=[{"family": "Petrova"}]), north)

    assert person.known == Patient.objects.get().pk
    assert [(d.field, d.known, d.sent) for d in person.differs] == [
        ("family", "Ivanova", "Petrova")
    ]


def test_somebody_alike_is_shown_with_the_fields_that_differ_and_not_merged(north):
    make_import(a_patient("p1"), hospital=north)

    (person,) = _people(a_patient("p2"), north)

    (candidate,) = person.candidates
    assert candidate.id == Patient.objects.get().pk
    assert [difference.field for difference in candidate.differs] == ["mrn"]


def test_nobody_of_another_hospital_is_ever_a_candidate(north, south):
    make_import(a_patient("p1"), hospital=south)

    (person,) = _people(a_patient("p2"), north)

    assert person.candidates == ()
