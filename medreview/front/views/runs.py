"""The runs of a hospital, one run's timeline, what one event holds, and its replay."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis.pipeline.replaying import replay_whole
from analysis.review.presenters.banner import patient_name
from graphcurate.queries import release_with_hash
from medreview.accounts.access import can, person_of, polled, requires
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id, people_with_roles
from medreview.audit import queries as trail
from medreview.common.collector import collector_paused
from medreview.common.display import in_words
from medreview.common.htmx import page_or_partial
from medreview.common.keyset import COUNT_CAP
from medreview.common.text import whole_number
from medreview.front.filters import RunForm
from medreview.front.presenters.runs import RunRow, run_rows
from medreview.front.presenters.timeline_event import event_detail
from medreview.front.presenters.timeline_page import timeline_page
from medreview.front.presenters.timeline_replay import is_made_again, replay_of
from medreview.front.presenters.timeline_talk import talk_of
from medreview.front.presenters.trail_looks import look_rows, looker_rows
from medreview.llm import queries as ledger
from medreview.runtime import queries, replay, services
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.events import Payload
from medreview.runtime.model_account import account_of
from medreview.runtime.models import Run

RUNS_PER_PAGE = 100


@require_safe
@requires(Permission.RUN_READ)
def run_list(request: HttpRequest) -> HttpResponse:
    """The hospital's runs, newest first; ``after`` is the last run of the page before."""
    user = person_of(request)
    people = [(person.pk, person.get_full_name()) for person in queries.starters(user)]
    form = RunForm(request.GET, people=people)
    wanted, kept = form.wanted(), form.kept()
    after = request.GET.get("after")
    page = queries.page_of_runs(user, wanted, after=after, size=RUNS_PER_PAGE)
    count = queries.count_of_runs(user, wanted)
    older = urlencode({**kept, "after": page.after}) if page.after else ""
    context = {
        "form": form,
        "rows": _rows(page.rows),
        "count": min(count, COUNT_CAP),
        "capped": count > COUNT_CAP,
        "is_filtered": bool(kept),
        "only_failed_url": f"{reverse('front:run-list')}?{urlencode({**kept, 'state': 'failed'})}",
        "older_url": f"{reverse('front:run-list')}?{older}" if older else None,
    }
    return page_or_partial(
        request, page="front/runs.html", partial="front/_run_rows.html", context=context
    )


def _rows(runs: Sequence[Run]) -> list[RunRow]:
    ids = [run.pk for run in runs]
    return run_rows(runs, ledger.spent_by_run(ids), queries.fallbacks_by_run(ids))


@require_safe
@requires(Permission.RUN_READ)
def run_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """One run, its chain, its steps and its events, oldest first; begins at the first error."""
    return render(request, "front/run_detail.html", _timeline(request, pk))


@require_safe
@requires(Permission.RUN_READ)
def run_rows_behind(request: HttpRequest, pk: str) -> HttpResponse:
    """The rows behind event ``after`` of a run that goes on, to be put under those shown."""
    return render(request, "front/_run_appended.html", _timeline(request, pk))


@require_safe
@polled
@requires(Permission.RUN_READ)
def run_news(request: HttpRequest, pk: str) -> HttpResponse:
    """How many events came behind event ``after``; asked for by the page itself."""
    run = queries.run_for(person_of(request), pk)
    after = whole_number(request.GET.get("after")) or 0
    new = max(0, run.last_seq - after)
    context = {"run": run, "last": after, "new": new, "kept": _kept(request)}
    return render(request, "front/_run_live.html", context)


@require_safe
@requires(Permission.RUN_READ)
def run_event(request: HttpRequest, pk: str, seq: int) -> HttpResponse:
    """What one event holds, opened with the patient's key; the opening is in the trail."""
    user = person_of(request)
    run = queries.run_for(user, pk)
    event = queries.event_of(run, seq)
    events = queries.settled_events(run)
    account = account_of(events, ledger.calls_of_run(run.pk))
    earlier = account.before(seq)
    payload: Payload = {}
    before: tuple[int, Payload] | None = None
    unreadable = ""
    try:
        payload = services.open_payload(run=run, seq=seq, by=user)
        if earlier is not None:
            # What was added is told beside the question before: both are opened, and both noted.
            before = earlier.seq, services.open_payload(run=run, seq=earlier.seq, by=user)
    except PayloadUnreadable as problem:
        unreadable = in_words(problem)
    talk = talk_of(event.kind, payload, account.ask_at(seq), before)
    context = {
        "run": run,
        "seq": seq,
        "event": event,
        "detail": event_detail(event, payload, replay.step_at(events, seq), talk),
        "unreadable": unreadable,
    }
    return page_or_partial(
        request, page="front/run_event.html", partial="front/_event.html", context=context
    )


@require_safe
@requires(Permission.RUN_READ)
def run_replay(request: HttpRequest, pk: str) -> HttpResponse:
    """The run's events folded once more; for who oversees runs, all of a run made once more."""
    user = person_of(request)
    run = services.open_timeline(pk, by=user)
    oversees = can(user, Permission.RUN_OVERSEE)
    whole = replay_whole(run, by=user) if oversees and is_made_again(run) else None
    replay_page = replay_of(run, queries.settled_events(run), whole)
    context = {"run": run, "replay": replay_page, "oversees": oversees}
    return page_or_partial(
        request, page="front/run_replay.html", partial="front/_run_replay.html", context=context
    )


@require_safe
@requires(Permission.TRAIL_READ)
def run_viewed(request: HttpRequest, pk: str) -> HttpResponse:
    """Who looked at this run and opened which sealed event, the newest first."""
    run = services.open_timeline(pk, by=person_of(request))
    found = trail.views_of_run(run.pk)
    before = whole_number(request.GET.get("before"))
    page = trail.page_before(found, before)
    lookers = trail.lookers(found)
    people = people_with_roles(one.actor for one in lookers)
    context = {
        "run": run,
        "sees_trail": True,
        "lookers": looker_rows(lookers, people),
        "rows": look_rows(page.events, people),
        "older_url": f"?before={page.older}" if page.older else None,
    }
    return render(request, "front/run_viewed.html", context)


def _timeline(request: HttpRequest, pk: str) -> dict[str, Any]:
    user = person_of(request)
    run = services.open_timeline(pk, by=user)
    with collector_paused():  # a run may have ten thousand events
        events = queries.settled_events(run)
        people = people_by_id({event.actor for event in events})
        page = timeline_page(run, events, ledger.calls_of_run(run.pk), people, request.GET)
    last = run.last_seq if page.at_end else page.last
    return {
        "page": page,
        "run": run,
        "release": release_with_hash(run.graph_release),
        "patient_name": patient_name(run.patient) if can(user, Permission.PATIENT_READ) else "",
        "sees_trail": can(user, Permission.TRAIL_READ),
        "kept": _kept(request),
        "last": last,
        "new": run.last_seq - last,
    }


def _kept(request: HttpRequest) -> str:
    names = ("kind", "q", "time", "folded")
    return urlencode({name: request.GET[name] for name in names if request.GET.get(name)})
