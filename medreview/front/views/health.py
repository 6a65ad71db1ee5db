"""Is this installation up? For a load balancer, a monitoring system, and a person."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from medreview.accounts.access import door_like, open_to_all, polled, requires
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.front import metrics as figures
from medreview.front.presenters.health import check_rows
from medreview.front.versions import switches, versions
from medreview.server.health import State, overall
from medreview.server.queries import health

BEARER = "Bearer "


@open_to_all
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """503 while a part is down, else 200; the words are those of the page."""
    checks = health()
    state = overall(checks)
    body = {
        "status": state.value,
        "checks": {
            check.name: {"state": check.state.value, "says": str(check.words)} for check in checks
        },
    }
    return JsonResponse(body, status=503 if state is State.DOWN else 200)


@require_safe
@requires(Permission.HEALTH_READ)
def health_page(request: HttpRequest) -> HttpResponse:
    """The same checks for a person, with versions and switches."""
    return render(request, "front/health.html", _shown())


@require_safe
@polled
@requires(Permission.HEALTH_READ)
def health_checks(request: HttpRequest) -> HttpResponse:
    """The checks again; the page asks every quarter of a minute."""
    return render(request, "front/_health.html", _shown())


@requires(Permission.HEALTH_READ)
def _for_people(request: HttpRequest) -> HttpResponse:
    return _figures()


@door_like(_for_people)
@require_safe
def metrics(request: HttpRequest) -> HttpResponseBase:
    """The same state in figures: for who may see it, or for who brings the token."""
    sent = request.headers.get("Authorization", "")
    if not sent.startswith(BEARER):
        return _for_people(request)
    wanted = settings.METRICS_TOKEN
    if wanted and constant_time_compare(sent.removeprefix(BEARER), wanted):
        return _figures()
    refused = HttpResponse("The token is not the one that was set.\n", status=401)
    refused["Content-Type"] = "text/plain; charset=utf-8"
    refused["WWW-Authenticate"] = "Bearer"
    return refused


def _figures() -> HttpResponse:
    return HttpResponse(figures.exposition(), content_type=figures.CONTENT_TYPE)


def _shown() -> dict[str, Any]:
    checks = health()
    return {
        "rows": check_rows(checks),
        "overall": overall(checks).value,
        "at": now(),
        "versions": versions(),
        "switches": switches(),
    }
