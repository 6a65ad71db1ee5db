"""One entry of a record as it was received, every version of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.fhir import queries
from medreview.front.presenters.patient_page import record_banner
from medreview.front.presenters.source import versions_shown
from medreview.patients import services


@require_safe
@requires(Permission.PATIENT_READ)
def patient_source(request: HttpRequest, pk: str, row: str) -> HttpResponse:
    """The line, the segments or the FHIR an entry came as, the newest version first."""
    user = person_of(request)
    patient = services.open_patient(pk, by=user, purpose="source")
    versions = versions_shown(queries.versions_of(patient, row))
    return render(
        request,
        "front/patient_source.html",
        {
            "patient": patient,
            "banner": record_banner(patient),
            "versions": versions,
            "reference": versions[0].reference,
            "can_import": can(user, Permission.RECORD_IMPORT),
        },
    )
