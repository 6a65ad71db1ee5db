"""An analysis is outdated from the import on that changed what it used, and by nothing else."""

from typing import Any

import pytest

from analysis.pipeline import jobs, since
from analysis.pipeline.contracts import HowChanged
from analysis.pipeline.models import Analysis, ChangeNote
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.fhir import json_text
from medreview.fhir.models import Import
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from tests.factories.changes import (
    arrives,
    correct,
    delete,
    stored,
    with_status,
    with_value,
)
from tests.factories.fhir import a_patient, an_observation, make_import
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db

RESULT = "okafor-report-2-hemoglobin-f"


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada)


def marks(analysis: Analysis) -> list[str]:
    events = AuditEvent.objects.filter(thing_id=analysis.pk, event__startswith="analysis.")
    return [
        event.event
        for event in events.order_by("seq")
        if event.event in ("analysis.outdated", "analysis.current_again")
    ]


def test_a_corrected_result_outdates_it_at_the_import(analysis: Analysis) -> None:
    version = analysis.version

    correct(analysis.patient, RESULT, with_value("106"))

    analysis.refresh_from_db()
    (change,) = since.changes_since(analysis).used
    assert analysis.outdated
    assert analysis.outdated_at is not None
    assert analysis.version == version + 1
    assert change.id == f"Observation/{RESULT}"
    assert [(one.field.value, one.before, one.after) for one in change.fields] == [
        ("value", "96 g/L", "106 g/L"),
        ("status", "final", "corrected"),
    ]
    assert marks(analysis) == ["analysis.outdated"]


def test_a_result_entered_in_error_outdates_it(analysis: Analysis) -> None:
    correct(analysis.patient, RESULT, with_status("entered-in-error"))

    analysis.refresh_from_db()
    (change,) = since.changes_since(analysis).used
    assert analysis.outdated
    assert (change.how, change.why) == (
        HowChanged.WITHDRAWN,
        "Its status is “entered-in-error”.",
    )


def test_a_deleted_result_outdates_it(analysis: Analysis) -> None:
    delete(analysis.patient, f"Observation/{RESULT}")

    analysis.refresh_from_db()
    (change,) = since.changes_since(analysis).used
    assert analysis.outdated
    assert change.why == "The source deleted it."


def test_a_new_version_that_says_the_same_outdates_nothing(analysis: Analysis) -> None:
    correct(analysis.patient, RESULT, lambda content: content.update(meta={"versionId": "2"}))

    analysis.refresh_from_db()
    assert not analysis.outdated
    assert marks(analysis) == []
    assert ChangeNote.objects.filter(analysis=analysis, changed=0).count() == 1


def test_the_same_file_again_outdates_nothing_and_notes_nothing(analysis: Analysis) -> None:
    arrives(analysis.patient, stored(analysis.patient, RESULT))

    analysis.refresh_from_db()
    assert not analysis.outdated
    assert not ChangeNote.objects.filter(analysis=analysis).exists()


def test_another_patients_correction_outdates_nothing(analysis: Analysis) -> None:
    made = make_import(a_patient("p9"), hospital=analysis.hospital)
    make_import(an_observation("o9", of="Patient/p9"), hospital=analysis.hospital)

    jobs.mark_outdated(made.pk)

    analysis.refresh_from_db()
    assert not analysis.outdated
    assert not ChangeNote.objects.exists()


def test_a_newer_result_is_noted_and_outdates_nothing(analysis: Analysis) -> None:
    newer = an_observation("k1", of="Patient/okafor")

    arrives(analysis.patient, newer)

    analysis.refresh_from_db()
    changes = since.changes_since(analysis)
    assert not analysis.outdated
    assert [item.id for item in changes.newer] == ["Observation/k1"]
    assert marks(analysis) == []


def test_it_is_current_again_once_the_record_says_what_it_said(analysis: Analysis) -> None:
    before = stored(analysis.patient, RESULT)
    correct(analysis.patient, RESULT, with_value("106"))

    arrives(analysis.patient, before)

    analysis.refresh_from_db()
    assert not analysis.outdated
    assert analysis.outdated_at is None
    assert marks(analysis) == ["analysis.outdated", "analysis.current_again"]


def test_a_second_correction_keeps_since_when_it_is_outdated(analysis: Analysis) -> None:
    correct(analysis.patient, RESULT, with_value("106"))
    analysis.refresh_from_db()
    first = analysis.outdated_at

    correct(analysis.patient, RESULT, with_value("107"))

    analysis.refresh_from_db()
    assert analysis.outdated_at == first
    assert since.changes_since(analysis).used[0].fields[0].after == "107 g/L"


def test_the_import_itself_calls_the_worker_once_for_each_analysis(
    analysis: Analysis, django_capture_on_commit_callbacks: Any
) -> None:
    content = stored(analysis.patient, RESULT)
    with_value("106")(content)

    with django_capture_on_commit_callbacks(execute=True):
        make_import(json_text.dumps(content), hospital=analysis.hospital)

    analysis.refresh_from_db()
    assert analysis.outdated
    assert Import.objects.count() >= 2


def test_a_delivery_that_comes_twice_notes_once(analysis: Analysis) -> None:
    made = correct(analysis.patient, RESULT, with_value("106"))

    jobs.mark_outdated(made.pk)
    jobs.note_changes(analysis.pk)
    jobs.note_changes("ana_unknown")

    assert ChangeNote.objects.filter(analysis=analysis).count() == 1


def test_what_changed_is_sealed_like_everything_of_a_patient(analysis: Analysis) -> None:
    correct(analysis.patient, RESULT, with_value("106"))

    note = ChangeNote.objects.get(analysis=analysis)
    assert b"106" not in bytes(note.sealed)
    assert read_patient(Patient.objects.get(pk=analysis.patient_id)).labs
