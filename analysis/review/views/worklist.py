"""What waits for review, what is mine, what is signed."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from analysis.review import queries
from analysis.review.presenters.worklist import work_rows
from analysis.review.views.shared import person
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.htmx import page_or_partial
from medreview.patients.services import note_listed


@require_GET
@requires(Permission.ANALYSIS_READ)
def worklist(request: HttpRequest) -> HttpResponse:
    """The list chosen by ``?show=``; names of patients shown are counted in the trail."""
    asked = request.GET.get("show", "")
    which = asked if asked in queries.WORKLISTS else queries.WORKLISTS[0]
    found = queries.worklist(person(request), which)
    page = Paginator(found, queries.WORKLIST_SIZE).get_page(request.GET.get("page"))
    rows = work_rows(page.object_list)
    if rows:
        note_listed(by=person(request), count=len(rows))
    return page_or_partial(
        request,
        page="analysis/review/worklist.html",
        partial="analysis/review/_worklist_rows.html",
        context={"rows": rows, "which": which, "page": page},
    )
