from datetime import UTC, datetime

import pytest

from medreview.audit.models import AuditEvent
from medreview.fhir.whereabouts import whereabouts
from medreview.patients.models import Patient
from tests.factories.fhir import a_patient, make_import

AS_OF = datetime(2026, 11, 20, tzinfo=UTC)


def encounter(**changed):
    return {
        "resourceType": "Encounter",
        "id": "e1",
        "status": "in-progress",
        "subject": {"reference": "Patient/p1"},
        "location": [{"location": {"display": "Ward 3"}}],
        **changed,
    }


def team(**changed):
    return {
        "resourceType": "CareTeam",
        "id": "t1",
        "status": "active",
        "name": "Renal",
        "subject": {"reference": "Patient/p1"},
        **changed,
    }


def found(*resources):
    return whereabouts(resources, AS_OF, {"Location/l4": "Ward 4"}.get)


def test_a_patient_is_where_a_current_encounter_says_and_with_an_active_team():
    assert found(encounter(), team()) == {("ward", "Ward 3"), ("team", "Renal")}


@pytest.mark.parametrize(
    "changed",
    [
        {"status": "finished"},
        {"status": "planned"},
        {"period": {"end": "2026-11-01"}},
        {"location": [{"location": {"display": "Ward 3"}, "status": "completed"}]},
    ],
)
def test_a_patient_is_no_longer_where_an_encounter_ended(changed):
    assert found(encounter(**changed)) == set()


def test_a_place_that_is_only_pointed_to_has_its_own_name():
    assert found(encounter(location=[{"location": {"reference": "Location/l4"}}])) == {
        ("ward", "Ward 4")
    }


def test_the_department_is_the_ward_where_no_place_is_named():
    said = encounter(location=None, serviceProvider={"display": "Surgery"})

    assert found(said) == {("ward", "Surgery")}


@pytest.mark.parametrize(
    "changed", [{"status": "inactive"}, {"period": {"end": "2025"}}, {"name": None}]
)
def test_a_team_that_ended_or_has_no_name_is_none(changed):
    assert found(team(**changed)) == set()


@pytest.mark.django_db
def test_an_import_keeps_the_lists_as_the_record_says(north):
    make_import([a_patient(), encounter(), team()], hospital=north)
    patient = Patient.objects.get()
    assert {one.name for one in patient.lists.all()} == {"Ward 3", "Renal"}

    make_import([encounter(status="finished")], hospital=north)

    assert {one.name for one in patient.lists.all()} == {"Renal"}
    assert AuditEvent.objects.filter(event="patient.lists_derived").count() == 2


@pytest.mark.django_db
def test_a_location_of_the_same_file_gives_its_name(north):
    location = {"resourceType": "Location", "id": "l9", "name": "Ward 9"}
    said = encounter(location=[{"location": {"reference": "Location/l9"}}])

    make_import([a_patient(), location, said], hospital=north)

    assert [one.name for one in Patient.objects.get().lists.all()] == ["Ward 9"]
