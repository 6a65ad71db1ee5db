"""The shared worklist: what waits, what is mine, what others hold, what is overdue or signed."""

from collections.abc import Collection
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from analysis.pipeline.queries import analysis_for
from analysis.review import queries as reviews
from analysis.review.presenters.worklist import last_decided, shown, taken_lines, work_rows
from analysis.review.views.shared import person
from analysis.worklist import pages, queries
from analysis.worklist.queues import Filters, Listing, Place, Severity
from medreview.accounts.access import can, requires
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.common.htmx import page_or_partial
from medreview.patients.queries import lists_of
from medreview.patients.services import note_listed


@require_GET
@requires(Permission.ANALYSIS_READ)
def worklist(request: HttpRequest) -> HttpResponse:
    """The list chosen by ``?show=``, narrowed by the rest of the address.

    Names of patients shown are counted in the trail.
    """
    user, moment = person(request), now()
    lists = lists_of(user)
    listing, filters = _asked(request, {one.pk for one in lists})
    after = Place.from_text(request.GET.get("after", ""))
    before = Place.from_text(request.GET.get("before", "")) if after is None else None
    found = pages.page(
        queries.queue(user, listing, filters, moment=moment),
        newest_first=listing is Listing.SIGNED,
        after=after,
        before=before,
    )
    counts = queries.counts(user, moment=moment, patients=filters.patients)
    standings = queries.standings(found.rows, moment=moment)
    rows = work_rows(found.rows, standings, queries.open_reasons(found.rows), user)
    if rows:
        note_listed(by=user, count=len(rows))
    people = people_by_id(counts.holders() - {user.pk})
    is_first = after is None and found.before is None
    return page_or_partial(
        request,
        page="analysis/review/worklist.html",
        partial="analysis/review/_worklist_rows.html",
        context={
            "rows": rows,
            "shown": shown(
                listing,
                filters,
                counts,
                found,
                people,
                is_first=is_first,
                of_lists=lists,
                by_patients=queries.counts_by_patients(user, listing, filters, moment=moment),
            ),
            "last_decided": "" if rows else last_decided(reviews.last_decision(user), user),
            "taken": taken_lines(queries.taken_from(user)),
            "may_decide": can(user, Permission.ANALYSIS_DECIDE),
        },
    )


@require_GET
@requires(Permission.ANALYSIS_DECIDE)
def next_undecided(request: HttpRequest) -> HttpResponse:
    """Go to what this person should turn to next, from behind the analysis ``?after=`` names."""
    user = person(request)
    try:
        here = analysis_for(user, request.GET.get("after", ""))
    except NotFound:
        here = None
    following = queries.next_undecided(user, here)
    if following is not None:
        return redirect("review:analysis-detail", following.pk)
    messages.info(request, gettext("Nothing else waits for you or for anybody."))
    return redirect("review:worklist")


def _asked(request: HttpRequest, lists: Collection[str]) -> tuple[Listing, Filters]:
    """What the address asks for; what it can't mean is left out."""
    show, severity = request.GET.get("show", ""), request.GET.get("severity", "")
    listing = Listing(show) if show in set(Listing) else Listing.WAITING
    of_patients = request.GET.get("patients", "")
    filters = Filters(patients=of_patients if of_patients in lists else "")
    if listing is Listing.SIGNED:
        return listing, filters
    return listing, replace(
        filters,
        severity=Severity(severity) if severity in set(Severity) else None,
        handed_off=request.GET.get("handoff") == "open",
        overdue=request.GET.get("due") == "overdue" and listing is not Listing.OVERDUE,
        holder=request.GET.get("holder", "")[:40] if listing is Listing.OTHERS else "",
    )
