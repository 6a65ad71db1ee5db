"""The audit trail of a hospital, who looked at one patient, and both as files.

Looking at any of it is in the trail too.
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from analysis.review.presenters.banner import patient_name
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import people_by_id, people_of, people_with_roles
from medreview.audit import export, queries, services
from medreview.audit.event_types import EventType
from medreview.common.htmx import page_or_partial
from medreview.common.keyset import COUNT_CAP, capped_count
from medreview.common.streaming import streamed
from medreview.common.text import whole_number
from medreview.front.filters import TrailForm
from medreview.front.presenters.trail import trail_rows
from medreview.front.presenters.trail_looks import look_rows, looker_rows
from medreview.front.presenters.trail_patients import found_patients
from medreview.patients import queries as patients
from medreview.patients.services import note_listed

PRINTED = 2000
"""So many looks are put on paper at once; a page says so when there are more."""


@require_safe
@requires(Permission.TRAIL_READ)
def trail(request: HttpRequest) -> HttpResponse:
    """What happened in this hospital, newest first, 100 to a page."""
    user = person_of(request)
    form = _form(request, user)
    kept = form.kept()
    found = queries.search(user.hospital_id, form.wanted())
    page = queries.page_before(found, _before(request))
    count = capped_count(found)
    services.record(
        EventType.TRAIL_READ,
        thing=user.hospital,
        by=user,
        counts={"events": len(page.events)},
        detail=kept,
    )
    asked = urlencode(kept)
    older = urlencode({**kept, "before": page.older}) if page.older else ""
    context = {
        "form": form,
        "rows": trail_rows(page.events, people_by_id(one.actor for one in page.events)),
        "count": min(count, COUNT_CAP),
        "capped": count > COUNT_CAP,
        "is_filtered": bool(kept),
        "patient": kept.get("patient", ""),
        "json_url": f"{reverse('front:trail-json')}?{asked}",
        "ndjson_url": f"{reverse('front:trail-ndjson')}?{asked}",
        "older_url": f"{reverse('front:trail')}?{older}" if older else None,
    }
    return page_or_partial(
        request, page="front/trail.html", partial="front/_trail_rows.html", context=context
    )


@require_safe
@requires(Permission.TRAIL_READ)
def trail_json(request: HttpRequest) -> HttpResponseBase:
    """The events of a filter as one FHIR Bundle of AuditEvents."""
    return _exported(request, export.Form.BUNDLE)


@require_safe
@requires(Permission.TRAIL_READ)
def trail_ndjson(request: HttpRequest) -> HttpResponseBase:
    """The events of a filter as FHIR AuditEvents, one on each line."""
    return _exported(request, export.Form.NDJSON)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.TRAIL_READ)
def trail_patients(request: HttpRequest) -> HttpResponse:
    """Find the patient whose looks are asked for. What is typed is posted, never in an address."""
    user = person_of(request)
    typed = request.POST.get("q", "").strip()
    sees_names = can(user, Permission.PATIENT_READ)
    found = patients.search(user, typed)[: queries.PAGE_SIZE] if typed and sees_names else []
    ids = patients.ids_with_mrn(user, typed) if typed and not sees_names else []
    rows = found_patients(found, ids)
    if typed:
        note_listed(by=user, count=len(rows))
    if len(rows) == 1:
        return redirect("front:who-looked", rows[0].id)
    context = {"typed": typed, "sees_names": sees_names, "rows": rows}
    return render(request, "front/trail_patients.html", context)


@require_safe
@requires(Permission.TRAIL_READ)
def who_looked(request: HttpRequest, pk: str) -> HttpResponse:
    """Every read, print, export and refused attempt at one patient: by whom, when, how often."""
    user = person_of(request)
    patient = patients.known_to_trail(user, pk)
    found = queries.looks_at(patient.pk, user.hospital_id)
    prints = request.GET.get("print") == "yes"
    size = PRINTED if prints else queries.PAGE_SIZE
    page = queries.page_before(found, _before(request), size)
    lookers = queries.lookers(found)
    services.record(
        EventType.TRAIL_READ,
        thing=patient,
        by=user,
        patient=patient,
        counts={"events": len(page.events)},
    )
    people = people_with_roles(one.actor for one in lookers)
    context = {
        "patient": patient,
        "patient_name": patient_name(patient) if can(user, Permission.PATIENT_READ) else "",
        "hospital": user.hospital.name,
        "lookers": looker_rows(lookers, people),
        "looks": sum(one.times for one in lookers),
        "rows": look_rows(page.events, people),
        "refused_elsewhere": queries.refused_elsewhere(patient.pk, user.hospital_id),
        "prints": prints,
        "cut": prints and page.older is not None,
        "older_url": f"?before={page.older}" if page.older and not prints else None,
    }
    return render(request, "front/who_looked.html", context)


def _before(request: HttpRequest) -> int | None:
    # A trail outlives every counter of nine digits.
    return whole_number(request.GET.get("before"), digits=17)


def _form(request: HttpRequest, user: User) -> TrailForm:
    people = [(one.pk, one.get_full_name()) for one in people_of(user.hospital)]
    return TrailForm(request.GET, people=people)


def _exported(request: HttpRequest, form: export.Form) -> HttpResponseBase:
    user = person_of(request)
    asked = _form(request, user)
    made = export.begin(
        hospital=user.hospital, wanted=asked.wanted(), form=form, by=user, said=asked.kept()
    )
    return streamed(request, made.parts, content_type=form.content_type, filename=made.filename)
