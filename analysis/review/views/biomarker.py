"""All results of one analyte of one patient."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from analysis.pipeline.since import changes_since
from analysis.review import queries
from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.biomarker import WINDOWS, biomarker_of, result_ids
from analysis.review.presenters.rail import finding_url
from analysis.review.services import notes
from analysis.review.views.shared import opened
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.htmx import page_or_partial


@require_GET
@requires(Permission.ANALYSIS_READ)
def biomarker(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """Every result of the finding's test in the record the analysis read."""
    seen = opened(request, pk)
    finding, number_text = seen.finding(number), seen.analysis.number
    asked = request.GET.get("window", "")
    window = asked if asked in WINDOWS else "all"
    decided = queries.decided_on(seen.analysis.patient, result_ids(finding))
    changes = changes_since(seen.analysis)
    notes.note_results_read(patient=seen.analysis.patient, by=seen.user)
    context = {
        "title": gettext("Results – Analysis %(number)s") % {"number": number_text},
        "banner": banner_of(seen.analysis.patient, context=seen.result.context),
        "detail": biomarker_of(finding, seen.result, window, changes, decided),
        "back_url": finding_url(seen.analysis, number),
        "back_label": gettext("Back to %(number)s") % {"number": number_text},
        "window": window,
        "windows": WINDOWS,
    }
    return page_or_partial(
        request,
        page="analysis/review/biomarker.html",
        partial="analysis/review/_biomarker_figure.html",
        context=context,
    )
