"""What the demo adds where a language model is configured: a record it has work with, analysed."""

from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.services import request_analysis
from medreview.accounts.models import Hospital, User
from medreview.accounts.queries import settings_of
from medreview.accounts.services import change_hospital_settings
from medreview.demo.bringing_in import Say, bring_in
from medreview.demo.stories import FOR_A_MODEL
from medreview.patients.models import Patient


def load(hospital: Hospital, *, by: User, say: Say) -> None:
    """Let the hospital ask any model, and analyse the record that needs one."""
    settings = settings_of(hospital)
    if settings.models.allowed != "any":
        models = settings.models.model_copy(update={"allowed": "any"})
        change_hospital_settings(
            hospital=hospital,
            settings=settings.model_copy(update={"models": models}),
            version=hospital.settings_version,
        )
    bring_in(FOR_A_MODEL, hospital, say=say)
    analysis = _patient().analyses.first() or request_analysis(
        patient=_patient(), by=by, wake=False
    )
    if analysis.state == AnalysisState.QUEUED:
        say("Asking the model …")
        run_analysis(analysis.pk)


def greeting() -> tuple[str, ...]:
    """Where to see what the model did."""
    analysis = _patient().analyses.order_by("created_at")[0]
    return (
        "A model was asked for Inês Barroso. Where to look:",
        f"  ada   {analysis.number} in Reviews: what is the model's is marked, and code checked it",
        f"  nell  Runs, {analysis.run_id}: each question as it left, each reply and tool",
        "  kim   Coverage, What runs asked for: names the model matched, to confirm or not",
    )


def _patient() -> Patient:
    return Patient.objects.get(hospital__slug=FOR_A_MODEL.hospital, fhir_id=FOR_A_MODEL.key)
