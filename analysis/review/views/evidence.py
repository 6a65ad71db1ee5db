"""The evidence drawer, and a word to the curators about what it shows."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from analysis.pipeline.models import Analysis
from analysis.review.presenters.evidence import (
    Drawer,
    checkers_in,
    drawer_of,
    quotes_in,
    resources_in,
    with_passages,
    with_sources,
)
from analysis.review.services import notes
from analysis.review.views.shared import opened
from graphcurate import queries as graph
from graphcurate.library import queries as library
from graphcurate.queries.coverage import runs_asking
from medreview.accounts.access import can, requires
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import full_names
from medreview.common.errors import NotFound
from medreview.fhir.queries import source_rows


def as_kept(drawer: Drawer, analysis: Analysis) -> Drawer:
    """The drawer with the way to what was received of each entry, and its quotes as they stand."""
    patient = analysis.patient
    drawer = with_sources(drawer, patient.pk, source_rows(patient, resources_in(drawer)))
    if drawer.biomarker:
        drawer = replace(drawer, uses=runs_asking(drawer.biomarker))
    if not drawer.has_quotes:
        return drawer
    sources = graph.snapshot_of(analysis.release).sources
    names = full_names(checkers_in(drawer))
    return with_passages(drawer, sources, library.held_quotes(quotes_in(drawer)), names)


@require_GET
@requires(Permission.ANALYSIS_READ)
def evidence(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """What one citation rests on; opening it is recorded."""
    seen = opened(request, pk)
    asked = request.GET.get("ev", "")
    drawer = drawer_of(seen.analysis, seen.finding(number), seen.result, asked)
    if drawer is None:
        raise NotFound(gettext("There is no such evidence on this finding."))
    drawer = as_kept(drawer, seen.analysis)
    notes.note_evidence_read(analysis=seen.analysis, evidence=asked, by=seen.user)
    may_decide = can(seen.user, Permission.ANALYSIS_DECIDE)
    context = {"drawer": drawer, "may_decide": may_decide}
    return render(request, "analysis/review/_evidence.html", context)


@require_POST
@requires(Permission.ANALYSIS_DECIDE)
def problem(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """Tell the curators that a link of the graph is wrong."""
    seen = opened(request, pk)
    relation = request.POST.get("relation", "")
    if drawer_of(seen.analysis, seen.finding(number), seen.result, relation) is None:
        raise NotFound(gettext("There is no such evidence on this finding."))
    notes.report_problem(
        analysis=seen.analysis,
        relation=relation,
        text=request.POST.get("text", ""),
        by=seen.user,
    )
    if not getattr(request, "htmx", False):
        return redirect("review:finding", pk, number)
    return render(request, "analysis/review/_problem_sent.html")
