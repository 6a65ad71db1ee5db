"""A start page by role: what waits, each count a link to its list."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from medreview.accounts.access import person_of, polled, requires_sign_in
from medreview.front.presenters.home import tiles_for


@require_safe
@requires_sign_in
def home(request: HttpRequest) -> HttpResponse:
    """What waits for this person."""
    return render(request, "front/home.html", _shown(request))


@require_safe
@polled
@requires_sign_in
def tiles(request: HttpRequest) -> HttpResponse:
    """All tiles again, in one request."""
    return render(request, "front/_tiles.html", _shown(request))


def _shown(request: HttpRequest) -> dict[str, Any]:
    found = tiles_for(person_of(request))
    return {"tiles": found, "anything_waits": any(tile.count or tile.failed for tile in found)}
