"""Analyses that wait, small and many."""

import datetime as dt

from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from medreview.accounts.models import Hospital
from medreview.common.clock import now
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_analysis


def make_waiting(
    hospital: Hospital,
    *,
    ready_at: dt.datetime | None = None,
    criticals: int = 0,
    abnormal: int = 1,
) -> Analysis:
    """An analysis that waits for decisions since ``ready_at``; no stage of it has run."""
    analysis = make_analysis(patient=make_patient(hospital=hospital))
    analysis.state = AnalysisState.IN_REVIEW
    analysis.finished_at = ready_at or now()
    analysis.abnormal_count = abnormal + criticals
    analysis.save()
    for number in range(criticals):
        CriticalAlert.objects.create(
            analysis=analysis,
            hospital=hospital,
            patient=analysis.patient,
            result=f"Observation/k{number}",
            name="Potassium",
            value_text="6.9 mmol/L",
            limit="at or above 6.5 mmol/L",
            population="adult",
            source="a test",
            state=AlertState.RAISED,
        )
    return analysis
