"""Critical values: the lists of them, the page of one, and the strip that every page has."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.escalation import queries, services
from analysis.pipeline.models import CriticalAlert
from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.progress import ended_lines
from analysis.review.queries import answer_to
from analysis.review.views.awaited import take_ended
from medreview.accounts.access import person_of, polled, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound
from medreview.front.presenters.criticals import (
    ROWS_OF,
    Listing,
    critical_rows,
    list_url,
    tabs_of,
)
from medreview.front.strip import strip_of
from medreview.patients.services import note_listed


@require_safe
@requires(Permission.CRITICAL_ACKNOWLEDGE)
def criticals(request: HttpRequest) -> HttpResponse:
    """Critical values that wait, are overdue, were answered for or withdrawn."""
    user = person_of(request)
    chosen = _chosen(request)
    alerts, has_more = queries.page_of(
        ROWS_OF[chosen](user), after=_behind(user, request.GET.get("after", ""))
    )
    rows = critical_rows(alerts, user.hospital)
    note_listed(by=user, count=len(rows))
    context = {
        "rows": rows,
        "tabs": tabs_of(user, chosen),
        "listing": chosen.value,
        "is_first_page": "after" not in request.GET,
        "first_url": list_url(chosen),
        "older_url": list_url(chosen, rows[-1].id) if has_more else None,
    }
    return render(request, "front/criticals.html", context)


@require_safe
@requires(Permission.CRITICAL_ACKNOWLEDGE)
def critical(request: HttpRequest, pk: str) -> HttpResponse:
    """One critical value: where a message leads to, whatever became of its analysis."""
    user = person_of(request)
    alert = services.open_critical(pk, by=user)
    context = {
        "banner": banner_of(alert.patient, context=None),
        "row": critical_rows([alert], user.hospital)[0],
        "alert": alert,
        "answer": answer_to(alert),
        "others": queries.others_on_the_value(alert),
    }
    return render(request, "front/critical.html", context)


@require_safe
@polled
@requires(Permission.CRITICAL_ACKNOWLEDGE)
def strip(request: HttpRequest) -> HttpResponse:
    """The strip again, and what this browser asked for that has ended since.

    The page asks every minute, and oftener while an analysis it asked for may end.
    """
    ended = ended_lines(take_ended(request))
    context = {"criticals_strip": strip_of(request), "ended": ended}
    return render(request, "components/criticals_strip.html", context)


def _chosen(request: HttpRequest) -> Listing:
    asked = request.GET.get("list", Listing.OPEN)
    return Listing(asked) if asked in set(Listing) else Listing.OPEN


def _behind(user: User, pk: str) -> CriticalAlert | None:
    """The row a page begins behind, in whatever list it is by now; none begins at the top."""
    try:
        return queries.critical_for(user, pk) if pk else None
    except NotFound:
        return None
