"""Ask for an analysis of a patient, seeing first what it would assess."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from analysis.pipeline import services as pipeline
from analysis.pipeline.contracts import Scope
from analysis.pipeline.queries import analysed_alike, latest_of, usual_seconds
from analysis.pipeline.rehearsal import rehearse
from analysis.pipeline.stages import STAGES
from analysis.review.forms import RequestForm
from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.request import preview_of, report_choices, usual_time
from analysis.review.views.awaited import wait_for
from analysis.review.views.shared import person
from graphcurate.queries import current_release
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.fhir.record import PatientRecord
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient
from medreview.patients.services import open_patient

FIRST_STAGES = STAGES[:2]
"""Those that sort the results and look for criticals."""


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_REQUEST)
def analysis_request(request: HttpRequest, patient_pk: str) -> HttpResponse:
    """The form, what it would assess, and the one analysis that a double click starts."""
    patient = open_patient(patient_pk, by=person(request), purpose="analysis.request")
    record = read_patient(patient)
    form = _form(request, record)
    if request.method == "POST" and form.is_valid():
        analysis = pipeline.request_analysis(patient=patient, by=person(request), **form.asked())
        wait_for(request, analysis)
        return redirect("review:analysis-progress", analysis.pk)
    context = _preview(patient, form, record) | {
        "patient": patient,
        "form": form,
        "release": current_release(),
        "latest": latest_of(patient),
        "usual_time": usual_time(usual_seconds(patient.hospital_id)),
    }
    status = 422 if form.errors else 200
    return render(request, "analysis/review/request.html", context, status=status)


@require_POST
@requires(Permission.ANALYSIS_REQUEST)
def request_preview(request: HttpRequest, patient_pk: str) -> HttpResponse:
    """What the choices made so far would assess; posted, so that no address carries them."""
    patient = open_patient(patient_pk, by=person(request), purpose="analysis.request")
    record = read_patient(patient)
    form = _form(request, record)
    context = _preview(patient, form, record) | {
        "form": form,
        "patient": patient,
        "out_of_band": True,
    }
    status = 422 if form.errors else 200
    return render(request, "analysis/review/_request_preview.html", context, status=status)


def _form(request: HttpRequest, record: PatientRecord) -> RequestForm:
    sent = request.POST if request.method == "POST" else None
    return RequestForm(sent, reports=report_choices(record.reports))


def _preview(patient: Patient, form: RequestForm, record: PatientRecord) -> dict[str, Any]:
    asked = form.asked() if form.is_valid() else {"as_of": None, "report": None}
    all_results = bool(asked.get("all_results"))
    release, moment = current_release(), asked["as_of"] or now()
    if asked["as_of"]:
        record = read_patient(patient, as_of=moment)
    result = rehearse(
        record,
        release=release,
        as_of=moment,
        scope=Scope(report=asked["report"], all_results=all_results),
        stages=FIRST_STAGES,
    )
    return {
        "banner": banner_of(patient, context=result.context),
        "preview": preview_of(result),
        "alike": analysed_alike(
            patient,
            release,
            as_of=asked["as_of"],
            report=asked["report"],
            all_results=all_results,
        ),
    }
