"""Runs the stages of one analysis in order, and goes on where an earlier worker stopped."""

import datetime as dt
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from django.db import DatabaseError

from analysis.pipeline import queries, working
from analysis.pipeline.contracts import DiagnosticPlan, Scope, StageReport, StageStatus
from analysis.pipeline.errors import StageFailed
from analysis.pipeline.model_work import ModelShare, ModelWork, model_work
from analysis.pipeline.models import Analysis, StageOutput
from analysis.pipeline.outputs import sealed_output
from analysis.pipeline.stage import Stage, StageContext
from analysis.pipeline.stages import STAGES
from graphcurate.queries import lookup_of, snapshot_of
from medreview.common.collector import collector_paused
from medreview.common.contract import Contract
from medreview.common.errors import MedReviewError
from medreview.common.hashing import sha256_of
from medreview.fhir.record import PatientRecord
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from medreview.patients.sealing import OpenSeal, open_seal
from medreview.runtime import leases
from medreview.runtime.leases import Lease

Output = TypeVar("Output", bound=Contract)


def _pass(_point: str) -> None:
    """In earnest nothing happens at a fault point."""


class Reader(Protocol):
    """Where a patient's record comes from."""

    def __call__(self, patient: Patient, *, as_of: dt.datetime) -> PatientRecord:
        """The record as it was at ``as_of``."""
        ...


class HelpDesk(Protocol):
    """Where a run's stages get a model's help."""

    def __call__(self, analysis: Analysis, lease: Lease) -> ModelWork | None:
        """The help for this run; None where there is none."""
        ...


@dataclass(frozen=True)
class Plan:
    """What a conductor runs: the product's own stages and reader, unless a test says otherwise."""

    stages: Sequence[Stage] = STAGES
    read: Reader = read_patient
    help: HelpDesk = model_work
    at: Callable[[str], None] = _pass
    """Called at every named fault point, such as ``retriever:after_commit``."""


EARNEST = Plan()


def conduct(analysis: Analysis, lease: Lease, plan: Plan = EARNEST) -> None:
    """Every stage once, each saved before the next begins; then the analysis waits for a person.

    A stage whose output is saved is not run again: its output is read back instead. So an
    analysis resumed after a crash goes on with the very record and results it had.
    """
    with leases.beating(lease), collector_paused():
        _Conductor(analysis, lease, plan).run()


