"""An analysis whose record changed says so, from the import on that changed it.

What is compared is what the analysis read and what the same reading gives now, at the same
``as_of``: only a difference that a reader would see makes it outdated (``record_changes``).
"""

from django.db import transaction

from analysis.pipeline import queries, since
from analysis.pipeline.analysis_states import READ
from analysis.pipeline.contracts import RecordChanges
from analysis.pipeline.models import Analysis, ChangeNote
from analysis.pipeline.outputs import sealed_output
from analysis.pipeline.record_changes import record_changes
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.queue import enqueue_after_commit
from medreview.fhir.models import Import
from medreview.fhir.queries import deleted_references
from medreview.fhir.store import read_patient
from medreview.patients.sealing import open_seal
from medreview.runtime import recorder

JOB = "analysis.pipeline.jobs.note_changes"


@transaction.atomic
def compare_after(import_id: str) -> int:
    """Have every analysis compared that reads a record this import touched; how many."""
    made = Import.objects.filter(pk=import_id).first()
    if made is None:
        return 0
    touched = Analysis.objects.filter(patient__in=made.patients.all(), state__in=sorted(READ))
    waiting = [analysis.pk for analysis in touched if since.replaced_by(analysis) is None]
    for analysis_id in waiting:
        enqueue_after_commit(JOB, analysis_id)
    return len(waiting)


def note_changes_of(analysis_id: str) -> None:
    """Note what changed for one analysis. A second delivery finds it noted."""
    analysis = queries.with_names(Analysis.objects.all()).filter(pk=analysis_id).first()
    if analysis is not None:
        note_changes(analysis)


def note_changes(analysis: Analysis) -> None:
    """Say of the analysis what the record says otherwise now, once for each state of the record.

    Nothing is noted of one that nobody relies on any more: it was replaced, or came to nothing.
    """
    if not analysis.record_mark or analysis.state not in READ or since.replaced_by(analysis):
        return
    mark = queries.record_mark(analysis.patient)
    if _is_noted(analysis, mark):
        return
    changes = _compared(analysis)
    if changes is not None:
        _note(analysis, mark, changes)


def _is_noted(analysis: Analysis, mark: str) -> bool:
    latest = since.latest_note(analysis)
    return mark == (latest.record_mark if latest else analysis.record_mark)


def _compared(analysis: Analysis) -> RecordChanges | None:
    result = queries.whole(analysis)
    if result.record is None or result.context is None:
        return None
    return record_changes(
        result.record,
        read_patient(analysis.patient, as_of=analysis.as_of),
        as_of=analysis.as_of,
        of_the_past=since.asked_day(analysis) is not None,
        not_used={
            left.id for counts in result.context.receipt.types.values() for left in counts.not_used
        },
        deleted=deleted_references(analysis.patient),
    )


@transaction.atomic
def _note(analysis: Analysis, mark: str, changes: RecordChanges) -> None:
    recorder.lock(analysis.run_id)
    analysis.refresh_from_db(fields=["outdated", "outdated_at", "version", "state"])
    if _is_noted(analysis, mark):
        return
    kept = sealed_output(
        changes,
        seal=open_seal(analysis.patient),
        analysis_id=analysis.pk,
        stage=since.place_of(mark),
    )
    ChangeNote.objects.create(
        analysis=analysis,
        record_mark=mark,
        changed=len(changes.used),
        newer=len(changes.newer),
        sealed=kept.sealed,
    )
    _mark(analysis, changes)


def _mark(analysis: Analysis, changes: RecordChanges) -> None:
    """Outdated from the first change on; current again once the record says what it said."""
    was, outdated = analysis.outdated, bool(changes.used)
    if not outdated and not was:
        return
    analysis.outdated = outdated
    analysis.outdated_at = (analysis.outdated_at or now()) if outdated else None
    # Who is about to sign saw another record than there is now: the signature names a version.
    analysis.version += 1
    analysis.save(update_fields=["outdated", "outdated_at", "version"])
    audit.record(
        EventType.ANALYSIS_OUTDATED if outdated else EventType.ANALYSIS_CURRENT_AGAIN,
        thing=analysis,
        by=None,
        patient=analysis.patient,
        counts={"changed": len(changes.used)},
    )
