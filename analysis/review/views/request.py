"""Ask for an analysis of a patient."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from analysis.pipeline import services as pipeline
from analysis.pipeline.queries import latest_of
from analysis.review.forms import RequestForm
from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.request import report_choices
from analysis.review.views.shared import person
from graphcurate.queries import current_release
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.fhir.store import read_patient
from medreview.patients.services import open_patient


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_REQUEST)
def analysis_request(request: HttpRequest, patient_pk: str) -> HttpResponse:
    """The form, and the one analysis that a double click starts."""
    patient = open_patient(patient_pk, by=person(request), purpose="analysis.request")
    reports = report_choices(read_patient(patient).reports)
    sent = request.POST if request.method == "POST" else None
    form = RequestForm(sent, reports=reports)
    if request.method == "POST" and form.is_valid():
        analysis = pipeline.request_analysis(
            patient=patient,
            by=person(request),
            as_of=form.moment(),
            report=form.cleaned_data["report"] or None,
            all_results=form.cleaned_data["all_results"],
        )
        return redirect("review:analysis-progress", analysis.pk)
    context = {
        "patient": patient,
        "banner": banner_of(patient),
        "form": form,
        "release": current_release(),
        "latest": latest_of(patient),
    }
    status = 422 if form.errors else 200
    return render(request, "analysis/review/request.html", context, status=status)
