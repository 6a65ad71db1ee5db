"""What a person is told who reaches for an analysis that is in another's hands."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from analysis.pipeline.queries import analysis_for
from analysis.review.views.shared import dialog, holding_of, person
from analysis.worklist.errors import Held, StaleHolding
from medreview.common.display import in_words
from medreview.common.errors import MedReviewError
from medreview.common.htmx import page_shown

View = Callable[..., HttpResponse]


def tells_who_holds(view: View) -> View:
    """A view that answers a step on another's analysis with who has it, and a way to take over."""

    @wraps(view)
    def told(request: HttpRequest, pk: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, pk, *args, **kwargs)
        except (Held, StaleHolding) as problem:
            if not getattr(request, "htmx", False):
                raise
            return held_dialog(request, pk, problem)

    return told


def held_dialog(
    request: HttpRequest, pk: str, problem: MedReviewError | None = None
) -> HttpResponse:
    """Who holds it, with the note and the moves so far; *Take over* names what it saw."""
    user = person(request)
    analysis = analysis_for(user, pk)
    context = {
        "analysis": analysis,
        "holding": holding_of(analysis, user),
        "error": in_words(problem) if problem else "",
        "page_url": page_shown(request) or reverse("review:analysis-detail", args=[pk]),
    }
    return dialog(request, "_worklist_held.html", context, status=409 if problem else 200)
