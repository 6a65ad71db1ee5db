"""The patient list, and one patient's record."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from analysis.pipeline.patient_lists import PatientFilter, counts_of, facts_of, narrowed
from analysis.review.presenters.biomarker import WINDOWS
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.htmx import page_or_partial
from medreview.common.keyset import capped_count
from medreview.common.text import whole_number
from medreview.front.presenters.patient_list import (
    Choice,
    filter_choices,
    in_words,
    list_choices,
    patient_rows,
)
from medreview.front.presenters.patient_page import patient_page, record_banner, results_over_time
from medreview.patients import queries, services
from medreview.patients.models import Patient, PatientList


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.PATIENT_READ)
def patient_list(request: HttpRequest) -> HttpResponse:
    """The hospital's patients by name, narrowed by what stands in the address.

    What is searched for is posted: a name in an address stays in histories and logs.
    """
    user = person_of(request)
    asked = request.POST if request.method == "POST" else request.GET
    typed = request.POST.get("q", "").strip()
    chosen = _filter(asked.get("show", ""))
    named = queries.search(user, typed)
    one_list = queries.list_of(user, asked["list"]) if asked.get("list") else None
    listed = named.filter(pk__in=queries.in_list(one_list).values("pk")) if one_list else named
    page = queries.page(narrowed(listed, chosen), after=asked.get("after"))
    services.note_listed(by=user, count=len(page.rows))
    context = {
        "rows": patient_rows(page.rows, facts_of(page.rows)),
        "typed": typed,
        "chosen": chosen.value,
        "filters": filter_choices(counts_of(listed), chosen),
        "lists": _lists(user, narrowed(named, chosen), one_list),
        "one_list": one_list,
        "is_narrowed": bool(typed or one_list) or chosen is not PatientFilter.ALL,
        "shown": in_words(
            total=page.total,
            capped=page.capped,
            typed=typed,
            narrowed=one_list is not None or chosen is not PatientFilter.ALL,
        ),
        "older_url": "" if typed else _next_page(page.after, chosen, one_list),
        "search_goes_on": page.after if typed else "",
        "can_import": can(user, Permission.RECORD_IMPORT),
    }
    response = page_or_partial(
        request, page="front/patients.html", partial="front/_patient_rows.html", context=context
    )
    if request.method == "POST":
        words = {"show": chosen.value, **({"list": one_list.pk} if one_list else {})}
        response["HX-Push-Url"] = f"{reverse('front:patients')}?{urlencode(words)}"
    return response


@require_safe
@requires(Permission.PATIENT_READ)
def patient_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """Everything the record says of one patient, and what it does not say."""
    user = person_of(request)
    patient = services.open_patient(pk, by=user, purpose="record")
    page = patient_page(patient, start=whole_number(request.GET.get("from")) or 0)
    return render(
        request,
        "front/patient_detail.html",
        {
            "patient": patient,
            "page": page,
            "banner": page.banner,
            "can_analyse": can(user, Permission.ANALYSIS_REQUEST),
            "can_import": can(user, Permission.RECORD_IMPORT),
            "on_lists": queries.lists_with(patient, user),
            "lists_by_hand": queries.lists_by_hand(user),
            "sees_trail": can(user, Permission.TRAIL_READ),
            "analyse_url": reverse("review:request", args=[patient.pk]),
        },
    )


@require_safe
@requires(Permission.PATIENT_READ)
def patient_results(request: HttpRequest, pk: str, place: int) -> HttpResponse:
    """All results of one test of the record, over time."""
    patient = services.open_patient(pk, by=person_of(request), purpose="results")
    asked = request.GET.get("window", "")
    window = asked if asked in WINDOWS else "all"
    context = {
        "title": _("Results over time"),
        "banner": record_banner(patient),
        "detail": results_over_time(patient, place, window),
        "back_url": reverse("front:patient", args=[patient.pk]),
        "back_label": _("Back to the record"),
        "window": window,
        "windows": WINDOWS,
    }
    return page_or_partial(
        request,
        page="analysis/review/biomarker.html",
        partial="analysis/review/_biomarker_figure.html",
        context=context,
    )


def _lists(user: User, found: QuerySet[Patient], one_list: PatientList | None) -> list[Choice]:
    lists = queries.lists_of(user)
    return list_choices(
        lists,
        queries.counts_by_list(found, lists),
        of_all=capped_count(found),
        chosen=one_list.pk if one_list else "",
    )


def _filter(name: str) -> PatientFilter:
    return PatientFilter(name) if name in set(PatientFilter) else PatientFilter.ALL


def _next_page(after: str | None, chosen: PatientFilter, one_list: PatientList | None) -> str:
    if after is None:
        return ""
    words = {"show": chosen.value, "after": after}
    if one_list is not None:
        words["list"] = one_list.pk
    return f"{reverse('front:patients')}?{urlencode(words)}"
