"""The lists behind the tiles of the start page, row by row."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse

from analysis.pipeline.models import CriticalAlert
from analysis.review.models import Draft
from analysis.review.presenters.banner import born_text, patient_name
from medreview.accounts.models import User
from medreview.patients.models import Patient
from medreview.runtime.models import Run
from medreview.runtime.queries import runs_for
from medreview.runtime.run_states import RunState


@dataclass(frozen=True)
class CriticalRow:
    """One critical value nobody has answered for."""

    id: str
    patient: str
    born: str
    mrn: str
    name: str
    value: str
    measured: str
    raised_at: dt.datetime
    analysis: str
    url: str


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


def critical_rows(alerts: Iterable[CriticalAlert]) -> list[CriticalRow]:
    """Oldest first: the one that has waited longest is on top."""
    return [
        CriticalRow(
            id=alert.pk,
            **_identity(alert.patient),
            name=alert.name,
            value=alert.value_text,
            measured=alert.effective_text,
            raised_at=alert.created_at,
            analysis=alert.analysis.number,
            url=reverse("review:analysis-detail", args=[alert.analysis_id]),
        )
        for alert in alerts
    ]


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


def failed_runs(user: User) -> QuerySet[Run]:
    """The runs of this person's hospital that failed, newest first."""
    return runs_for(user).filter(state=RunState.FAILED).order_by("-id")


def _identity(patient: Patient) -> dict[str, str]:
    # Two patients may share a name: birth date and number always stand beside it.
    return {"patient": patient_name(patient), "born": born_text(patient), "mrn": patient.mrn}
