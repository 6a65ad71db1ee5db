"""The lists behind the tiles: one's own drafts, gaps of the graph."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.review.queries import drafts_by
from graphcurate.queries import current_release, misses
from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.front.presenters.waiting import draft_rows
from medreview.patients.services import note_listed

SHOWN = 200


@require_safe
@requires(Permission.ANALYSIS_DECIDE)
def drafts(request: HttpRequest) -> HttpResponse:
    """What this person wrote and has not sent."""
    found = drafts_by(person_of(request))
    rows = draft_rows(found[:SHOWN])
    note_listed(by=person_of(request), count=len(rows))
    return render(request, "front/drafts.html", {"rows": rows, "total": found.count()})


@require_safe
@requires(Permission.GRAPH_CURATE)
def gaps(request: HttpRequest) -> HttpResponse:
    """What analyses looked for and the graph does not have, the most missed first."""
    found = misses()
    context = {
        "rows": found[:SHOWN],
        "total": found.count(),
        "release": current_release(),
    }
    return render(request, "front/gaps.html", context)
