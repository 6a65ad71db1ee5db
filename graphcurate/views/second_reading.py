"""A second reader goes through a sent set item by item, and approves it or sends it back."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import push_url, trigger_client_event

from graphcurate.gaps import guided as ordering
from graphcurate.gaps.coverage import Place
from graphcurate.presenters import guided as presenters
from graphcurate.queries import guided
from graphcurate.queries.guided import Reading
from graphcurate.services import guided as services
from graphcurate.views.guided import names_now, shown_item
from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound, gettext_noop
from medreview.common.htmx import page_or_partial


@require_safe
@requires(Permission.GRAPH_ACCEPT)
def second_set(request: HttpRequest, pk: str) -> HttpResponse:
    """The set: what is left to read, and, when nothing is, the way to approve it."""
    reading = guided.reading_of(pk, person_of(request))
    names = names_now()
    context = {
        "reading": reading,
        "set": reading.change_set,
        "rows": [
            (names.of(kind, key), _url(pk, (kind, key)), (kind, key) in reading.agreed)
            for kind, key in reading.items
        ],
        "begin": _url(pk, reading.left[0]) if reading.left else "",
        "can_curate": True,
    }
    return render(request, "graphcurate/guided/set.html", context)


@require_safe
@requires(Permission.GRAPH_ACCEPT)
def second_item(request: HttpRequest, pk: str, kind: str, key: str) -> HttpResponse:
    """One item of the set, whole, as the first reader left it."""
    place = (guided.check_item(kind, key), key)
    return _page(request, guided.reading_of(pk, person_of(request)), place)


@require_POST
@requires(Permission.GRAPH_ACCEPT)
def second_agree(request: HttpRequest, pk: str, kind: str, key: str) -> HttpResponse:
    """Agree with the first reader, and go on to the next item."""
    of = guided.check_item(kind, key)
    content_hash = request.POST.get("content", "")
    reading = services.agree(
        pk=pk, kind=of, key=key, content_hash=content_hash, by=person_of(request)
    )
    place = ordering.after(reading.items, (of, key), reading.agreed)
    if place is None or not getattr(request, "htmx", False):
        return _go(_url(pk, place) if place else reverse("graphcurate:second-set", args=[pk]))
    response = _page(request, reading, place)
    trigger_client_event(response, "focusOn", {"value": "#item-title"}, after="settle")
    trigger_client_event(response, "scrollToTop", {}, after="settle")
    return push_url(response, _url(pk, place))


@require_POST
@requires(Permission.GRAPH_ACCEPT)
def second_object(request: HttpRequest, pk: str, kind: str, key: str) -> HttpResponse:
    """Disagree with an item: the set goes back to its author with the reason."""
    of = guided.check_item(kind, key)
    services.object_to(
        pk=pk,
        name=names_now().of(of, key),
        reason=request.POST.get("reason", ""),
        content_hash=request.POST.get("content", ""),
        by=person_of(request),
    )
    return _go(reverse("graphcurate:change-detail", args=[pk]))


@require_POST
@requires(Permission.GRAPH_ACCEPT)
def second_approve(request: HttpRequest, pk: str) -> HttpResponse:
    """Approve the set, all of whose items were read."""
    content_hash = request.POST.get("content", "")
    services.approve(pk=pk, content_hash=content_hash, by=person_of(request))
    return _go(reverse("graphcurate:change-detail", args=[pk]))


def _page(request: HttpRequest, reading: Reading, place: Place) -> HttpResponse:
    if place not in reading.items:
        raise NotFound(gettext_noop("This item is not in the set."))
    kind, key = place
    change_set, names = reading.change_set, names_now()
    entry, is_whole = guided.entry_with(change_set, kind, key)
    at = reading.items.index(place)
    around = {-1: reading.items[at - 1] if at else None, 1: None}
    around[1] = reading.items[at + 1] if at + 1 < len(reading.items) else None
    context: dict[str, Any] = {
        "item": shown_item(entry, place, names),
        "is_whole": is_whole,
        "set": change_set,
        "content": reading.content_hash,
        "agreed": place in reading.agreed,
        "read": len(reading.agreed),
        "of": len(reading.items),
        "changed": presenters.changed_rows(names, guided.changed_fields(change_set, kind, key)),
        "previous_url": _url(reading.change_set.pk, around[-1]),
        "next_url": _url(reading.change_set.pk, around[1]),
        "said": _("First reader: %(name)s") % {"name": change_set.opened_by.get_full_name()},
        "can_curate": True,
    }
    return page_or_partial(
        request,
        page="graphcurate/guided/second.html",
        partial="graphcurate/guided/_second.html",
        context=context,
    )


def _go(url: str) -> HttpResponse:
    response = redirect(url)
    response["HX-Redirect"] = url
    response.status_code = 302
    return response


def _url(pk: str, place: Place | None) -> str:
    if place is None:
        return ""
    return reverse("graphcurate:second-item", args=[pk, place[0].value, place[1]])
