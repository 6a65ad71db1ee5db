"""What the graph covers, what runs asked for in vain, and what wants looking after."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from graphcurate import queries
from graphcurate.gaps import coverage as covered
from graphcurate.gaps.coverage import Concern
from graphcurate.gaps.states import AsideWhy
from graphcurate.gaps.suggestions import Asked as AskedName
from graphcurate.models import Gap
from graphcurate.presenters import coverage as presenters
from graphcurate.presenters.entry_names import Names
from graphcurate.presenters.gaps import choices, gap_row, gap_rows
from graphcurate.queries import coverage
from graphcurate.queries.coverage import Asked, Show
from graphcurate.services import gaps as services
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.htmx import page_or_partial
from medreview.common.parts import part_of
from medreview.common.versions import version_of

PAGE = 100


@require_safe
@requires(Permission.GRAPH_READ)
def coverage_map(request: HttpRequest) -> HttpResponse:
    """The matrix of domains and kinds, demand, tiers by week, and the lists."""
    head, weeks = queries.head(), coverage.weeks()
    context = {
        "release": queries.current_release(),
        "kinds": presenters.KINDS.values(),
        "rows": presenters.matrix_rows(_names(), covered.matrix(head)),
        "lists": presenters.concern_rows(coverage.concerns()),
        "trend": presenters.trend(weeks),
        "weeks": presenters.trend_rows(weeks),
        "tiers": presenters.TIER_WORDS,
        "counted_since": coverage.counted_since(),
        **_frame(request),
        **_demand(request),
    }
    return render(request, "graphcurate/coverage/map.html", context)


@require_safe
@requires(Permission.GRAPH_CURATE)
def gap_list(request: HttpRequest) -> HttpResponse:
    """What runs of the last 90 days asked for in vain, the most asked for first."""
    wanted = request.GET.get("show", "")
    show = Show(wanted) if wanted in set(Show) else Show.ALL
    counts = coverage.gap_counts()
    part = part_of(request, counts[show], size=PAGE)
    context = {
        "rows": gap_rows(_names(), coverage.gaps(show, start=part.start, size=PAGE)),
        "part": part,
        "show": show.value,
        "shows": [(one.value, words, counts[one]) for one, words in presenters.SHOWS.items()],
        "title": presenters.SHOWS[show],
        "release": queries.current_release(),
        "uncounted": coverage.uncounted_misses(),
        **_frame(request),
    }
    return page_or_partial(
        request,
        page="graphcurate/coverage/gaps.html",
        partial="graphcurate/coverage/_gap_list.html",
        context=context,
    )


@require_safe
@requires(Permission.GRAPH_CURATE)
def gap_suggest(request: HttpRequest, pk: str) -> HttpResponse:
    """Which biomarkers a name could be of, each with the digit that chooses it."""
    gap = coverage.gap(pk)
    asked = AskedName(
        gap.name or gap.code, tuple(gap.units), tuple(gap.specimens), tuple(gap.proposed)
    )
    found = coverage.suggestions().of(asked)
    names = _names()
    context = {
        "row": gap_row(names, _asked(gap)),
        "choices": choices(names, found),
        **_frame(request),
    }
    return page_or_partial(
        request,
        page="graphcurate/coverage/suggest.html",
        partial="graphcurate/coverage/_suggest.html",
        context=context,
    )


@require_POST
@requires(Permission.GRAPH_CURATE)
def gap_map(request: HttpRequest, pk: str) -> HttpResponse:
    """Put the name to the chosen biomarker, in this curator's own draft."""
    gap = services.map_to(
        gap=coverage.gap(pk),
        biomarker=request.POST.get("biomarker", ""),
        version=version_of(request),
        by=person_of(request),
    )
    return _settled(request, gap)


@require_POST
@requires(Permission.GRAPH_CURATE)
def gap_aside(request: HttpRequest, pk: str) -> HttpResponse:
    """No laboratory test, or ignored for a reason: it leaves the queue."""
    wanted = request.POST.get("why", "")
    gap = services.set_aside(
        gap=coverage.gap(pk),
        why=AsideWhy(wanted) if wanted in set(AsideWhy) else AsideWhy.IGNORED,
        reason=request.POST.get("reason", ""),
        version=version_of(request),
        by=person_of(request),
    )
    return _settled(request, gap)


@require_POST
@requires(Permission.GRAPH_CURATE)
def gap_reopen(request: HttpRequest, pk: str) -> HttpResponse:
    """Take it back: the gap waits again."""
    gap = services.reopen(gap=coverage.gap(pk), version=version_of(request), by=person_of(request))
    return _settled(request, gap, goes_on=False)


@require_safe
@requires(Permission.GRAPH_READ)
def coverage_list(request: HttpRequest, concern: str) -> HttpResponse:
    """One list of what wants looking after, a page at a time."""
    if concern not in set(Concern):
        raise Http404(_("There is no such list."))
    wanted = Concern(concern)
    listed = coverage.concerned(wanted)
    part = part_of(request, len(listed), size=PAGE)
    title, why = presenters.CONCERNS[wanted]
    rows = presenters.concerned_rows(_names(), part.of(listed))
    context = {
        "rows": rows,
        "part": part,
        "title": title,
        "why": why,
        "release": queries.current_release(),
        **_frame(request),
        "is_guided": wanted in {Concern.UNREVIEWED, Concern.NO_CLINICIAN},
    }
    return render(request, "graphcurate/coverage/list.html", context)


def _settled(request: HttpRequest, gap: Gap, *, goes_on: bool = True) -> HttpResponse:
    """The row as it stands now; the reader goes on at the next one, or stays where it waits."""
    context = {"row": gap_row(_names(), _asked(gap)), **_frame(request)}
    response = page_or_partial(
        request,
        page="graphcurate/coverage/suggest.html",
        partial="graphcurate/coverage/_settled.html",
        context=context,
    )
    event, where = ("goOn", f"#gap-{gap.pk}") if goes_on else ("focusOn", f"#map-{gap.pk}")
    return trigger_client_event(response, event, {"value": where}, after="settle")


def _frame(request: HttpRequest) -> dict[str, Any]:
    """What every page about coverage needs to know of its reader."""
    return {"can_curate": can(person_of(request), Permission.GRAPH_CURATE)}


def _demand(request: HttpRequest) -> dict[str, Any]:
    """How long each list of gaps is, for those who may open it."""
    if not can(person_of(request), Permission.GRAPH_CURATE):
        return {}
    counts = coverage.gap_counts()
    top = coverage.gaps(Show.ALL, size=5)
    return {
        "shows": [(one.value, words, counts[one]) for one, words in presenters.SHOWS.items()],
        "waiting": counts[Show.ALL],
        "top": gap_rows(_names(), top),
        "uncounted": coverage.uncounted_misses(),
    }


def _asked(gap: Gap) -> Asked:
    unsourced = coverage.unsourced_of([gap.pk])
    return Asked(gap, coverage.hits_of(gap), unsourced.get(gap.pk, {}))


def _names() -> Names:
    return Names([queries.head()], get_language() or "en")
