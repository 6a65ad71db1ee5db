"""The runs of a hospital, one run's timeline, and what one event holds."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from medreview.accounts.access import can, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id
from medreview.common.htmx import page_or_partial
from medreview.front.presenters.timeline import event_rows, payload_rows, run_rows, starter_of
from medreview.runtime import queries, services
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.replay import differences

RUNS_PER_PAGE = 100


@require_safe
@requires(Permission.RUN_READ)
def run_list(request: HttpRequest) -> HttpResponse:
    """The hospital's runs, newest first; ``after`` is the last run of the page before."""
    user = signed_in(request)
    rows = queries.page_of_runs(user, after=request.GET.get("after"), size=RUNS_PER_PAGE + 1)
    shown = rows[:RUNS_PER_PAGE]
    older = f"{reverse('front:run-list')}?after={shown[-1].pk}" if len(rows) > len(shown) else None
    return page_or_partial(
        request,
        page="front/runs.html",
        partial="front/_run_rows.html",
        context={"rows": run_rows(shown), "older_url": older},
    )


@require_safe
@requires(Permission.RUN_READ)
def run_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """One run, its chain and its events, 200 to a page, oldest first."""
    user = signed_in(request)
    run = services.open_timeline(pk, by=user)
    after = _number(request.GET.get("after"))
    events = queries.timeline(run, after=after)
    return render(
        request,
        "front/run_detail.html",
        {
            "run": run,
            "patient_name": _patient_name(run, user),
            "started_by": starter_of(run),
            "problems": differences(run),
            "rows": event_rows(run, events, people_by_id(event.actor for event in events)),
            **_neighbours(run, events, after),
        },
    )


@require_safe
@requires(Permission.RUN_READ)
def run_event(request: HttpRequest, pk: str, seq: int) -> HttpResponse:
    """What one event holds, opened with the patient's key; the opening is in the trail."""
    user = signed_in(request)
    run = queries.run_for(user, pk)
    context: dict[str, object] = {"run": run, "seq": seq}
    try:
        payload = services.open_payload(run=run, seq=seq, by=user)
        context["payload"] = payload_rows(payload)
    except PayloadUnreadable as problem:
        context["unreadable"] = str(problem)
    return page_or_partial(
        request, page="front/run_event.html", partial="front/_event.html", context=context
    )


def signed_in(request: HttpRequest) -> User:
    """The person of a view that ``requires`` guards."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def _patient_name(run: Run, user: User) -> str:
    """The patient's name for those who may read patients; the id for the others."""
    if not can(user, Permission.PATIENT_READ):
        return str(run.patient_id)
    patient = run.patient
    return patient.name_text or f"{patient.family}, {patient.given}".strip(", ")


def _neighbours(run: Run, events: list[RunEvent], after: int) -> dict[str, object]:
    url = reverse("front:run-detail", args=[run.pk])
    last = events[-1].seq if events else after
    before = max(0, after - queries.PAGE_SIZE)
    return {
        "older_url": f"{url}?after={last}" if last < run.last_seq else None,
        "newer_url": f"{url}?after={before}" if after > 0 else None,
        "shown": _("Events %(first)s to %(last)s of %(all)s, oldest first")
        % {"first": after + 1, "last": last, "all": run.last_seq},
    }


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else 0
