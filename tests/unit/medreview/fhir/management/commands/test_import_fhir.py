import io
import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from medreview.accounts.models import Hospital
from medreview.fhir.models import Resource
from medreview.patients.models import Patient
from tests.factories.fhir import a_bundle, a_patient, an_observation

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(a_bundle([a_patient(), an_observation()])))
    (tmp_path / "b.json").write_text(json.dumps(an_observation("o2")))
    return tmp_path


def _run(*args) -> tuple[dict, int]:
    out, code = io.StringIO(), 0
    try:
        call_command("import_fhir", *map(str, args), "--json", stdout=out)
    except SystemExit as end:
        code = end.code
    return json.loads(out.getvalue()), code


def test_a_folder_goes_in_and_is_told_in_one_json_document(folder):
    said, code = _run(folder)

    assert code == 0
    assert [made["entries"]["new"] for made in said["imports"]] == [2, 1]
    assert set(said["imports"][0]) >= {"source", "patients", "entries", "types"}
    assert set(said["imports"][0]["entries"]) == {
        "received",
        "new",
        "changed",
        "same",
        "quarantined",
    }
    patient = Patient.objects.get()
    assert said["patients"] == [{"id": patient.pk, "fhir_id": "p1", "name": "Maria Ivanova"}]
    assert said["unreadable"] == []


def test_files_that_can_be_read_go_in_beside_one_that_can_not(folder):
    (folder / "letter.xml").write_text("<a/>")

    said, code = _run(folder, folder / "missing.json")

    assert code == 2
    assert len(said["imports"]) == 2
    assert [bad["source"].rsplit("/", 1)[1] for bad in said["unreadable"]] == [
        "letter.xml",
        "missing.json",
    ]
    assert Resource.objects.count() == 3


def test_a_fresh_installation_opens_a_hospital(folder):
    _run(folder)

    assert [hospital.name for hospital in Hospital.objects.all()] == ["Local hospital"]


def test_the_only_hospital_needs_no_name(north, folder):
    _run(folder)

    assert Patient.objects.get().hospital == north


def test_one_of_several_hospitals_is_named(north, south, folder):
    with pytest.raises(CommandError, match="north, south"):
        call_command("import_fhir", str(folder))

    _run(folder, "--hospital", "south")

    assert Patient.objects.get().hospital == south


def test_a_dry_run_says_the_same_and_writes_nothing(north, folder):
    said, _code = _run(folder, "--dry-run")

    assert [made["entries"]["new"] for made in said["imports"]] == [2, 1]
    assert said["patients"] == [{"id": None, "fhir_id": "p1", "name": "Maria Ivanova"}]
    assert not Resource.objects.exists()
    assert not Patient.objects.exists()


def test_people_read_a_receipt_in_words(north, folder):
    (folder / "c.json").write_text(json.dumps([an_observation("o3"), {"resourceType": "Foo"}]))
    out = io.StringIO()

    call_command("import_fhir", str(folder), stdout=out)

    assert "2 received, 1 new, 0 changed, 0 same, 1 quarantined" in out.getvalue()
    assert "entry 2: “Foo” is no FHIR resource type" in out.getvalue()
