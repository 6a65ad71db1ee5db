"""What a person changes about an analysis: asking (``asking``), cancelling, retrying, signing.

Every state of an analysis is written under the lock of its run, so that a worker and a
person, or two people, never overwrite one another.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from analysis.pipeline import queries, since
from analysis.pipeline.analysis_states import ANALYSIS, OPEN, AnalysisState
from analysis.pipeline.asking import open_run, request_analysis, rerun
from analysis.pipeline.errors import StaleVersion
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert, StageOutput
from analysis.pipeline.outdating import note_changes
from analysis.pipeline.working import JOB
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import WrongState
from medreview.common.queue import enqueue_after_commit
from medreview.patients.models import Patient
from medreview.runtime import recorder
from medreview.runtime import services as runs
from medreview.runtime.events import StageCarried
from medreview.runtime.models import Run

__all__ = [
    "acknowledge_critical",
    "cancel",
    "mark_amended",
    "mark_signed",
    "open_analysis",
    "request_analysis",
    "rerun",
    "retry",
]


@transaction.atomic
def open_analysis(pk: str, *, by: User) -> Analysis:
    """The analysis, for this person to read; the read is recorded.

    Another hospital's is the same NotFound as none. If the record changed since it was read,
    the analysis says so from now on.
    """
    analysis = queries.analysis_for(by, pk)
    note_changes(analysis)
    audit.record(EventType.ANALYSIS_READ, thing=analysis, by=by, patient=analysis.patient)
    return analysis


@transaction.atomic
def cancel(*, analysis: Analysis, by: User | None) -> Analysis:
    """Stop it between two stages; what is saved stays readable."""
    analysis, run = _locked(analysis)
    ANALYSIS.check(analysis.state, AnalysisState.CANCELLED)
    analysis.state, analysis.finished_at = AnalysisState.CANCELLED, now()
    analysis.version += 1
    analysis.save(update_fields=["state", "finished_at", "version"])
    runs.cancel_run(run=run, by=by)
    return analysis


@transaction.atomic
def retry(*, analysis: Analysis, by: User | None, wake: bool = True) -> Analysis:
    """Try a failed analysis again from the stage that broke, on the same inputs.

    A new run carries over what the failed one saved; the failed one stays as it was.
    """
    # As for a request: one at a time for each patient.
    Patient.objects.select_for_update(no_key=True).get(pk=analysis.patient_id)
    analysis, failed = _locked(analysis)
    ANALYSIS.check(analysis.state, AnalysisState.QUEUED)
    _check_not_replaced(analysis)
    run = open_run(
        analysis.patient,
        analysis.release,
        as_of=analysis.as_of,
        report=analysis.report or None,
        all_results=analysis.all_results,
        by=by,
        again_after=failed,
    )
    _carry_over(failed, run)
    analysis.run, analysis.state, analysis.finished_at = run, AnalysisState.QUEUED, None
    analysis.reason = analysis.failed_stage = ""
    analysis.version += 1
    analysis.save()
    audit.record(EventType.ANALYSIS_RETRIED, thing=analysis, by=by, patient=analysis.patient)
    if wake:
        enqueue_after_commit(JOB, analysis.pk)
    return analysis


def _check_not_replaced(analysis: Analysis) -> None:
    same = Analysis.objects.filter(patient_id=analysis.patient_id, state__in=OPEN)
    newer = same.filter(request_key=analysis.request_key).first()
    if newer is None and analysis.rerun_of is not None:
        newer = since.rerun_of(analysis.rerun_of)
    if newer is not None:
        raise WrongState(
            _("The same was asked again meanwhile: see %(number)s.") % {"number": newer.number}
        )


def _carry_over(failed: Run, run: Run) -> None:
    for output in failed.outputs.all():
        StageOutput.objects.create(
            analysis_id=output.analysis_id,
            run=run,
            stage=output.stage,
            position=output.position,
            contract=output.contract,
            contract_version=output.contract_version,
            input_hash=output.input_hash,
            output_hash=output.output_hash,
            sealed=output.sealed,
            report=output.report,
        )
        event = StageCarried(stage=output.stage, output_hash=output.output_hash, from_run=failed.pk)
        recorder.record(event, run=run, by=None)


def mark_signed(*, analysis: Analysis, version: int, by: User) -> Analysis:
    """A person's signature; refused while a critical value is unacknowledged."""
    return _end_review(analysis, AnalysisState.SIGNED, version=version, by=by)


def mark_amended(*, analysis: Analysis, version: int, by: User) -> Analysis:
    """A signed analysis is opened again; its next signature is a new edition."""
    return _end_review(analysis, AnalysisState.AMENDED, version=version, by=by)


REVIEW_EVENTS = {
    AnalysisState.SIGNED: EventType.REVIEW_SIGNED,
    AnalysisState.AMENDED: EventType.REVIEW_AMENDED,
}


@transaction.atomic
def _end_review(analysis: Analysis, target: AnalysisState, *, version: int, by: User) -> Analysis:
    analysis, run = _locked(analysis)
    _check_version(analysis.version, version)
    ANALYSIS.check(analysis.state, target)
    if target == AnalysisState.SIGNED:
        _check_alerts_answered(analysis)
    analysis.state = target
    analysis.version += 1
    analysis.edition += target == AnalysisState.AMENDED
    analysis.save(update_fields=["state", "version", "edition"])
    runs.end_review(run=run, outcome=target.value, version=analysis.edition, by=by)
    audit.record(
        REVIEW_EVENTS[target],
        thing=analysis,
        by=by,
        patient=analysis.patient,
        counts={"edition": analysis.edition},
    )
    return analysis


def _check_alerts_answered(analysis: Analysis) -> None:
    if analysis.alerts.filter(state=AlertState.RAISED).exists():
        raise WrongState(_("A critical value has not been acknowledged yet."))


def _check_version(current: int, seen: int) -> None:
    if current != seen:
        raise StaleVersion(_("Somebody changed this after your page was made."))


@transaction.atomic
def acknowledge_critical(
    *, alert: CriticalAlert, read_back: str, version: int, by: User
) -> CriticalAlert:
    """A person answers for a critical value, with what was read back to them."""
    alert = (
        CriticalAlert.objects.select_for_update(of=("self",))
        .select_related("patient")
        .get(pk=alert.pk)
    )
    if alert.state == AlertState.WITHDRAWN:
        raise WrongState(_("The record no longer says this value, so nobody has to answer for it."))
    _check_version(alert.version, version)
    if alert.state != AlertState.RAISED:
        raise WrongState(_("This critical value was acknowledged already."))
    alert.state, alert.read_back = AlertState.ACKNOWLEDGED, read_back
    alert.acknowledged_by, alert.acknowledged_at = by, now()
    alert.version += 1
    alert.save()
    audit.record(EventType.CRITICAL_ACKNOWLEDGED, thing=alert, by=by, patient=alert.patient)
    return alert


def _locked(analysis: Analysis) -> tuple[Analysis, Run]:
    """The analysis as it is now, and its run, held for this transaction."""
    run = recorder.lock(analysis.run_id)
    fresh = queries.with_names(Analysis.objects.all()).get(pk=analysis.pk)
    if fresh.run_id != run.pk:
        raise StaleVersion(_("This analysis was started again meanwhile."))
    return fresh, run
