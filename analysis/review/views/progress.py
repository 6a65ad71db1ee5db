"""A running analysis, polled until it ends; cancel and retry."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from analysis.pipeline import services as pipeline
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import analysis_for, progress
from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.progress import progress_of
from analysis.review.views.awaited import saw_end, wait_for
from analysis.review.views.result import UNREADY
from analysis.review.views.shared import person
from medreview.accounts.access import can, polled, requires
from medreview.accounts.permissions import Permission


@require_GET
@polled
@requires(Permission.ANALYSIS_READ)
def analysis_progress(request: HttpRequest, pk: str) -> HttpResponse:
    """Where the analysis stands. The polled part shows steps only, nothing of the patient."""
    analysis = analysis_for(person(request), pk)
    is_poll = bool(getattr(request, "htmx", False))
    if not analysis.at_work:
        saw_end(request, pk)
    if analysis.state not in UNREADY:
        target = redirect("review:analysis-detail", pk)
        return HttpResponseClientRedirect(target["Location"]) if is_poll else target
    if not is_poll:
        pipeline.open_analysis(pk, by=person(request))
    return _page(request, analysis, is_poll=is_poll)


@require_POST
@requires(Permission.ANALYSIS_REQUEST)
def cancel(request: HttpRequest, pk: str) -> HttpResponse:
    """Stop it between two stages; what is saved stays readable."""
    pipeline.cancel(analysis=analysis_for(person(request), pk), by=person(request))
    return redirect("review:analysis-progress", pk)


@require_POST
@requires(Permission.ANALYSIS_REQUEST)
def retry(request: HttpRequest, pk: str) -> HttpResponse:
    """Go on from the stage that broke, on the same inputs."""
    analysis = analysis_for(person(request), pk)
    pipeline.retry(analysis=analysis, by=person(request))
    wait_for(request, analysis)
    return redirect("review:analysis-progress", pk)


def _page(request: HttpRequest, analysis: Analysis, *, is_poll: bool) -> HttpResponse:
    seen = progress_of(progress(analysis))
    context = {
        "analysis": analysis,
        "progress": seen,
        "banner": banner_of(analysis.patient),
        # A poll says which step it told of last: the same words again would be read out again.
        "is_new": request.GET.get("told") != str(seen.at),
        "may_request": can(person(request), Permission.ANALYSIS_REQUEST),
    }
    template = "_progress.html" if is_poll else "progress.html"
    response = render(request, f"analysis/review/{template}", context | {"polled": is_poll})
    response["Vary"] = "HX-Request"
    return response
