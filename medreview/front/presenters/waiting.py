"""The lists behind the tiles of the start page, row by row."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from analysis.review.models import Draft
from analysis.review.presenters.banner import born_text, patient_name
from medreview.patients.models import Patient


@dataclass(frozen=True)
class DraftRow:
    """One text this person wrote and did not send."""

    id: str
    patient: str
    born: str
    mrn: str
    analysis: str
    saved_at: dt.datetime
    url: str


def draft_rows(drafts: Iterable[Draft]) -> list[DraftRow]:
    """Newest first."""
    return [
        DraftRow(
            id=draft.pk,
            **_identity(draft.analysis.patient),
            analysis=draft.analysis.number,
            saved_at=draft.saved_at,
            url=reverse("review:analysis-detail", args=[draft.analysis_id]),
        )
        for draft in drafts
    ]


def _identity(patient: Patient) -> dict[str, str]:
    # Two patients may share a name: birth date and number always stand beside it.
    return {"patient": patient_name(patient), "born": born_text(patient), "mrn": patient.mrn}
