"""The report on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.overview import overview_of
from analysis.review.presenters.page import acknowledged, critical_lines, head_of
from analysis.review.presenters.report import printed
from analysis.review.queries import Review
from analysis.review.services import notes
from analysis.review.views.shared import opened
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.common.errors import NotFound, gettext_noop


@require_GET
@requires(Permission.ANALYSIS_READ)
def print_report(request: HttpRequest, pk: str, edition: int | None = None) -> HttpResponse:
    """Banner, findings, criticals, limits, end notes; opening it is recorded.

    Without an edition it is the report as it stands; with one, exactly what was signed.
    """
    seen = opened(request, pk)
    analysis, context = seen.analysis, seen.result.context
    review = seen.review if edition is None else _as_signed(seen.review, edition)
    edition = edition or analysis.edition
    notes.note_printed(analysis=analysis, by=seen.user)
    shown = {
        "analysis": analysis,
        "banner": banner_of(analysis.patient, context=context),
        "head": head_of(analysis, context, review, seen.open_keys()),
        "criticals": critical_lines(analysis, context, review),
        "acknowledged": acknowledged(review),
        "overview": overview_of(seen.result, analysis),
        "report": printed(analysis, seen.findings, seen.result, review, edition),
        "edition": edition,
        "printed_at": now(),
    }
    return render(request, "analysis/review/print.html", shown)


def _as_signed(review: Review, edition: int) -> Review:
    if review.signature_on(edition) is None:
        raise NotFound(gettext_noop("Nobody signed this version."))
    return review.as_of(edition)
