"""Change sets for reading: the lists, one with its diff, what changed since an approval."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from graphcurate.applying import Change
from graphcurate.presenters import change_set as words
from graphcurate.presenters.change_page import file_name, head_facts
from graphcurate.presenters.diff import as_csv, as_json, entry_diffs, sections
from graphcurate.queries import review
from graphcurate.queries.review import Listing
from graphcurate.reviewing.viewing import changed_since
from graphcurate.views.change_shared import Opened, opened, show
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.parts import part_of

SHOWN = 100


@require_safe
@requires(Permission.GRAPH_READ)
def change_list(request: HttpRequest) -> HttpResponse:
    """The change sets of one list; without a choice what waits for this person."""
    user = person_of(request)
    wanted = request.GET.get("show", "")
    which = Listing(wanted) if wanted in set(Listing) else Listing.WAITING
    found = review.listing(user, which)
    part = part_of(request, found.count(), size=SHOWN)
    sets = list(part.of(found))
    people = review.people_named({one.reviewer_now for one in sets if one.reviewer_now})
    title, hint = words.EMPTY[which]
    context = {
        "tabs": [
            {
                "name": each.value,
                "label": words.LISTS[each],
                "count": review.listing(user, each).count(),
                "url": f"{reverse('graphcurate:change-list')}?show={each.value}",
                "current": each is which,
            }
            for each in Listing
        ],
        "which": which.value,
        "heading": words.LISTS[which],
        "rows": words.set_rows(sets, people, user.pk),
        "total": part.total,
        "start": part.start,
        "following": part.following,
        "empty": title,
        "hint": hint,
        "may_accept": can(user, Permission.GRAPH_ACCEPT),
        "may_curate": can(user, Permission.GRAPH_CURATE),
        "mentions": review.unseen_mentions(user).count(),
    }
    return render(request, "graphcurate/changes/list.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def change_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """One change set: why, checks, every change as a sentence with its fields, decisions."""
    return show(request, opened(request, pk))


@require_safe
@requires(Permission.GRAPH_READ)
def change_since(request: HttpRequest, pk: str, decision: str) -> HttpResponse:
    """What was edited after somebody had decided: then beside now."""
    seen = opened(request, pk)
    made = review.decision_on(seen.change_set, decision)
    then = [Change.model_validate(each) for each in made.changes]
    diffs = entry_diffs(changed_since(then, seen.changes), seen.names)
    context = {
        "change_set": seen.change_set,
        "decision": words.decision_rows(seen.change_set, [made], seen.content_hash)[0],
        "sections": sections(diffs, seen.names),
    }
    return render(request, "graphcurate/changes/since.html", context)


@require_safe
@requires(Permission.GRAPH_READ)
def change_csv(request: HttpRequest, pk: str) -> HttpResponse:
    """The diff as a table, row by row as the page shows it."""
    seen = opened(request, pk)
    return _file(seen, "csv", as_csv(seen.diffs), "text/csv; charset=utf-8")


@require_safe
@requires(Permission.GRAPH_READ)
def change_json(request: HttpRequest, pk: str) -> HttpResponse:
    """The diff as JSON: the words of the page and the values beside them."""
    seen = opened(request, pk)
    said = {**head_facts(seen.change_set, seen.content_hash), "changes": as_json(seen.diffs)}
    text = json.dumps(said, ensure_ascii=False, indent=2)
    return _file(seen, "json", text, "application/json")


@require_safe
@requires(Permission.GRAPH_READ)
def mention_list(request: HttpRequest) -> HttpResponse:
    """Comments in which this person is named, those not put away first."""
    user = person_of(request)
    is_new = request.GET.get("show") == "new"
    found = review.unseen_mentions(user) if is_new else review.mentions_of(user)
    context = {"rows": found[:SHOWN], "only_new": is_new, "language": get_language()}
    return render(request, "graphcurate/changes/mentions.html", context)


def _file(seen: Opened, form: str, text: str, content_type: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=content_type)
    name = file_name(seen.change_set, form)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
