"""The report on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.overview import overview_of
from analysis.review.presenters.page import acknowledged, critical_lines, head_of
from analysis.review.presenters.report import printed
from analysis.review.services import notes
from analysis.review.views.shared import opened
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.clock import now


@require_GET
@requires(Permission.ANALYSIS_READ)
def print_report(request: HttpRequest, pk: str) -> HttpResponse:
    """Banner, findings, criticals, limits, end notes; opening it is recorded."""
    seen = opened(request, pk)
    analysis, context = seen.analysis, seen.result.context
    notes.note_printed(analysis=analysis, by=seen.user)
    shown = {
        "analysis": analysis,
        "banner": banner_of(analysis.patient, context=context),
        "head": head_of(analysis, context, seen.review, seen.open_keys()),
        "criticals": critical_lines(analysis, context, seen.review),
        "acknowledged": acknowledged(seen.review),
        "overview": overview_of(seen.result),
        "report": printed(analysis, seen.findings, seen.result, seen.review),
        "printed_at": now(),
    }
    return render(request, "analysis/review/print.html", shown)
