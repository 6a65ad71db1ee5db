"""What is in the graph: list, overview, one entry. Nothing is changed here."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from graphcurate import queries
from graphcurate.asked_list import asked_of
from graphcurate.browsing import EntryType, Index, Item, State, matching, page_of
from graphcurate.contracts import Biomarker, Domain, NamedThing, RelationKind, Source
from graphcurate.entry_fields import key_of, kind_of
from graphcurate.pictures.neighbourhood import LARGEST, neighbourhood
from graphcurate.presenters import browser as lists
from graphcurate.presenters import entries as presenters
from graphcurate.presenters import links
from graphcurate.presenters.entry_head import head_of
from graphcurate.presenters.pictures import picture_of
from graphcurate.queries import browser
from graphcurate.words import KINDS
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.htmx import page_or_partial
from medreview.common.text import whole_number


@require_safe
@requires(Permission.GRAPH_READ)
def entry_list(request: HttpRequest) -> HttpResponse:
    """The entries of the current release, searched and narrowed as the address says."""
    index, order, language = browser.index(), browser.releases_in_order(), _language()
    standing = browser.standing(order)
    asked = asked_of(request.GET, [release.name for release in order])
    items, retired = index.by_type[asked.filter.type], frozenset[str]()
    if asked.filter.state is State.RETIRED:
        gone = [item for item in browser.retired_items() if item.type is asked.filter.type]
        items, retired = gone, frozenset(item.id for item in gone)
    page = page_of(matching(items, asked.filter, standing, retired), language, asked.after)
    return page_or_partial(
        request,
        page="graphcurate/entry_list.html",
        partial="graphcurate/_entry_rows.html",
        context={
            "release": queries.current_release(),
            "new_entries": browser.new_entries(index),
            **lists.choices(index, order, language),
            **lists.list_page(index, asked, page, standing, order, language),
        },
    )


@require_safe
@requires(Permission.GRAPH_READ)
def overview(request: HttpRequest) -> HttpResponse:
    """Domains by kind of link: how many biomarkers of each have links of their own."""
    context = lists.overview_page(browser.index(), _language())
    context["release"] = queries.current_release()
    return render(request, "graphcurate/overview.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def entry_detail(request: HttpRequest, key: str) -> HttpResponse:
    """One biomarker with its neighbourhood and everything a release says of it."""
    index, language = browser.index(), _language()
    item, retired = _found(index, f"{EntryType.BIOMARKER}:{key}")
    if not isinstance(item.entry, Biomarker):
        raise Http404
    asked = _asked_picture(request)
    picture = neighbourhood(
        index.content,
        key,
        depth=asked["depth"],
        language=language,
        kinds=[RelationKind(asked["kind"])] if asked["kind"] else RelationKind,
        through=asked["through"] or None,
    )
    start = min(whole_number(request.GET.get("from")) or 0, len(picture.nodes))
    nodes = picture.nodes[start : start + LARGEST]
    marks = browser.quote_marks(node.relation for node in nodes)
    context = {
        **_head(request, item, index, retired=retired),
        "entry": presenters.biomarker_page(item.entry, index, language),
        "picture": picture_of(picture, asked=_depth_only(asked)),
        "groups": links.groups_of(picture, nodes, index, marks),
        "incoming": links.incoming(index.links_to((kind_of(item.entry), key)), index, language, {}),
        "asked": asked,
        "through_name": picture.names.get(asked["through"], picture.name),
        "kind_title": KINDS.get(asked["kind"], ""),
        "shown": (start + 1, start + len(nodes)),
        "newer": max(start - LARGEST, 0) if start else None,
        "older": start + LARGEST if start + LARGEST < len(picture.nodes) else None,
    }
    return render(request, "graphcurate/entry_detail.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def domain_detail(request: HttpRequest, key: str) -> HttpResponse:
    """One domain: its scope, its LOINC rule, its defaults and its biomarkers."""
    index, language = browser.index(), _language()
    item, retired = _found(index, f"{EntryType.DOMAIN}:{key}")
    if not isinstance(item.entry, Domain):
        raise Http404
    order = browser.releases_in_order()
    members = [one for one in index.by_type[EntryType.BIOMARKER] if one.domain == key]
    standing = browser.standing(order)
    relations = index.own_links((kind_of(item.entry), key))
    context = {
        **_head(request, item, index, retired=retired),
        "entry": presenters.domain_page(item.entry),
        "groups": links.groups_of_domain(
            relations, index, language, browser.quote_marks(relations)
        ),
        "matrix": lists.domain_matrix(index, key, language),
        "kinds": list(KINDS.values()),
        "rows": [
            lists.line_of(one, index, standing, order, frozenset(), language)
            for one in page_of(members, language, size=len(members)).items
        ],
    }
    return render(request, "graphcurate/domain_detail.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def thing_detail(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """One condition, medication or preanalytical factor, and every link that leads to it."""
    index, language = browser.index(), _language()
    item, retired = _found(index, f"{kind}:{key}")
    if not isinstance(item.entry, NamedThing):
        raise Http404
    relations = index.links_to((kind_of(item.entry), key_of(item.entry)))
    context = {
        **_head(request, item, index, retired=retired),
        "entry": presenters.thing_page(item.entry),
        "rows": links.incoming(relations, index, language, browser.quote_marks(relations)),
    }
    return render(request, "graphcurate/thing_detail.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def source_detail(request: HttpRequest, key: str) -> HttpResponse:
    """One source, and every link that rests on it."""
    index, language = browser.index(), _language()
    item, retired = _found(index, f"{EntryType.SOURCE}:{key}")
    if not isinstance(item.entry, Source):
        raise Http404
    relations = index.resting_on(key)
    marks = browser.quote_marks(relations)
    context = {
        **_head(request, item, index, retired=retired),
        "entry": presenters.source_page(item.entry, index),
        "rows": links.incoming(relations, index, language, marks, only=key),
    }
    return render(request, "graphcurate/source_detail.html", context)


def _found(index: Index, name: str) -> tuple[Item, bool]:
    """The entry of the current release, or one that a release took out of the graph."""
    if name in index.items:
        return index.items[name], False
    gone = next((item for item in browser.retired_items() if item.id == name), None)
    if gone is None:
        raise Http404(_("The current release has no such entry."))
    return gone, True


def _head(request: HttpRequest, item: Item, index: Index, *, retired: bool) -> dict[str, Any]:
    """What the page of every entry says of it."""
    order, user = browser.releases_in_order(), person_of(request)
    head = head_of(item, browser.standing(order), order, _language(), retired=retired)
    return {
        "release": queries.current_release(),
        "head": head,
        "sets": browser.open_sets_on(item.touches),
        "history": browser.history_of(item.touches, order),
        "first_release": order[0],
        "can_edit": can(user, Permission.GRAPH_CURATE) and not retired,
        "can_report": can(user, Permission.GRAPH_FLAG) and not retired,
    }


def _asked_picture(request: HttpRequest) -> dict[str, Any]:
    """How the address asks for a neighbourhood."""
    kind = request.GET.get("kind", "")
    return {
        "depth": 2 if request.GET.get("depth") == "2" else 1,
        "kind": kind if kind in set(RelationKind) else "",
        "through": request.GET.get("through", ""),
        "view": "table" if request.GET.get("view") == "table" else "",
    }


def _depth_only(asked: dict[str, Any]) -> dict[str, Any]:
    return {"depth": 2} if asked["depth"] == 2 else {}


def _language() -> str:
    return get_language() or "en"
