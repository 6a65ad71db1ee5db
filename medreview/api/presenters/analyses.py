"""Analyses in the shapes of the API."""

from django.urls import reverse

from analysis.exports.formats import ExportFormat
from analysis.impact.queries import NewerRelease
from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult, Progress
from analysis.worklist.queries import Standing
from analysis.worklist.queues import queue_of
from medreview.accounts.models import User
from medreview.api.contracts.analyses import (
    AnalysisPackage,
    AnalysisRead,
    AnalysisRow,
    Holder,
    NewerGraph,
    ProgressNow,
)


def analysis_row(analysis: Analysis) -> AnalysisRow:
    """One analysis in a list."""
    return AnalysisRow(
        id=analysis.pk,
        number=analysis.number,
        patient=analysis.patient_id,
        run=analysis.run_id,
        state=AnalysisState(analysis.state),
        version=analysis.version,
        edition=analysis.edition,
        as_of=analysis.as_of,
        report=analysis.report,
        all_results=analysis.all_results,
        graph_release=analysis.release.name,
        outdated=analysis.outdated,
        rerun_of=analysis.rerun_of_id,
        degraded=analysis.degraded,
        abnormal_count=analysis.abnormal_count,
        requested_by=analysis.requested_by_id,
        requested_at=analysis.created_at,
        finished_at=analysis.finished_at,
        failed_stage=analysis.failed_stage,
        reason=analysis.reason,
    )


def analysis_read(
    analysis: Analysis, standing: Standing | None, viewer: User, newer: NewerRelease | None
) -> AnalysisRead:
    """One analysis with who holds it, what a newer release would change, and where to go on."""
    return AnalysisRead(
        **dict(analysis_row(analysis)),
        holding=holder(analysis, standing, viewer) if standing else None,
        newer_graph=_newer_graph(newer) if newer else None,
        links=_links(analysis),
    )


def _newer_graph(newer: NewerRelease) -> NewerGraph:
    return NewerGraph(release=newer.release, known=newer.known, differences=newer.differences.items)


def holder(analysis: Analysis, standing: Standing, viewer: User) -> Holder:
    """In whose hand an open analysis is."""
    held_by = standing.holder
    queue = queue_of(state=analysis.state, holder=held_by.pk if held_by else None, viewer=viewer.pk)
    return Holder(
        queue=queue.value if queue else "",
        holder=held_by.pk if held_by else None,
        holder_name=held_by.get_full_name() if held_by else None,
        until=standing.until,
        moves=standing.moves,
        severity=standing.severity.value,
        due_at=standing.due_at,
        overdue=standing.overdue,
    )


def _links(analysis: Analysis) -> dict[str, str]:
    names = ("progress", "result", "record", "findings", "decisions", "criticals")
    links = {name: reverse(f"api:analyses-{name}", args=[analysis.pk]) for name in names}
    links["patient"] = reverse("api:patients-detail", args=[analysis.patient_id])
    links["run"] = reverse("api:runs-detail", args=[analysis.run_id])
    if analysis.state == AnalysisState.SIGNED:
        for form in ExportFormat:
            args = [analysis.pk, analysis.edition, form.value]
            links[f"export_{form.code}"] = reverse("api:analyses-export", args=args)
    return links


def progress_now(progress: Progress) -> ProgressNow:
    """Where an analysis stands."""
    silent = progress.silent_for
    return ProgressNow(
        state=progress.state,
        stages=progress.names,
        done=progress.done,
        current=progress.current,
        elapsed_seconds=str(progress.elapsed),
        silent_seconds=None if silent is None else str(silent),
        no_signal=progress.no_signal,
        waiting_long=progress.waiting_long,
        attempts=progress.attempts,
    )


def package(analysis: Analysis, result: AnalysisResult) -> AnalysisPackage:
    """Everything the stages said."""
    return AnalysisPackage(
        analysis=analysis_row(analysis),
        context=result.context,
        criticals=result.criticals,
        plan=result.plan,
        package=result.package,
        actuality=result.actuality,
        statements=result.statements,
        cannot_tell=result.cannot_tell,
        doctor_report=result.doctor_report,
        patient_report=result.patient_report,
        stages=result.stages,
    )
