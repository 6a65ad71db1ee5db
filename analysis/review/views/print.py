"""The report on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from analysis.review.presenters.paper import SHEET, sheet_of
from analysis.review.queries import Review
from analysis.review.services import notes
from analysis.review.views.shared import opened
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound, gettext_noop


@require_GET
@requires(Permission.ANALYSIS_READ)
def print_report(request: HttpRequest, pk: str, edition: int | None = None) -> HttpResponse:
    """Banner, findings, criticals, limits, end notes; opening it is recorded.

    Without an edition it is the report as it stands; with one, exactly what was signed.
    """
    seen = opened(request, pk)
    review = seen.review if edition is None else _as_signed(seen.review, edition)
    edition = edition or seen.analysis.edition
    notes.note_printed(analysis=seen.analysis, by=seen.user)
    shown = sheet_of(seen.analysis, seen.findings, seen.result, review, edition)
    return render(request, SHEET, shown)


def _as_signed(review: Review, edition: int) -> Review:
    if review.signature_on(edition) is None:
        raise NotFound(gettext_noop("Nobody signed this version."))
    return review.as_of(edition)
