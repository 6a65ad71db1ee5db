"""Lists of patients: those the record makes, and those people keep by hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts.access import person_of, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.errors import Invalid, WrongState
from medreview.common.versions import version_of
from medreview.front.presenters.patient_lists import list_rows, member_rows
from medreview.patients import lists, queries, services
from medreview.patients.models import PatientList


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.PATIENT_READ)
def patient_lists(request: HttpRequest) -> HttpResponse:
    """Every list a person may choose from, and a new one by hand."""
    user = person_of(request)
    problem = ""
    if request.method == "POST":
        try:
            made = lists.create(
                name=request.POST.get("name", ""),
                for_all=request.POST.get("for_all") == "on",
                by=user,
            )
            return redirect("front:patient-list", made.pk)
        except (Invalid, WrongState) as refused:
            problem = str(refused)
    context = {"rows": list_rows(queries.lists_of(user)), "problem": problem}
    return render(request, "front/patient_lists.html", context, status=422 if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.PATIENT_READ)
def patient_list(request: HttpRequest, pk: str) -> HttpResponse:
    """One list and who is on it; a list by hand can be renamed."""
    user = person_of(request)
    found = queries.list_of(user, pk)
    problem = ""
    if request.method == "POST":
        try:
            lists.rename(
                patient_list=found,
                name=request.POST.get("name", ""),
                version=version_of(request),
                by=user,
            )
            messages.success(request, _("The list has its new name."))
            return redirect("front:patient-list", pk)
        except Invalid as refused:
            problem = str(refused)
    members = queries.page(queries.in_list(found), after=request.GET.get("after"))
    services.note_listed(by=user, count=len(members.rows))
    context = {
        "found": found,
        "rows": member_rows(members.rows),
        "members": members,
        "problem": problem,
    }
    return render(request, "front/patient_list.html", context, status=422 if problem else 200)


@require_POST
@requires(Permission.PATIENT_READ)
def patient_list_delete(request: HttpRequest, pk: str) -> HttpResponse:
    """Delete a list by hand."""
    user = person_of(request)
    lists.delete(patient_list=queries.list_of(user, pk), by=user)
    messages.info(request, _("The list was deleted; its patients stay where they are."))
    return redirect("front:patient-lists")


@require_POST
@requires(Permission.PATIENT_READ)
def patient_list_enter(request: HttpRequest, pk: str) -> HttpResponse:
    """Put a patient on a list by hand, from the patient's own page."""
    user = person_of(request)
    patient = services.open_patient(pk, by=user, purpose="list")
    lists.add(patient_list=_chosen(request, user), patient=patient, by=user)
    messages.success(request, _("The patient is on the list."))
    return redirect("front:patient", pk)


@require_POST
@requires(Permission.PATIENT_READ)
def patient_list_leave(request: HttpRequest, pk: str) -> HttpResponse:
    """Take a patient off a list by hand."""
    user = person_of(request)
    patient = services.open_patient(pk, by=user, purpose="list")
    chosen = _chosen(request, user)
    lists.remove(patient_list=chosen, patient=patient, by=user)
    messages.info(request, _("The patient is off the list."))
    return redirect("front:patient-list", chosen.pk)


def _chosen(request: HttpRequest, user: User) -> PatientList:
    return queries.list_of(user, request.POST.get("list", ""))
