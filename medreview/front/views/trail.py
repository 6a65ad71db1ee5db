"""The audit trail of a hospital; looking at it is in it too."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id
from medreview.audit import queries, services
from medreview.audit.event_types import EventType
from medreview.common.htmx import page_or_partial
from medreview.front.forms import TrailForm
from medreview.front.presenters.trail import trail_rows

PAGE_SIZE = 100


@require_safe
@requires(Permission.TRAIL_READ)
def trail(request: HttpRequest) -> HttpResponse:
    """What happened in this hospital, newest first, 100 to a page."""
    user = person_of(request)
    form = TrailForm(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    before = wanted.pop("before", None)
    found = queries.newest_first(user.hospital_id, before=before, **wanted)
    events = list(found[: PAGE_SIZE + 1])
    shown = events[:PAGE_SIZE]
    services.record(
        EventType.TRAIL_READ,
        thing=user.hospital,
        by=user,
        counts={"events": len(shown)},
    )
    kept = {name: value for name, value in wanted.items() if value}
    older = urlencode({**kept, "before": shown[-1].seq}) if len(events) > PAGE_SIZE else ""
    context = {
        "form": form,
        "rows": trail_rows(shown, people_by_id(event.actor for event in shown)),
        "is_filtered": bool(kept),
        "older_url": f"{reverse('front:trail')}?{older}" if older else None,
    }
    return page_or_partial(
        request, page="front/trail.html", partial="front/_trail_rows.html", context=context
    )
