"""Whole runs whose stages ask a double of a model over real HTTP."""

import datetime as dt
import json
from typing import Any

from analysis.evaluation.cases import Case, bundle_of
from analysis.pipeline import jobs, services
from analysis.pipeline.models import Analysis
from graphcurate.queries import current_release, snapshot_of
from medreview.accounts.models import Hospital
from medreview.fhir.importing import import_file
from medreview.llm.double.server import Double
from medreview.llm.providers import PRESETS, Endpoint
from medreview.patients.models import Patient
from tests.factories.stages import case_of, lab

AS_OF = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def place_of(double: Double, **changed: Any) -> Endpoint:
    """Where the double answers, as the settings name it."""
    said: dict[str, Any] = {
        "silence_seconds": 1.0,
        "provider": "other",
        "is_local": True,
        **changed,
    }
    return Endpoint(
        base_url=double.base_url, model="double", preset=PRESETS[said["provider"]], **said
    )


def unmapped(lab_id: str = "u1", name: str = "Kallium", **changed: Any) -> dict[str, Any]:
    """An abnormal result that has a name nobody knows and no code."""
    return lab(lab_id, None, name=name, **changed)


def model_case(*more: dict[str, Any], **sent: Any) -> Case:
    """A potassium that code resolves, beside names that it doesn't."""
    labs = (lab(), unmapped(), unmapped("u2", "Zonulin", unit="ng/mL"), *more)
    return case_of(*labs, **sent)


def imported(case: Case, hospital: Hospital) -> Patient:
    """The case's patient, in the store of this hospital."""
    content = json.dumps(bundle_of(case, snapshot_of(current_release()))).encode()
    import_file(name=f"{case.id}.json", content=content, hospital=hospital, by=None)
    return hospital.patients.order_by("-created_at", "-id")[0]


def run_of(patient: Patient, **asked: Any) -> Analysis:
    """An analysis of this patient, brought to its end by a worker."""
    said = {"as_of": AS_OF, "wake": False, "by": None, **asked}
    analysis = services.request_analysis(patient=patient, **said)
    jobs.run_analysis(analysis.pk)
    analysis.refresh_from_db()
    return analysis
