"""Resolve a hand-off: a person says what they looked at and what came of it."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from analysis.pipeline import services as pipeline
from analysis.pipeline.models import Analysis
from analysis.review.presenters.handoff import handoff_lines
from analysis.review.views.shared import dialog, person
from analysis.review.views.worklist_held import tells_who_holds
from analysis.worklist import handoffs
from analysis.worklist.errors import Held
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid, MedReviewError, WrongState
from medreview.common.htmx import page_shown
from medreview.common.versions import version_of
from medreview.runtime.handoffs import handoff_of


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def handoff(request: HttpRequest, pk: str, handoff_pk: str) -> HttpResponse:
    """The dialog with the reasons, and the note that resolves it."""
    user = person(request)
    analysis = pipeline.open_analysis(pk, by=user)
    if request.method == "GET":
        return _dialog(request, analysis, handoff_pk)
    note = request.POST.get("note", "")
    try:
        handoffs.answer(
            analysis=analysis, handoff=handoff_pk, note=note, version=version_of(request), by=user
        )
    except Held:
        raise
    except Invalid as problem:
        return _dialog(request, analysis, handoff_pk, problem, status=422)
    except WrongState as problem:
        return _dialog(request, analysis, handoff_pk, problem, status=409)
    back = reverse("review:analysis-detail", args=[pk])
    return HttpResponseClientRedirect(page_shown(request) or back)


def _dialog(
    request: HttpRequest,
    analysis: Analysis,
    pk: str,
    problem: MedReviewError | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "analysis": analysis,
        "line": handoff_lines(analysis, [handoff_of(analysis.run, pk)], {})[0],
        "note": request.POST.get("note", ""),
        "error": in_words(problem) if problem else "",
    }
    return dialog(request, "_handoff_dialog.html", context, status=status)
