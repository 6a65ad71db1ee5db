"""What lists of patients say beside each name."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, QuerySet

from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from analysis.pipeline.queries import once_per_value
from medreview.common.keyset import capped_count
from medreview.fhir.queries import last_result_days
from medreview.patients.models import Patient


class PatientFilter(StrEnum):
    """Which patients a list is narrowed to."""

    ALL = "all"
    CRITICAL = "critical"
    WAITING = "waiting"
    NEVER = "never"


@dataclass(frozen=True)
class PatientFacts:
    """What a list says of one patient."""

    last_result: dt.date | None
    open_criticals: int
    analysis: Analysis | None
    """The newest that was not cancelled."""


def narrowed(patients: QuerySet[Patient], to: PatientFilter) -> QuerySet[Patient]:
    """Only the patients of one filter."""
    of_patient = {"patient": OuterRef("pk")}
    analyses = Analysis.objects.filter(**of_patient)
    if to is PatientFilter.CRITICAL:
        raised = CriticalAlert.objects.filter(**of_patient, state=AlertState.RAISED)
        return patients.filter(Exists(raised))
    if to is PatientFilter.WAITING:
        waiting = analyses.filter(state__in=[AnalysisState.IN_REVIEW, AnalysisState.AMENDED])
        return patients.filter(Exists(waiting))
    if to is PatientFilter.NEVER:
        return patients.filter(~Exists(analyses))
    return patients


def counts_of(patients: QuerySet[Patient]) -> dict[PatientFilter, int]:
    """How many of these each filter keeps."""
    return {to: capped_count(narrowed(patients, to)) for to in PatientFilter}


def facts_of(patients: Iterable[Patient]) -> dict[str, PatientFacts]:
    """The facts of each patient, by our id, in three questions however many there are."""
    listed = list(patients)
    days = last_result_days(listed)
    alerts = dict(
        once_per_value(CriticalAlert.objects.filter(patient__in=listed))
        .values_list("patient")
        .annotate(open=Count("id"))
    )
    newest = {
        analysis.patient_id: analysis
        for analysis in Analysis.objects.filter(patient__in=listed)
        .exclude(state=AnalysisState.CANCELLED)
        .order_by("patient", "-created_at", "-id")
        .distinct("patient")
    }
    return {
        patient.pk: PatientFacts(
            last_result=days.get(patient.pk),
            open_criticals=alerts.get(patient.pk, 0),
            analysis=newest.get(patient.pk),
        )
        for patient in listed
    }
