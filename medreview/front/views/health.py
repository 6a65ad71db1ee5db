"""Is this installation up? For a load balancer, and for a person who wants to know which part."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from medreview.accounts.access import open_to_all, polled, requires
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.server.queries import health


@open_to_all
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when web, worker, queue and database are up, else 503; both say which in words."""
    checks = health()
    is_up = all(check.is_up for check in checks)
    body = {
        "status": "up" if is_up else "down",
        "checks": {check.name: {"up": check.is_up, "says": str(check.words)} for check in checks},
    }
    return JsonResponse(body, status=200 if is_up else 503)


@require_safe
@requires(Permission.HEALTH_READ)
def health_page(request: HttpRequest) -> HttpResponse:
    """The same checks for a person."""
    return render(request, "front/health.html", _shown())


@require_safe
@polled
@requires(Permission.HEALTH_READ)
def health_checks(request: HttpRequest) -> HttpResponse:
    """The checks again; the page asks every quarter of a minute."""
    return render(request, "front/_health.html", _shown())


def _shown() -> dict[str, Any]:
    return {"checks": health(), "at": now()}
