"""The evidence-backed result: one finding at a time, or the whole picture."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.queries import analysis_for
from analysis.review.presenters.evidence import drawer_of
from analysis.review.services import notes
from analysis.review.views.evidence import as_kept
from analysis.review.views.shared import opened, person, whole_page
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission

UNREADY = frozenset(
    {
        AnalysisState.QUEUED,
        AnalysisState.RUNNING,
        AnalysisState.FAILED,
        AnalysisState.CANCELLED,
    }
)


@require_GET
@requires(Permission.ANALYSIS_READ)
def analysis_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """Where an analysis is read: its first open finding, or how it is getting on."""
    analysis = analysis_for(person(request), pk)
    if analysis.state in UNREADY:
        return redirect("review:analysis-progress", pk)
    seen = opened(request, pk)
    return whole_page(request, seen, seen.first_open())


@require_GET
@requires(Permission.ANALYSIS_READ)
def finding(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """One finding with its evidence; ``?ev=`` opens the drawer with it."""
    seen = opened(request, pk)
    evidence = request.GET.get("ev", "")
    drawer = None
    if evidence and not seen.added(number):
        drawer = drawer_of(seen.analysis, seen.finding(number), seen.result, evidence)
    if drawer is not None:
        drawer = as_kept(drawer, seen.analysis)
        notes.note_evidence_read(analysis=seen.analysis, evidence=evidence, by=seen.user)
    return whole_page(request, seen, number, drawer)


@require_GET
@requires(Permission.ANALYSIS_READ)
def overview(request: HttpRequest, pk: str) -> HttpResponse:
    """Patterns, follow-up, what is in range, and what can't be told."""
    return whole_page(request, opened(request, pk), None)
