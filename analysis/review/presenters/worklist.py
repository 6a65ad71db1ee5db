"""What waits for a reviewer, row by row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from analysis.pipeline.models import Analysis
from analysis.review.presenters.banner import born_text, patient_name


@dataclass(frozen=True)
class WorkRow:
    """One analysis of the list; enough of the patient to tell two of one name apart."""

    number: str
    url: str
    patient: str
    born: str
    mrn: str
    state: str
    abnormal: int | None
    criticals: int
    asked_at: datetime
    edition: int


def work_rows(analyses: Iterable[Analysis]) -> list[WorkRow]:
    """Rows in the order given."""
    return [
        WorkRow(
            number=analysis.number,
            url=reverse("review:analysis-detail", args=[analysis.pk]),
            patient=patient_name(analysis.patient),
            born=born_text(analysis.patient),
            mrn=analysis.patient.mrn,
            state=analysis.state,
            abnormal=analysis.abnormal_count,
            criticals=getattr(analysis, "open_alert_count", 0),
            asked_at=analysis.created_at,
            edition=analysis.edition,
        )
        for analysis in analyses
    ]
