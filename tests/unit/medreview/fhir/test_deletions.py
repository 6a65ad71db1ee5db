"""A resource the source takes back is no longer current, and what it said stays."""

from typing import Any

import pytest

from medreview.accounts.models import Hospital
from medreview.audit.models import AuditEvent
from medreview.fhir.models import Resource
from medreview.fhir.queries import deleted_references
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from tests.factories.accounts import make_hospital
from tests.factories.fhir import a_bundle, a_patient, an_observation, make_import, receipt_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hospital() -> Hospital:
    return make_hospital()


def deletion(reference: str, **said: Any) -> dict[str, Any]:
    return {"request": {"method": "DELETE", "url": reference}, **said}


def bundle(*entries: dict[str, Any], kind: str = "history") -> dict[str, Any]:
    return {"resourceType": "Bundle", "type": kind, "entry": list(entries)}


def stored(hospital: Hospital) -> Patient:
    make_import(a_bundle([a_patient(), an_observation()]), hospital=hospital)
    return Patient.objects.get(hospital=hospital)


def versions(patient: Patient) -> list[tuple[int, bool, bool]]:
    rows = Resource.objects.filter(patient=patient, type="Observation").order_by("version")
    return [(row.version, row.current, row.deleted) for row in rows]


def test_a_deleted_result_is_in_the_record_no_more_and_what_it_said_is_kept(hospital):
    patient = stored(hospital)

    made = make_import(bundle(deletion("Observation/o1")), hospital=hospital)

    receipt = receipt_of(made)
    assert read_patient(patient).labs == ()
    assert versions(patient) == [(1, False, False), (2, False, True)]
    assert deleted_references(patient) == {"Observation/o1"}
    assert (receipt.entries.received, receipt.entries.changed) == (1, 1)
    assert receipt.notes == ("entry 1 (Observation/o1): the source deleted it",)
    assert receipt.patients == ("Patient/p1",)
    assert list(made.patients.all()) == [patient]
    assert AuditEvent.objects.filter(event="record.changed", patient=patient.pk).count() == 2


def test_a_deletion_heard_twice_changes_nothing_the_second_time(hospital):
    patient = stored(hospital)
    make_import(bundle(deletion("Observation/o1")), hospital=hospital)

    again = receipt_of(make_import(bundle(deletion("Observation/o1")), hospital=hospital))

    assert again.changes_nothing
    assert len(versions(patient)) == 2


def test_a_file_that_brings_and_deletes_is_taken_once(hospital):
    make_import(a_patient(), hospital=hospital)
    file = bundle(deletion("Observation/o1"), {"resource": an_observation()})
    first = receipt_of(make_import(file, hospital=hospital))
    patient = Patient.objects.get(hospital=hospital)
    after_first = versions(patient)

    again = receipt_of(make_import(file, hospital=hospital))

    assert after_first == [(1, False, False), (2, False, True)]
    assert versions(patient) == after_first
    assert not first.changes_nothing
    assert again.changes_nothing


def test_what_was_deleted_and_sent_again_later_counts(hospital):
    patient = stored(hospital)
    changed = an_observation(status="amended")

    made = make_import(bundle({"resource": changed}, deletion("Observation/o1")), hospital=hospital)

    assert [lab.status for lab in read_patient(patient).labs] == ["amended"]
    assert "sent again later" in receipt_of(made).notes[0]


def test_a_resource_that_comes_back_after_its_deletion_is_the_next_version(hospital):
    patient = stored(hospital)
    make_import(bundle(deletion("Observation/o1")), hospital=hospital)

    make_import(an_observation(), hospital=hospital)

    assert [lab.version for lab in read_patient(patient).labs] == [3]
    assert deleted_references(patient) == set()


def test_an_older_deletion_does_not_undo_a_newer_version(hospital):
    patient = stored(hospital)
    newer = an_observation(status="amended", meta={"lastUpdated": "2026-11-25T08:00:00Z"})
    make_import(newer, hospital=hospital)
    old = deletion("Observation/o1", response={"lastModified": "2026-11-21T08:00:00Z"})

    made = make_import(bundle(old), hospital=hospital)

    assert len(read_patient(patient).labs) == 1
    assert receipt_of(made).changes_nothing
    assert "before what is known here was written" in receipt_of(made).notes[0]


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("Patient/p1", "a patient is not deleted on a file's word"),
        ("Observation?status=final", "does not name by type and id"),
        ("Nonsense/x", "is no FHIR resource type"),
        ("", "does not name by type and id"),
    ],
)
def test_what_a_file_may_not_delete_is_listed_with_the_reason(hospital, url, says):
    patient = stored(hospital)

    made = make_import(bundle(deletion(url), kind="transaction"), hospital=hospital)

    (bad,) = receipt_of(made).entries.quarantined
    assert says in bad.reason
    assert len(read_patient(patient).labs) == 1


def test_an_unknown_resource_can_be_deleted_without_effect(hospital):
    made = make_import(bundle(deletion("https://x.example/fhir/Observation/o9")), hospital=hospital)

    assert receipt_of(made).changes_nothing
    assert not Resource.objects.exists()
