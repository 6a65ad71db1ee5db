"""What changed since an analysis read the record; ask it again; keep what was added before."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from analysis.pipeline import services as pipeline
from analysis.pipeline.queries import analysis_for
from analysis.pipeline.since import changes_since
from analysis.review.presenters.rail import rail_of
from analysis.review.presenters.since_page import head_since
from analysis.review.services import carrying
from analysis.review.views.awaited import wait_for
from analysis.review.views.shared import PAGE, opened, page_context, person
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.errors import Invalid, gettext_noop

CHANGES = "analysis/review/_changes.html"


@require_GET
@requires(Permission.ANALYSIS_READ)
def changes(request: HttpRequest, pk: str) -> HttpResponse:
    """Everything that changed in the record, and what a re-run made of it."""
    seen = opened(request, pk)
    whole = head_since(seen.analysis, changes_since(seen.analysis), every=True)
    context = page_context(seen, None) | {
        "main_template": CHANGES,
        "title": f"{gettext('What changed')} – {seen.analysis.number}",
        "every": whole,
        "rail": rail_of(seen.analysis, seen.findings, seen.review, 0),
    }
    return render(request, PAGE, context)


@require_POST
@requires(Permission.ANALYSIS_REQUEST)
def rerun(request: HttpRequest, pk: str) -> HttpResponse:
    """The same asked again of the record as it is now; a second click finds the first one's."""
    user = person(request)
    again = pipeline.rerun(analysis=analysis_for(user, pk), by=user)
    wait_for(request, again)
    return redirect("review:analysis-progress", again.pk)


@require_POST
@requires(Permission.ANALYSIS_DECIDE)
def keep_added(request: HttpRequest, pk: str) -> HttpResponse:
    """A finding a reviewer had added before the re-run is added here by who answers for it now."""
    seen = opened(request, pk)
    added = request.POST.get("added", "")
    if not added:
        raise Invalid(gettext_noop("Say which finding to keep."))
    carrying.keep_added(analysis=seen.analysis, added=added, by=seen.user)
    return redirect("review:changes", pk)
