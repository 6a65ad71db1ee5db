"""One analysis whole, the lists of them, and where a running one stands."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TypeVar

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from analysis.pipeline import outputs
from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.contracts import (
    Actuality,
    ActualityList,
    Critical,
    Criticals,
    DiagnosticPlan,
    GenerationReadyPackage,
    PatientContext,
    Report,
    Reports,
    StageReport,
    Statement,
    StatementList,
    Wording,
)
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert, StageOutput
from analysis.pipeline.opened import OpenedLately
from analysis.pipeline.requests import request_key, scope_key
from analysis.pipeline.stages import STAGES
from graphcurate.models import Release
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.contract import Contract
from medreview.common.errors import NotFound
from medreview.fhir.models import Import, Resource
from medreview.fhir.record import PatientRecord
from medreview.patients.models import Patient
from medreview.patients.queries import visible_to
from medreview.patients.sealing import OpenSeal, open_seal
from medreview.runtime.leases import database_now
from medreview.runtime.models import StageLease

AnyContract = TypeVar("AnyContract", bound=Contract)

RECORD_STAGE = "record"
"""The name of the saved record: what every later stage of a run reads, however often it is
resumed."""

STAGE_NAMES: tuple[str, ...] = (RECORD_STAGE, *(stage.name for stage in STAGES))
"""Everything a run saves, in order."""

CONTRACTS: dict[str, type[Contract]] = {
    contract.__name__: contract
    for contract in (
        PatientRecord,
        PatientContext,
        Criticals,
        DiagnosticPlan,
        GenerationReadyPackage,
        ActualityList,
        StatementList,
        Reports,
    )
}
"""What a saved output can be, by the name it was saved under."""


@dataclass(frozen=True)
class AnalysisResult:
    """Everything the stages of one analysis have said so far; None where one has not run."""

    record: PatientRecord | None = None
    context: PatientContext | None = None
    criticals: tuple[Critical, ...] = ()
    plan: DiagnosticPlan | None = None
    package: GenerationReadyPackage | None = None
    actuality: tuple[Actuality, ...] = ()
    statements: tuple[Statement, ...] = ()
    cannot_tell: tuple[str, ...] = ()
    wording: Wording = field(default_factory=Wording)
    """Whose words the statements are in, and what a model proposed in vain."""
    doctor_report: Report | None = None
    patient_report: Report | None = None
    stages: tuple[StageReport, ...] = ()


def whole(analysis: Analysis) -> AnalysisResult:
    """The analysis with every saved output opened. The caller has recorded the read."""
    rows = list(analysis.outputs.filter(run_id=analysis.run_id))
    seal = open_seal(analysis.patient)
    opened = [opened_output(row, CONTRACTS[row.contract], seal) for row in rows]
    result = result_of(opened, stages=tuple(stage_reports(analysis, rows)))
    return replace(result, criticals=_answered(result.criticals, analysis))


def _answered(criticals: tuple[Critical, ...], analysis: Analysis) -> tuple[Critical, ...]:
    """The criticals with who has answered for them since."""
    alerts = {alert.result: alert for alert in analysis.alerts.select_related("acknowledged_by")}
    return tuple(_one_answered(critical, alerts.get(critical.result)) for critical in criticals)


def _one_answered(critical: Critical, alert: CriticalAlert | None) -> Critical:
    if alert is None or alert.acknowledged_by is None:
        return critical
    return critical.model_copy(
        update={
            "state": alert.state,
            "acknowledged_by": alert.acknowledged_by.pk,
            "read_back": alert.read_back,
        }
    )


def result_of(saved: Iterable[Contract], *, stages: tuple[StageReport, ...] = ()) -> AnalysisResult:
    """The result made of the outputs of its stages, however far they came."""
    by_contract = {type(output): output for output in saved}
    statements = _one(StatementList, by_contract) or StatementList()
    reports = _one(Reports, by_contract)
    return AnalysisResult(
        record=_one(PatientRecord, by_contract),
        context=_one(PatientContext, by_contract),
        criticals=(_one(Criticals, by_contract) or Criticals()).items,
        plan=_one(DiagnosticPlan, by_contract),
        package=_one(GenerationReadyPackage, by_contract),
        actuality=(_one(ActualityList, by_contract) or ActualityList()).items,
        statements=statements.items,
        cannot_tell=statements.cannot_tell,
        wording=statements.wording,
        doctor_report=reports.doctor if reports else None,
        patient_report=reports.patient if reports else None,
        stages=stages,
    )


def opened_output(row: StageOutput, into: type[AnyContract], seal: OpenSeal) -> AnyContract:
    """The contract one row holds; ``seal`` says that the patient's key is still there."""
    sealed = bytes(row.sealed)

    def unseal() -> AnyContract:
        return outputs.opened_output(
            sealed, into, seal=seal, analysis_id=row.analysis_id, stage=row.stage
        )

    place = f"{seal.patient_id}|{row.analysis_id}|{row.stage}"
    opened = _opened_lately.get(sealed, unseal, place=place)
    return opened if isinstance(opened, into) else unseal()