@dataclass
class _Conductor:
    analysis: Analysis
    lease: Lease
    plan: Plan
    seal: OpenSeal = field(init=False)
    helper: ModelWork | None = field(init=False)
    saved: dict[str, StageOutput] = field(init=False)
    hashes: list[str] = field(default_factory=list)
    """Of the outputs so far: what the next stage's input hash is made of."""

    def __post_init__(self) -> None:
        self.seal = open_seal(self.analysis.patient)
        self.helper = self.plan.help(self.analysis, self.lease)
        outputs = self.analysis.outputs.filter(run_id=self.lease.run_id)
        self.saved = {output.stage: output for output in outputs}

    def run(self) -> None:
        context = self._begin()
        for position, stage in enumerate(self.plan.stages, start=1):
            output = self._reopened(stage.name, stage.output)
            if output is None:
                output = self._made(stage, context, position)
            context = context.with_output(stage, output)
        working.finish(analysis=self.analysis, lease=self.lease, made=context)

    def _begin(self) -> StageContext:
        record = self._reopened(queries.RECORD_STAGE, PatientRecord) or self._record()
        return StageContext(
            record=record,
            snapshot=snapshot_of(self.analysis.release),
            lookup=lookup_of(self.analysis.release),
            as_of=self.analysis.as_of,
            helper=self.helper,
            scope=Scope(report=self.analysis.report or None, all_results=self.analysis.all_results),
        )

    def _record(self) -> PatientRecord:
        name = queries.RECORD_STAGE
        self._start(name)
        began = time.monotonic()
        mark = queries.record_mark(self.analysis.patient)
        working.record_was_read(analysis=self.analysis, lease=self.lease, mark=mark)
        record = guarded(name, self._read)
        self._save(name, record, position=0, began=began, context=None)
        return record

    def _read(self) -> PatientRecord:
        record = self.plan.read(self.analysis.patient, as_of=self.analysis.as_of)
        check_report(record, self.analysis.report)
        return record

    def _made(self, stage: Stage, context: StageContext, position: int) -> Contract:
        self._start(stage.name)
        began = time.monotonic()
        output = guarded(stage.name, lambda: stage.run(context))
        self._save(stage.name, output, position=position, began=began, context=context)
        return output

    def _start(self, name: str) -> None:
        leases.start_stage(self.lease, stage=name)
        self.plan.at(f"{name}:before_stage")

    def _save(
        self,
        name: str,
        output: Contract,
        *,
        position: int,
        began: float,
        context: StageContext | None,
    ) -> None:
        kept = sealed_output(output, seal=self.seal, analysis_id=self.analysis.pk, stage=name)
        self.plan.at(f"{name}:before_commit")
        working.save_stage(
            analysis=self.analysis,
            lease=self.lease,
            position=position,
            input_hash=self._input_hash(name),
            output=output,
            kept=kept,
            report=report_of(
                name,
                output,
                self.helper.shares[name] if self.helper else ModelShare(),
                output_hash=kept.output_hash,
                seconds=round(time.monotonic() - began, 3),
            ),
            context=context,
            rules=self.helper.rules if self.helper else None,
        )
        self.plan.at(f"{name}:after_commit")
        self.hashes.append(kept.output_hash)

    def _reopened(self, name: str, into: type[Output]) -> Output | None:
        row = self.saved.get(name)
        if row is None:
            return None
        self.hashes.append(row.output_hash)
        return queries.opened_output(row, into, self.seal)

    def _input_hash(self, name: str) -> str:
        return sha256_of(
            {
                "stage": name,
                "as_of": self.analysis.as_of.isoformat(),
                "release": self.analysis.release.content_hash,
                "scope": self.analysis.scope_key,
                "earlier": self.hashes,
            }
        )


def report_of(
    name: str, output: Contract, share: ModelShare, *, output_hash: str, seconds: float
) -> StageReport:
    """How the stage went: degraded where it had less than there is, or a model failed it."""
    incomplete = isinstance(output, PatientRecord) and not output.receipt.complete
    names = output.names_asked if isinstance(output, DiagnosticPlan) else None
    return StageReport(
        name=name,
        status=StageStatus.DEGRADED if incomplete or share.reasons else StageStatus.DONE,
        error=share.reasons[0] if share.reasons else None,
        tool_calls=share.tool_calls,
        iterations=share.iterations,
        output_hash=output_hash,
        seconds=seconds,
        tokens=share.tokens,
        rejections=share.rejections,
        one_at_a_time=names is not None and names.one_at_a_time,
    )


def check_report(record: PatientRecord, report: str) -> None:
    """An analysis of a report that the record does not have would say nothing at all."""
    wanted = report.removeprefix("DiagnosticReport/")
    known = {known.id.removeprefix("DiagnosticReport/") for known in record.reports}
    if wanted and wanted not in known:
        raise StageFailed(queries.RECORD_STAGE, "This report is not in the patient's record.")


def guarded(name: str, work: Callable[[], Output]) -> Output:
    """What ``work`` returns; its failure is a StageFailed without patient data.

    A fault of the database is not the stage's: it passes on, and the run is tried again.
    """
    try:
        return work()
    except (StageFailed, DatabaseError):
        raise
    except MedReviewError as problem:
        raise StageFailed(name, str(problem), error=type(problem).__name__) from problem
    except Exception as problem:
        # The words of a foreign error may quote the record: only its kind is kept.
        kind = type(problem).__name__
        reason = f"An unexpected fault ({kind}) ended this stage."
        raise StageFailed(name, reason, error=kind) from None
