"""What a worker changes about an analysis: claiming it, saving stages, ending it.

Each is one transaction under the lock of the run, refused when the run ended or another
worker took it over.
"""

from django.db import transaction

from analysis.pipeline import outdating, queries
from analysis.pipeline.analysis_states import ANALYSIS, AnalysisState
from analysis.pipeline.code_version import code_version
from analysis.pipeline.contracts import StageReport, StageStatus
from analysis.pipeline.effects import effect_of
from analysis.pipeline.gate.contracts import GateVerdict
from analysis.pipeline.gate.facts import result_facts
from analysis.pipeline.gate.policy import decide
from analysis.pipeline.models import Analysis, GateDecision, StageOutput
from analysis.pipeline.outputs import SealedOutput
from analysis.pipeline.replacing import take_its_place
from analysis.pipeline.stage import StageContext
from analysis.pipeline.stage_summary import summary_of
from medreview.accounts.hospital_settings import ModelRules
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.contract import Contract
from medreview.common.queue import enqueue_after_commit
from medreview.runtime import handoffs, leases, recorder
from medreview.runtime import services as runs
from medreview.runtime.events import GateDecided, StageFinished
from medreview.runtime.leases import Lease
from medreview.runtime.models import Run
from medreview.runtime.queries import abandoned

JOB = "analysis.pipeline.jobs.run_analysis"

KIND = "analysis"

RESULT_GATE = "result_gate"
"""What hands an analysis off, as its hand-off names it."""

MAX_ATTEMPTS = 3
"""After so many workers died on a run nobody tries it once more by themselves."""


WORKERS_FIELDS = (
    "state",
    "version",
    "degraded",
    "abnormal_count",
    "reason",
    "failed_stage",
    "finished_at",
)


@transaction.atomic
def claim(analysis_id: str) -> Lease | None:
    """The right to work on the analysis; None when somebody does or it has ended."""
    analysis = claimed(analysis_id)
    run = recorder.lock(analysis.run_id)
    if not run.at_work or leases.held(run, leases.database_now()):
        return None
    if run.attempts >= MAX_ATTEMPTS:
        _fail(analysis, run, reason=_spent(run.attempts), error="AttemptsSpent")
        return None
    lease = leases.claim(run.pk)
    if analysis.state == AnalysisState.QUEUED:
        _move(analysis, AnalysisState.RUNNING)
    return lease


def _spent(attempts: int) -> str:
    return f"Its worker stopped without a word {attempts} times."


@transaction.atomic
def save_stage(
    *,
    analysis: Analysis,
    lease: Lease,
    position: int,
    input_hash: str,
    output: Contract,
    kept: SealedOutput,
    report: StageReport,
    context: StageContext | None = None,
    rules: ModelRules | None = None,
) -> StageOutput:
    """Keep what a stage returned, together with what it brings about.

    ``rules`` are what the hospital said of models then: a replay works by them again.
    """
    run = leases.held_run(lease)
    row = StageOutput.objects.create(
        analysis=analysis,
        run=run,
        stage=report.name,
        position=position,
        contract=type(output).__name__,
        contract_version=output.contract_version,
        input_hash=input_hash,
        output_hash=kept.output_hash,
        sealed=kept.sealed,
        report=report.as_json(),
    )
    event = StageFinished(
        stage=report.name,
        status=report.status,
        input_hash=input_hash,
        output_hash=row.output_hash,
        token=lease.token,
        code=code_version(),
        payload={"summary": summary_of(output)} | ({"rules": rules.as_json()} if rules else {}),
    )
    recorder.record(event, run=run, by=None)
    effect = effect_of(output)
    if effect is not None and context is not None:
        effect(analysis, run, context)
    return row


@transaction.atomic
def record_was_read(*, analysis: Analysis, lease: Lease, mark: str) -> None:
    """Keep which state of the record was read, and put the read into the trail."""
    leases.held_run(lease)
    analysis.record_mark = mark
    analysis.save(update_fields=["record_mark"])
    audit.record(
        EventType.RECORD_READ_FOR_ANALYSIS,
        thing=analysis,
        by=analysis.requested_by,
        patient=analysis.patient,
    )


@transaction.atomic
def finish(*, analysis: Analysis, lease: Lease, made: StageContext) -> None:
    """All stages are through: the gate decides, and the analysis waits for a person.

    One without any abnormal result waits too. That nothing is abnormal is as much a person's
    word as anything else; there is just nothing to decide before signing it.
    """
    run = leases.held_run(lease)
    reports = queries.stage_reports(analysis, list(run.outputs.defer("sealed")))
    analysis.degraded = any(report.status == StageStatus.DEGRADED for report in reports)
    verdict = decide(result_facts(made, reports))
    analysis.abnormal_count = verdict.facts.abnormal
    analysis.finished_at = now()
    _move(analysis, AnalysisState.IN_REVIEW)
    take_its_place(analysis)
    _pass_gate(analysis, run, verdict)
    runs.await_review(run=run)
    if analysis.record_mark != queries.record_mark(analysis.patient):
        # The record changed while this ran: the import that did so found nothing to compare.
        enqueue_after_commit(outdating.JOB, analysis.pk)


def _pass_gate(analysis: Analysis, run: Run, verdict: GateVerdict) -> None:
    """Keep what was decided; what needs more than a review is on the worklist as such."""
    GateDecision.objects.create(analysis=analysis, run=run, verdict=verdict.as_json())
    event = GateDecided(outcome=verdict.outcome, reasons=verdict.hand_off, noted=verdict.noted)
    recorder.record(event, run=run, by=None)
    if verdict.hand_off:
        handoffs.hand_off(run=run, cause=RESULT_GATE, reasons=verdict.hand_off)


@transaction.atomic
def fail(*, analysis: Analysis, lease: Lease, stage: str, reason: str, error: str) -> None:
    """End it as failed, saying which stage and why; earlier outputs stay readable."""
    run = leases.held_run(lease)
    _fail(analysis, run, stage=stage, reason=reason, error=error)


@transaction.atomic
def rescue() -> int:
    """Call a worker for every analysis that lost its own; how many were called for."""
    lost = abandoned(KIND)
    analyses = Analysis.objects.filter(run__in=lost).values_list("pk", flat=True)
    for analysis_id in analyses:
        enqueue_after_commit(JOB, analysis_id)
    runs.wake(lost)
    return len(analyses)


def _fail(analysis: Analysis, run: Run, *, reason: str, error: str, stage: str = "") -> None:
    analysis.reason, analysis.failed_stage = reason, stage
    analysis.finished_at = now()
    _move(analysis, AnalysisState.FAILED)
    runs.fail_run(run=run, reason=reason, error=error, stage=stage)


def _move(analysis: Analysis, target: AnalysisState) -> None:
    ANALYSIS.check(analysis.state, target)
    analysis.state = target
    analysis.version += 1
    # Only what a worker decides: whether the record changed since is somebody else's to say.
    analysis.save(update_fields=WORKERS_FIELDS)


def claimed(analysis_id: str) -> Analysis:
    """The analysis a lease was given for."""
    return queries.with_names(Analysis.objects.all()).get(pk=analysis_id)
