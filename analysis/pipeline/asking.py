"""Asking: an analysis of a record, and the same again of the record as it is now.

Whoever asks twice finds what the first asking made, however many people ask at once.
"""

import datetime as dt

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from analysis.pipeline import queries, since
from analysis.pipeline.analysis_states import AT_WORK, OPEN, READ, AnalysisState
from analysis.pipeline.models import Analysis
from analysis.pipeline.replacing import take_its_place
from analysis.pipeline.requests import again_key, request_key, scope_key
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

    Where the same was asked before and is outdated, this is its re-run. ``by`` is None when
    the system asks. Without ``wake`` the caller runs it himself.
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
    return _ask(
        patient,
        release,
        as_of=as_of or moment,
        report=report,
        all_results=all_results,
        scope=scope,
        key=key,
        rerun_of=_outdated(patient, scope),
        by=by,
        wake=wake,
    )


@transaction.atomic
def rerun(*, analysis: Analysis, by: User | None, wake: bool = True) -> Analysis:
    """The same asked again of the record as it is now; once, however many people ask.

    Of a record that did not change it is asked again only where a model failed.

    Done, it takes the place of an analysis that nobody has signed.
    """
    patient = Patient.objects.select_for_update(no_key=True).get(pk=analysis.patient_id)
    analysis = queries.with_names(Analysis.objects.all()).get(pk=analysis.pk)
    existing = since.rerun_of(analysis)
    if existing is not None:
        return existing
    if analysis.state not in READ:
        raise WrongState(_("Only an analysis with a result can be run again."))
    as_of, moment, release = since.asked_day(analysis), now(), current_release()
    key = request_key(
        scope=analysis.scope_key,
        release=release.content_hash,
        record_mark=queries.record_mark(patient),
        day=moment.date(),
    )
    alike = queries.of_patient(patient).filter(state__in=sorted(OPEN), request_key=key).first()
    if alike is not None and alike.pk == analysis.pk and since.lacks_model(analysis):
        # The record says the same; the model may answer now. Another key than the open one's.
        key = again_key(key, analysis.pk)
    elif alike is not None:
        return _adopted(alike, analysis, by=by)
    return _ask(
        patient,
        release,
        as_of=as_of or moment,
        report=analysis.report or None,
        all_results=analysis.all_results,
        scope=analysis.scope_key,
        key=key,
        rerun_of=analysis,
        by=by,
        wake=wake,
    )


def _adopted(alike: Analysis, analysis: Analysis, *, by: User | None) -> Analysis:
    """Somebody asked the very same meanwhile: that is the re-run."""
    if alike.pk == analysis.pk:
        raise WrongState(_("Nothing has changed since this analysis read the record."))
    if alike.rerun_of_id is not None:
        return alike
    recorder.lock(alike.run_id)
    alike.refresh_from_db(fields=["state", "rerun_of"])
    alike.rerun_of = analysis
    alike.save(update_fields=["rerun_of"])
    if alike.state not in AT_WORK:
        take_its_place(alike)
    audit.record(
        EventType.ANALYSIS_RERUN,
        thing=analysis,
        by=by,
        patient=analysis.patient,
        detail={"rerun": alike.pk},
    )
    return alike


def _outdated(patient: Patient, scope: str) -> Analysis | None:
    """The newest analysis that was asked the same, is outdated and not asked again yet."""
    latest = patient.analyses.filter(scope_key=scope, state__in=sorted(READ)).first()
    if latest is None or not latest.outdated or since.rerun_of(latest) is not None:
        return None
    return latest


def _ask(
    patient: Patient,
    release: Release,
    *,
    as_of: dt.datetime,
    report: str | None,
    all_results: bool,
    scope: str,
    key: str,
    rerun_of: Analysis | None,
    by: User | None,
    wake: bool,
) -> Analysis:
    run = open_run(patient, release, as_of=as_of, report=report, all_results=all_results, by=by)
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
        rerun_of=rerun_of,
        requested_by=by,
    )
    audit.record(EventType.ANALYSIS_REQUESTED, thing=analysis, by=by, patient=patient)
    if rerun_of is not None:
        audit.record(
            EventType.ANALYSIS_RERUN,
            thing=rerun_of,
            by=by,
            patient=patient,
            detail={"rerun": analysis.pk},
        )
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


def open_run(
    patient: Patient,
    release: Release,
    *,
    as_of: dt.datetime,
    report: str | None,
    all_results: bool,
    by: User | None,
    again_after: Run | None = None,
) -> Run:
    """A run that is queued for these inputs."""
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
