"""For a load balancer and a person in a hurry: is this installation up?"""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from medreview.server.queries import health


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when web, worker, queue and database are up, else 503; both say which in words."""
    checks = health()
    is_up = all(check.is_up for check in checks)
    body = {
        "status": "up" if is_up else "down",
        "checks": {
            check.name: {"up": check.is_up, "says": str(check.words)} for check in checks
        },
    }
    return JsonResponse(body, status=200 if is_up else 503)
