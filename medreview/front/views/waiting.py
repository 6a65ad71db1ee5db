"""The list behind a tile: one's own drafts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.review.queries import drafts_by
from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.parts import part_of
from medreview.front.presenters.waiting import draft_rows
from medreview.patients.services import note_listed

SHOWN = 200


@require_safe
@requires(Permission.ANALYSIS_DECIDE)
def drafts(request: HttpRequest) -> HttpResponse:
    """What this person wrote and has not sent."""
    found = drafts_by(person_of(request))
    part = part_of(request, found.count(), size=SHOWN)
    rows = draft_rows(part.of(found))
    note_listed(by=person_of(request), count=len(rows))
    return render(request, "front/drafts.html", {"rows": rows, "part": part})
