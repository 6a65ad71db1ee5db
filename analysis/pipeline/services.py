"""What a person changes about an analysis: asking, cancelling, trying again, signing.

Every state of an analysis is written under the lock of its run, so that a worker and a
person, or two people, never overwrite one another.
"""

import datetime as dt

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from analysis.pipeline import queries
from analysis.pipeline.analysis_states import ANALYSIS, AT_WORK, OPEN, AnalysisState
from analysis.pipeline.errors import StaleVersion
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert, StageOutput
from analysis.pipeline.requests import request_key, scope_key
from analysis.pipeline.working import JOB, KIND
from graphcurate.models import Release
from graphcurate.queries import current_release
from medreview.accounts.models import Hospital, User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import Invalid, NotFound, WrongState
from medreview.common.queue import enqueue_after_commit
from medreview.patients.models import Patient
from medreview.runtime import recorder
from medreview.runtime import services as runs
from medreview.runtime.events import StageCarried
from medreview.runtime.models import Run

FIRST_SERIAL = 1001

DOUBLE_CLICK = dt.timedelta(minutes=1)
"""The same request within this time is the same request, whatever changed meanwhile."""


@transaction.atomic
def request_analysis(
    *,
    patient: Patient,
    by: User | None,
    as_of: dt.datetime | None = None,
    report: str | None = None,
    all_results: bool = False,
    wake: bool = True,
) -> Analysis:
    """An analysis of the patient's record; the one already open where the same was asked.

    ``by`` is None when the system asks. Without ``wake`` the caller runs it himself.
    """
    _check_request(patient, by=by, as_of=as_of)
    # The lock puts two clicks one after the other: the second finds what the first made.
    patient = Patient.objects.select_for_update(no_key=True).get(pk=patient.pk)
    release = current_release()
    scope = scope_key(as_of=as_of, report=report or "", all_results=all_results)
    moment = now()
    key = request_key(
        scope=scope,
        release=release.content_hash,
        record_mark=queries.record_mark(patient),
        day=moment.date(),
    )
    existing = _same_request(patient, scope=scope, key=key, moment=moment)
    if existing is not None:
        return existing
    run = _open_run(
        patient, release, as_of=as_of or moment, report=report, all_results=all_results, by=by
    )
    analysis = Analysis.objects.create(
        hospital=patient.hospital,
        serial=_next_serial(patient.hospital_id),
        patient=patient,
        run=run,
        release=release,
        as_of=run.as_of,
        report=report or "",
        all_results=all_results,
        scope_key=scope,
        request_key=key,
        requested_by=by,
    )
    audit.record(EventType.ANALYSIS_REQUESTED, thing=analysis, by=by, patient=patient)
    if wake:
        enqueue_after_commit(JOB, analysis.pk)
    return analysis


def _check_request(patient: Patient, *, by: User | None, as_of: dt.datetime | None) -> None:
    if by is not None and by.hospital_id != patient.hospital_id:
        raise NotFound(_("There is no such patient."))
    if as_of is not None and as_of > now() + dt.timedelta(days=1):
        raise Invalid(_("An analysis can't speak of a day that has not come yet."))


def _same_request(
    patient: Patient, *, scope: str, key: str, moment: dt.datetime
) -> Analysis | None:
    waiting = Q(state=AnalysisState.QUEUED)
    just_begun = Q(state__in=AT_WORK, created_at__gt=moment - DOUBLE_CLICK)
    nothing_new = Q(state__in=OPEN, request_key=key)
    return (
        queries.of_patient(patient)
        .filter(waiting | just_begun | nothing_new, scope_key=scope)
        .first()
    )


def _open_run(
    patient: Patient,
    release: Release,
    *,
    as_of: dt.datetime,
    report: str | None,
    all_results: bool,
    by: User | None,
    again_after: Run | None = None,
) -> Run:
    return runs.open_run(
        kind=KIND,
        patient=patient,
        as_of=as_of,
        graph_release=release.content_hash,
        asked={"report": report, "all_results": all_results},
        by=by,
        again_after=again_after,
    )


def _next_serial(hospital_id: str) -> int:
    Hospital.objects.select_for_update(no_key=True).get(pk=hospital_id)
    newest = Analysis.objects.filter(hospital_id=hospital_id).aggregate(Max("serial"))
    return int(newest["serial__max"] or FIRST_SERIAL - 1) + 1


@transaction.atomic
def open_analysis(pk: str, *, by: User) -> Analysis:
    """The analysis, for this person to read; the read is recorded.

    Another hospital's is the same NotFound as none. If the record changed since it was read,
    the analysis says so from now on.
    """
    analysis = queries.analysis_for(by, pk)
    _note_if_outdated(analysis)
    audit.record(EventType.ANALYSIS_READ, thing=analysis, by=by, patient=analysis.patient)
    return analysis


def _note_if_outdated(analysis: Analysis) -> None:
    if analysis.outdated or not analysis.record_mark:
        return
    if analysis.record_mark == queries.record_mark(analysis.patient):
        return
    analysis.outdated = True
    analysis.save(update_fields=["outdated"])
    audit.record(EventType.ANALYSIS_OUTDATED, thing=analysis, by=None, patient=analysis.patient)


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
    run = _open_run(
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
