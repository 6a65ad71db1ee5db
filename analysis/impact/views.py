"""What a change set, a planned release or a release changes in the analyses that stand."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from analysis.impact import queries, services
from analysis.impact.contracts import DifferenceKind
from analysis.impact.models import ImpactRun
from analysis.impact.presenters import page as presenters
from graphcurate.models import ChangeSet
from graphcurate.queries import change_sets
from medreview.accounts.access import can, person_of, polled, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.htmx import page_or_partial

PER_PAGE = 50


@require_safe
@requires(Permission.GRAPH_READ)
def of_set(request: HttpRequest, pk: str) -> HttpResponse:
    """What a change set would change, or that nobody has asked yet."""
    change_set = change_sets.change_set(pk)
    known = queries.latest_of_set(change_set)
    if known is not None:
        return redirect("impact:run", known.pk)
    context = {"change_set": change_set, **_may(person_of(request), change_set)}
    return render(request, "analysis/impact/unasked.html", context)


@require_POST
@requires(Permission.GRAPH_CURATE)
def ask(request: HttpRequest, pk: str) -> HttpResponse:
    """Have it computed for the change set as it stands."""
    run = services.ask_for_set(change_set=change_sets.change_set(pk), by=person_of(request))
    return redirect("impact:run", run.pk)


@require_safe
@requires(Permission.GRAPH_READ)
def run(request: HttpRequest, pk: str) -> HttpResponse:
    """How far it is, what would change, and in which analyses; ``kind`` narrows both."""
    user, found = person_of(request), queries.run_of(pk)
    kind = request.GET.get("kind", "")
    kind = kind if kind in set(DifferenceKind) else ""
    context = _head(found, user) | _lists(found, user, kind, request.GET.get("after"))
    services.note_read(run=found, rows=len(context["lines"]), by=user)
    return page_or_partial(
        request,
        page="analysis/impact/run.html",
        partial="analysis/impact/_lists.html",
        context=context,
    )


@require_safe
@polled
@requires(Permission.GRAPH_READ)
def progress(request: HttpRequest, pk: str) -> HttpResponse:
    """How far it is, asked for by the page itself; once it has ended the page is made anew."""
    found = queries.run_of(pk)
    if not found.at_work:
        return HttpResponseClientRefresh()
    return render(request, "analysis/impact/_progress.html", _head(found, person_of(request)))


@require_POST
@requires(Permission.GRAPH_CURATE)
def cancel(request: HttpRequest, pk: str) -> HttpResponse:
    """Stop it between two batches."""
    services.cancel(run=queries.run_of(pk), by=person_of(request))
    return redirect("impact:run", pk)


def _head(found: ImpactRun, user: User) -> dict[str, Any]:
    return {
        "run": found,
        "title": presenters.title_of(found),
        "facts": presenters.facts_of(found),
        "notes": presenters.notes_of(found),
        "progress": presenters.progress_of(found, queries.seconds_at_work(found)),
        "is_of_now": queries.is_of_now(found),
        "newer": queries.finished_since(found) if found.release_id is None else 0,
        **_may(user, found.change_set),
        "may_cancel": can(user, Permission.GRAPH_CURATE) and found.release_id is None,
    }


def _may(user: User, change_set: ChangeSet | None) -> dict[str, Any]:
    is_open = change_set is not None and change_set.is_open
    return {"may_ask": is_open and can(user, Permission.GRAPH_CURATE)}


def _lists(found: ImpactRun, user: User, kind: str, after: str | None) -> dict[str, Any]:
    url = reverse("impact:run", args=[found.pk])
    shown = queries.page_of_rows(user, found, kind=kind, after=after, size=PER_PAGE)
    further = urlencode({"kind": kind, "after": shown.after}) if shown.after else ""
    tally, more = presenters.tally_lines(found, kind)
    own = user.hospital_id if can(user, Permission.ANALYSIS_READ) else ""
    return {
        "lines": presenters.analysis_lines(queries.listed(shown.rows), opens_in=own),
        "tally": tally,
        "tally_more": more,
        "filters": presenters.filters_of(found, url, kind),
        "kind": kind,
        "is_later_page": bool(after),
        "first_url": f"{url}?{urlencode({'kind': kind})}" if kind else url,
        "older_url": f"{url}?{further}" if further else "",
        "every_hospital": queries.sees_every_hospital(user),
        "elsewhere": queries.elsewhere(user, found),
    }
