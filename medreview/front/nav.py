"""The menu: what a person may go to, by permission."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from analysis.worklist.queries import waiting_count
from graphcurate.queries.coverage import gaps_waiting
from graphcurate.queries.review import waiting_count as changes_waiting
from medreview.accounts.access import can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission


@dataclass(frozen=True)
class Entry:
    """One place of the menu."""

    label: str | Promise
    route: str
    permission: Permission
    key: str = ""
    """Its shortcut, where it has one."""
    count: Callable[[User], int] | None = None
    """How much waits there."""
    also: tuple[str, ...] = ()
    """Pages that belong to it and have an address of their own beside it."""


ENTRIES = (
    Entry(_("Patients"), "front:patients", Permission.PATIENT_READ, "go-patients"),
    Entry(_("Reviews"), "review:worklist", Permission.ANALYSIS_READ, "go-reviews", waiting_count),
    Entry(_("Graph"), "graphcurate:entry-list", Permission.GRAPH_READ, "go-graph"),
    Entry(
        _("Changes"),
        "graphcurate:change-list",
        Permission.GRAPH_CURATE,
        count=changes_waiting,
        also=("/graph/flags/", "/graph/impact/"),
    ),
    Entry(_("Releases"), "graphcurate:release-list", Permission.GRAPH_CURATE),
    Entry(
        _("Coverage"),
        "graphcurate:coverage",
        Permission.GRAPH_CURATE,
        count=gaps_waiting,
        also=("/graph/guided/",),
    ),
    Entry(_("Library"), "graphcurate:library", Permission.GRAPH_CURATE),
    Entry(pgettext_lazy("executions", "Runs"), "front:run-list", Permission.RUN_READ),
    Entry(_("Skills"), "front:skills", Permission.RUN_OVERSEE),
    Entry(_("Costs"), "front:costs", Permission.RUN_OVERSEE),
    Entry(_("Audit trail"), "front:trail", Permission.TRAIL_READ, "go-audit"),
    Entry(_("People"), "front:people", Permission.PEOPLE_MANAGE),
    Entry(_("Hospital"), "front:hospital", Permission.HOSPITAL_MANAGE),
    Entry(_("Health"), "front:health", Permission.HEALTH_READ),
)


def navigation(request: HttpRequest) -> dict[str, Any]:
    """A context processor: the entries of this person, made only for pages that show them."""
    return {"nav": SimpleLazyObject(lambda: _rows(request))}


def _rows(request: HttpRequest) -> list[dict[str, Any]]:
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return []
    shown = ((entry, _address(entry.route)) for entry in ENTRIES if can(user, entry.permission))
    places = [(entry, url) for entry, url in shown if url]
    # Changes stand below the graph in the address too: the place that says most of it is here.
    lengths = {url: _within(request.path, entry, url) for entry, url in places}
    here = max(lengths, key=lambda url: lengths[url], default="")
    return [_as_row(entry, url, here if lengths[here] else "", user) for entry, url in places]


def _within(path: str, entry: Entry, url: str) -> int:
    """How much of an address is that of a place; 0 for one of another place."""
    return max((len(one) for one in (url, *entry.also) if path.startswith(one)), default=0)


def _as_row(entry: Entry, url: str, here: str, user: User) -> dict[str, Any]:
    return {
        "url": url,
        "label": entry.label,
        "key": entry.key,
        "current": url == here,
        "count": entry.count(user) if entry.count else 0,
    }


def _address(route: str) -> str:
    try:
        return reverse(route)
    except NoReverseMatch:
        return ""
