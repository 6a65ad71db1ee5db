"""The starter content, read item by item: accepted, edited, flagged or left for somebody else."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import push_url, trigger_client_event

from graphcurate import queries
from graphcurate.contracts import RelationEntry
from graphcurate.gaps import guided as ordering
from graphcurate.gaps.coverage import Place
from graphcurate.presenters import guided as presenters
from graphcurate.presenters.entry_names import Names
from graphcurate.queries import browser, guided
from graphcurate.services import guided as services
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.contract import Contract
from medreview.common.htmx import page_or_partial

PAGE = "graphcurate/guided/item.html"
PART = "graphcurate/guided/_item.html"


@require_safe
@requires(Permission.GRAPH_CURATE)
def guided_home(request: HttpRequest) -> HttpResponse:
    """How far the reading is, the reader's own set, and sets that wait for a second reader."""
    by = person_of(request)
    draft = guided.draft_of(by)
    rows = presenters.progress_rows(names_now(), guided.progress())
    sent = guided.sent_sets(by) if can(by, Permission.GRAPH_ACCEPT) else []
    context = {
        "release": queries.current_release(),
        "rows": rows,
        "total": presenters.progress_total(rows),
        "draft": draft,
        "filled": presenters.filled(len(guided.items_in(draft))) if draft else "",
        "begin": _url(ordering.after(guided.order(), None, _not_for(request))),
        "sent": [(one, len(guided.items_in(one))) for one in sent],
        "size": ordering.SET_SIZE,
        "can_curate": True,
    }
    return render(request, "graphcurate/guided/home.html", context)


@require_safe
@requires(Permission.GRAPH_CURATE)
def guided_item(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """One item, whole."""
    of = guided.check_item(kind, key)
    context = _item_context(request, (of, key))
    return page_or_partial(request, page=PAGE, partial=PART, context=context)


@require_POST
@requires(Permission.GRAPH_CURATE)
def guided_accept(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Accept it as the page showed it, and go on to the next one."""
    of = guided.check_item(kind, key)
    done = services.accept(
        kind=of, key=key, seen=request.POST.get("seen", ""), by=person_of(request)
    )
    words = {"name": names_now().of(of, key), "set": done.change_set.label}
    said = (
        _("%(name)s accepted. %(set)s is full and went to the second reader.")
        if done.is_sent
        else _("%(name)s accepted in %(set)s.")
    )
    undo = "" if done.is_sent else reverse("graphcurate:guided-undo", args=[kind, key])
    return _next(request, (of, key), toast=said % words, undo=undo)


@require_POST
@requires(Permission.GRAPH_CURATE)
def guided_undo(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Take an acceptance back, and read the item again."""
    of = guided.check_item(kind, key)
    services.take_back(kind=of, key=key, by=person_of(request))
    return _shown(request, (of, key), toast=_("Taken back."))


@require_POST
@requires(Permission.GRAPH_CURATE)
def guided_pass(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Leave it with a reason, as a task for curators or without."""
    of = guided.check_item(kind, key)
    is_flag = request.POST.get("as") == "flag"
    services.pass_over(
        kind=of,
        key=key,
        reason=request.POST.get("reason", ""),
        is_flag=is_flag,
        by=person_of(request),
    )
    said = _("%(name)s flagged.") if is_flag else _("%(name)s left for later.")
    return _next(request, (of, key), toast=said % {"name": names_now().of(of, key)})


@require_POST
@requires(Permission.GRAPH_CURATE)
def guided_edit(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Open it in the editor, in the set the acceptances go into."""
    of = guided.check_item(kind, key)
    draft = services.draft_for(person_of(request))
    return redirect(f"{reverse('graphcurate:entry-edit', args=[of.value, key])}?set={draft.pk}")


@require_POST
@requires(Permission.GRAPH_CURATE)
def guided_send(request: HttpRequest) -> HttpResponse:
    """Send what was read so far to a second reader."""
    sent = services.send(by=person_of(request))
    return redirect("graphcurate:change-detail", sent.pk)


def _next(request: HttpRequest, here: Place, *, toast: str, undo: str = "") -> HttpResponse:
    place = ordering.after(guided.order(), here, _not_for(request))
    if place is None:
        response = redirect("graphcurate:guided")
        response["HX-Redirect"] = response["Location"]
        return response
    return _shown(request, place, toast=toast, undo=undo)


def _shown(request: HttpRequest, place: Place, *, toast: str, undo: str = "") -> HttpResponse:
    """Another item in the place of the one before, its address in the bar."""
    url = _url(place)
    if not getattr(request, "htmx", False):
        return redirect(url)
    context = _item_context(request, place) | {"toast": toast, "undo_url": undo}
    response = page_or_partial(request, page=PAGE, partial=PART, context=context)
    trigger_client_event(response, "focusOn", {"value": "#item-title"}, after="settle")
    trigger_client_event(response, "scrollToTop", {}, after="settle")
    return push_url(response, url)


def _item_context(request: HttpRequest, place: Place) -> dict[str, Any]:
    by, (kind, key) = person_of(request), place
    draft, others, order = guided.draft_of(by), _not_for(request), guided.order()
    holder = guided.set_of(kind, key)
    names = names_now()
    entry, is_whole = guided.entry_with(draft, kind, key)
    passed = guided.pass_of(kind, key, by)
    return {
        "item": shown_item(entry, place, names),
        "is_whole": is_whole,
        "is_accepted": bool(getattr(entry, "reviewed", False)) and holder is None,
        "holder": holder,
        "is_mine": holder is not None and holder == draft,
        "passed": passed.reason if passed else "",
        "changed": presenters.changed_rows(names, guided.changed_fields(draft, kind, key))
        if draft
        else [],
        "seen": guided.seen_hash(kind, key, draft),
        "draft": draft,
        "filled": presenters.filled(len(guided.items_in(draft))) if draft else "",
        "left": sum(1 for one in order if one not in others),
        "next_url": _url(ordering.after(order, place, others)),
        "previous_url": _url(ordering.before(order, place, others)),
        "can_curate": True,
    }


def shown_item(entry: Contract, place: Place, names: Names) -> presenters.Item:
    """The item with what the library says of its quotes."""
    marks = browser.quote_marks([entry]) if isinstance(entry, RelationEntry) else {}
    language = get_language() or "en"
    return presenters.item(entry, place, browser.index(), names, marks, language)


def names_now() -> Names:
    """What the entries of the current release are called."""
    return Names([queries.head()], get_language() or "en")


def _not_for(request: HttpRequest) -> frozenset[Place]:
    """What this reader need not read: accepted by somebody, or left by themselves."""
    return guided.taken() | guided.passed_over(person_of(request))


def _url(place: Place | None) -> str:
    return reverse("graphcurate:guided-item", args=[place[0].value, place[1]]) if place else ""