_opened_lately = OpenedLately()


def stage_reports(analysis: Analysis, rows: list[StageOutput]) -> list[StageReport]:
    """How each stage went, the one that broke included."""
    reports = [StageReport.model_validate(row.report) for row in rows]
    if analysis.failed_stage:
        reports.append(
            StageReport.model_validate(
                {"name": analysis.failed_stage, "status": "failed", "error": analysis.reason}
            )
        )
    return reports


def _one(wanted: type[AnyContract], saved: Mapping[type[Contract], Contract]) -> AnyContract | None:
    output = saved.get(wanted)
    return output if isinstance(output, wanted) else None


def analyses_for(user: User) -> QuerySet[Analysis]:
    """The analyses this person may know of: those of patients visible to them."""
    return with_names(Analysis.objects.filter(patient__in=visible_to(user)))


def with_names(analyses: QuerySet[Analysis]) -> QuerySet[Analysis]:
    """The same, with what every page says of them; a release's content stays in the database."""
    return analyses.select_related(
        "patient", "patient__hospital", "run", "release", "requested_by"
    ).defer("release__snapshot")


def analysis_for(user: User, pk: str) -> Analysis:
    """One analysis, or the same NotFound for another hospital's as for none."""
    analysis = analyses_for(user).filter(pk=pk).first()
    if analysis is None:
        raise NotFound(_("There is no such analysis."))
    return analysis


def of_patient(patient: Patient) -> QuerySet[Analysis]:
    """The patient's analyses, newest first."""
    return with_names(patient.analyses.all())


def of_import(made: Import, user: User) -> QuerySet[Analysis]:
    """The analyses of what one import brought, by number, as far as this person may know."""
    return analyses_for(user).filter(imports__source_import=made).order_by("serial")


def latest_of(patient: Patient) -> Analysis | None:
    """The patient's newest analysis that was not cancelled."""
    return of_patient(patient).exclude(state=AnalysisState.CANCELLED).first()


def open_alerts(user: User) -> QuerySet[CriticalAlert]:
    """Criticals nobody has acknowledged, each measured value once, oldest first.

    What every count of open criticals counts.
    """
    alerts = CriticalAlert.objects.filter(patient__in=visible_to(user))
    return once_per_value(alerts).select_related("analysis", "patient").order_by("created_at", "id")


def once_per_value(alerts: QuerySet[CriticalAlert]) -> QuerySet[CriticalAlert]:
    """The open ones among these; of several on the same measured value the one raised first.

    Two analyses of one record raise the same value twice, and a person is told of it once.
    """
    raised = alerts.filter(state=AlertState.RAISED)
    same_value = CriticalAlert.objects.filter(
        patient=OuterRef("patient"),
        result=OuterRef("result"),
        value_text=OuterRef("value_text"),
        state=AlertState.RAISED,
    )
    at_once = Q(created_at=OuterRef("created_at"), id__lt=OuterRef("id"))
    before = same_value.filter(Q(created_at__lt=OuterRef("created_at")) | at_once)
    return raised.filter(~Exists(before))


