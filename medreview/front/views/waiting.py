"""The list behind a tile: one's own drafts."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.review.queries import drafts_by
from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.text import whole_number
from medreview.front.presenters.waiting import draft_rows
from medreview.patients.services import note_listed

SHOWN = 200


@require_safe
@requires(Permission.ANALYSIS_DECIDE)
def drafts(request: HttpRequest) -> HttpResponse:
    """What this person wrote and has not sent."""
    found = drafts_by(person_of(request))
    part = _part(request, found.count())
    rows = draft_rows(found[part.start : part.start + SHOWN])
    note_listed(by=person_of(request), count=len(rows))
    return render(request, "front/drafts.html", {"rows": rows, "part": part})


@dataclass(frozen=True)
class Part:
    """Which rows of a list a page shows, and whether more follow."""

    total: int
    start: int

    @property
    def following(self) -> int | None:
        """Where the next page begins."""
        end = self.start + SHOWN
        return end if end < self.total else None


def _part(request: HttpRequest, total: int) -> Part:
    # From a place behind its end a list begins anew.
    start = whole_number(request.GET.get("from")) or 0
    return Part(total, start if start < total else 0)
