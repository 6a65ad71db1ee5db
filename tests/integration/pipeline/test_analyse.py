"""The command: from a stored patient or a file to one JSON line, through the real stages."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from analysis.pipeline.models import Analysis
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common import queue
from medreview.fhir.importing import import_file
from medreview.fhir.models import Resource
from medreview.patients.models import Patient
from tests.factories.accounts import make_hospital

pytestmark = pytest.mark.django_db

KEYS = {
    "analysis",
    "run",
    "status",
    "graph_release",
    "stages",
    "context",
    "critical",
    "plan",
    "package",
    "actuality",
    "statements",
    "report",
}


def potassium(patient: str) -> dict:
    return {
        "resourceType": "Observation",
        "id": f"k-{patient}",
        "status": "final",
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": "http://loinc.org", "code": "2823-3"}], "text": "Potassium"},
        "subject": {"reference": f"Patient/{patient}"},
        "effectiveDateTime": "2026-03-01T08:00:00Z",
        "valueQuantity": {"value": 6.9, "unit": "mmol/L", "code": "mmol/L"},
        "interpretation": [{"coding": [{"code": "HH"}]}],
        "referenceRange": [{"low": {"value": 3.5}, "high": {"value": 5.1}}],
    }


def person(patient: str) -> dict:
    return {
        "resourceType": "Patient",
        "id": patient,
        "gender": "female",
        "birthDate": "1958-03-14",
        "name": [{"family": "Lindqvist", "given": ["Maren"]}],
    }


@pytest.fixture
def file(tmp_path):
    resources = [person("a"), potassium("a"), person("b"), potassium("b")]
    bundle = {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{"resource": resource} for resource in resources],
    }
    path = tmp_path / "two.json"
    path.write_text(json.dumps(bundle))
    return path


@pytest.fixture
def stored(file):
    hospital = make_hospital()
    import_file(name=file.name, content=file, hospital=hospital, by=None)
    return list(Patient.objects.order_by("fhir_id"))


def analyse(*args, **options):
    """The lines the command prints, read as JSON."""
    out = StringIO()
    call_command("analyse", *args, json=True, stdout=out, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_stored_patient_is_analysed_by_our_id_or_the_fhir_id(stored):
    [by_fhir_id] = analyse("a", as_of="2026-03-02")
    [by_our_id] = analyse(stored[0].pk, as_of="2026-03-02")

    assert set(by_fhir_id) == KEYS
    assert by_fhir_id["status"] == "in_review"
    assert by_fhir_id["critical"][0]["result"] == "Observation/k-a"
    assert [one["result"] for one in by_fhir_id["plan"]["assessments"]] == ["Observation/k-a"]
    assert by_fhir_id["report"]["doctor"]["for"] == "doctor"
    assert by_our_id["analysis"] == by_fhir_id["analysis"], "the same question has one answer"
    requested = AuditEvent.objects.get(event=EventType.ANALYSIS_REQUESTED)
    assert requested.actor == ""


def test_a_resumable_answer_and_a_rehearsed_one_say_the_same(stored, file):
    [kept] = analyse("a", as_of="2026-03-02T23:59:59Z")
    rehearsed, _ = analyse(file=file, as_of="2026-03-02T23:59:59Z")

    said = ("critical", "plan", "package", "actuality", "statements", "report")
    assert {key: kept[key] for key in said} == {key: rehearsed[key] for key in said}


def test_all_patients_are_one_line_each(stored):
    lines = analyse(all=True, as_of="2026-03-02")

    assert [line["status"] for line in lines] == ["in_review", "in_review"]


def test_a_file_is_analysed_and_nothing_of_it_is_kept(file):
    lines = analyse(file=file, as_of="2026-03-02")

    assert [(line["analysis"], line["run"]) for line in lines] == [(None, None)] * 2
    assert {line["context"]["patient"] for line in lines} == {"Patient/a", "Patient/b"}
    assert [Patient.objects.count(), Resource.objects.count()] == [0, 0]
    looked = AuditEvent.objects.get(event=EventType.ANALYSIS_FROM_FILE)
    assert looked.counts == {"patients": 2}
    assert "two" not in json.dumps(looked.header())


def test_a_queued_analysis_is_left_to_a_worker(
    stored, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    monkeypatch.setattr(queue, "enqueue", lambda *call: sent.append(call))

    with django_capture_on_commit_callbacks(execute=True):
        [line] = analyse("a", queue=True)

    assert line["status"] == "queued"
    assert sent == [("analysis.pipeline.jobs.run_analysis", line["analysis"])]


def test_a_report_the_record_does_not_have_fails_with_a_reason(stored):
    with pytest.raises(SystemExit):
        analyse("a", report="none")

    analysis = Analysis.objects.get()
    assert analysis.reason == "This report is not in the patient's record."


@pytest.mark.parametrize("options", [{"as_of": "yesterday"}, {"as_of": "2999-01-01"}])
def test_a_date_that_cannot_be_is_one_sentence(stored, options):
    with pytest.raises(CommandError):
        analyse("a", **options)


def test_nobody_is_one_sentence(db):
    with pytest.raises(CommandError, match="no patient"):
        analyse("nobody")


def test_of_all_patients_each_line_names_the_hospital_its_number_counts_in(stored):
    out = StringIO()

    call_command("analyse", all=True, as_of="2026-03-02", stdout=out)

    name = Patient.objects.first().hospital.name
    assert [line.split(" ana_")[0] for line in out.getvalue().splitlines()] == [
        f"{name}: A-1001",
        f"{name}: A-1002",
    ]


def test_without_json_each_patient_is_a_sentence(stored, file):
    out = StringIO()

    call_command("analyse", "a", as_of="2026-03-02", stdout=out)
    call_command("analyse", file=file, as_of="2026-03-02", stdout=out)

    kept, *rehearsed = out.getvalue().splitlines()
    assert kept.startswith("A-1001 ana_")
    assert kept.endswith(": in_review, 1 abnormal, 1 critical")
    assert rehearsed == [f"Patient/{one}: in_review, 1 abnormal, 1 critical" for one in "ab"]


def test_without_json_results_too_old_are_no_clean_bill(stored):
    out = StringIO()

    call_command("analyse", "a", as_of="2026-11-01", stdout=out)

    assert out.getvalue().strip().endswith(": in_review, 0 abnormal, 0 critical, 1 too old")


def test_a_patient_of_a_named_hospital(stored):
    with pytest.raises(CommandError, match="no patient"):
        analyse("a", hospital=make_hospital().slug)


def test_a_file_whose_report_is_unknown_fails_and_keeps_nothing(file):
    out = StringIO()

    with pytest.raises(SystemExit):
        call_command("analyse", file=file, report="none", stdout=out)

    assert "failed at record. This report is not in the patient's record." in out.getvalue()
    assert Patient.objects.count() == 0


def test_a_file_that_is_no_record_is_one_sentence(tmp_path):
    path = tmp_path / "no.json"
    path.write_text("hello")

    with pytest.raises(CommandError):
        analyse(file=path)