def of_same_value(alert: CriticalAlert) -> QuerySet[CriticalAlert]:
    """Every alert on this measured value of this patient, itself included.

    A value that was corrected since is another value.
    """
    return CriticalAlert.objects.filter(
        patient_id=alert.patient_id, result=alert.result, value_text=alert.value_text
    )


def record_mark(patient: Patient) -> str:
    """Which state the patient's record is in: another after any resource came or changed."""
    current = Resource.objects.filter(patient=patient, current=True)
    seen = current.aggregate(count=Count("id"), newest=Max("id"))
    return f"{seen['count']}:{seen['newest'] or ''}"


def analysed_alike(
    patient: Patient,
    release: Release,
    *,
    as_of: dt.datetime | None,
    report: str | None,
    all_results: bool,
) -> Analysis | None:
    """The newest analysis of the same inputs, asked for today and not stopped."""
    key = request_key(
        scope=scope_key(as_of=as_of, report=report or "", all_results=all_results),
        release=release.content_hash,
        record_mark=record_mark(patient),
        day=now().date(),
    )
    stopped = (AnalysisState.CANCELLED, AnalysisState.FAILED)
    return of_patient(patient).filter(request_key=key).exclude(state__in=stopped).first()


LATELY = 50
"""How many finished runs the usual time is told from."""


def usual_seconds(hospital_id: str) -> list[Decimal]:
    """How long the hospital's last finished analyses took, shortest first."""
    finished = Analysis.objects.filter(hospital_id=hospital_id, finished_at__isnull=False)
    took = finished.exclude(state__in=(AnalysisState.CANCELLED, AnalysisState.FAILED))
    times = took.order_by("-created_at").values_list("finished_at", "run__created_at")[:LATELY]
    return sorted(_seconds(end - begin) for end, begin in times if end is not None)


NO_SIGNAL = dt.timedelta(seconds=30)
"""A worker that has been silent for this long is said to give no signal."""

START_LATE = dt.timedelta(seconds=30)
"""A request that nobody took up for this long is said to wait for a worker."""


@dataclass(frozen=True)
class Progress:
    """Where an analysis stands, for a page that is polled."""

    state: AnalysisState
    names: tuple[str, ...]
    """Every stage, in order."""
    done: tuple[StageReport, ...]
    current: str | None
    elapsed: Decimal
    """Seconds since it was asked for, or that it took."""
    silent_for: Decimal | None
    """Seconds without a sign of life, while it is running."""
    no_signal: bool
    waiting_long: bool
    attempts: int


def progress(analysis: Analysis) -> Progress:
    """Where the analysis stands now, by the database's clock."""
    moment = database_now()
    rows = list(analysis.outputs.filter(run_id=analysis.run_id).defer("sealed"))
    lease = analysis.run.leases.filter(released_at=None).first()
    running = analysis.state == AnalysisState.RUNNING
    silent = moment - lease.beat_at if lease and running else None
    end = analysis.finished_at or moment
    waited = moment - analysis.run.created_at
    return Progress(
        state=AnalysisState(analysis.state),
        names=STAGE_NAMES,
        done=tuple(stage_reports(analysis, rows)),
        current=_current(lease) if running else None,
        elapsed=_seconds(max(end - analysis.run.created_at, dt.timedelta())),
        silent_for=None if silent is None else _seconds(silent),
        no_signal=silent is not None and silent > NO_SIGNAL,
        waiting_long=analysis.state == AnalysisState.QUEUED and waited > START_LATE,
        attempts=analysis.run.attempts,
    )


def _current(lease: StageLease | None) -> str | None:
    return lease.stage if lease else None


def _seconds(duration: dt.timedelta) -> Decimal:
    return Decimal(round(duration.total_seconds(), 1)).quantize(Decimal("0.1"))
