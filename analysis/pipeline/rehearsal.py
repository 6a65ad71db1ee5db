"""The stages over a record, without a row of their own: for files and measurements."""

import datetime as dt
import time
from collections.abc import Sequence
from functools import partial

from analysis.pipeline.conductor import check_report, guarded
from analysis.pipeline.contracts import Scope, StageReport, StageStatus
from analysis.pipeline.errors import StageFailed
from analysis.pipeline.queries import AnalysisResult, result_of
from analysis.pipeline.stage import Stage, StageContext
from analysis.pipeline.stages import STAGES
from graphcurate.models import Release
from graphcurate.queries import lookup_of, snapshot_of
from medreview.common.collector import collector_paused
from medreview.common.contract import Contract
from medreview.fhir.record import PatientRecord


def rehearse(
    record: PatientRecord,
    *,
    release: Release,
    as_of: dt.datetime,
    scope: Scope,
    stages: Sequence[Stage] = STAGES,
) -> AnalysisResult:
    """What an analysis of this record would say. A stage that breaks ends it and is named."""
    context = StageContext(
        record=record,
        snapshot=snapshot_of(release),
        lookup=lookup_of(release),
        as_of=as_of,
        scope=scope,
    )
    outputs: list[Contract] = [record]
    reports: list[StageReport] = []
    try:
        check_report(record, scope.report or "")
        for stage in stages:
            began = time.monotonic()
            with collector_paused():
                output = guarded(stage.name, partial(stage.run, context))
            reports.append(_done(stage, output, began))
            outputs.append(output)
            context = context.with_output(stage, output)
    except StageFailed as broken:
        reports.append(
            StageReport(name=broken.stage, status=StageStatus.FAILED, error=broken.reason)
        )
    return result_of(outputs, stages=tuple(reports))


def _done(stage: Stage, output: Contract, began: float) -> StageReport:
    return StageReport(
        name=stage.name,
        status=StageStatus.DONE,
        output_hash=output.content_hash(),
        seconds=round(time.monotonic() - began, 3),
    )
