"""Analyses of the demo's invented patients, ready to be reviewed."""

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from analysis.pipeline.services import request_analysis
from analysis.review import queries
from analysis.review.services import decisions, signing
from graphcurate.services.releases import load_starter
from medreview.accounts.models import Hospital, User
from medreview.common.clock import now, today
from medreview.demo.stories import STORIES
from medreview.fhir import json_text
from medreview.fhir.importing import import_file
from medreview.patients.models import Patient


def make_story_patient(key: str, *, hospital: Hospital) -> Patient:
    """One of the demo's patients, imported into this hospital."""
    story = next(story for story in STORIES if story.key == key)
    for number, bundle in enumerate(story.build(today()), start=1):
        content = json_text.dumps(bundle).encode()
        import_file(name=f"{key}-{number}.json", content=content, hospital=hospital, by=None)
    return Patient.objects.get(hospital=hospital, fhir_id=key)


def make_review(*, by: User, key: str = "okafor") -> Analysis:
    """An analysis that waits for decisions. ``okafor`` has no critical, ``hargreaves`` one."""
    load_starter()
    patient = make_story_patient(key, hospital=by.hospital)
    analysis = request_analysis(patient=patient, by=by, wake=False)
    run_analysis(analysis.pk)
    analysis.refresh_from_db()
    assert analysis.state == "in_review", f"{analysis.failed_stage}: {analysis.reason}"
    return analysis


def accept_all(analysis: Analysis, *, by: User) -> None:
    """Every finding accepted, every critical acknowledged."""
    for alert in queries.review_of(analysis).open_alerts():
        signing.acknowledge(
            alert=alert,
            told="Dr Orlov",
            told_at=now(),
            read_back="Potassium 6.8",
            version=alert.version,
            by=by,
        )
    for finding in queries.still_open(analysis):
        made = queries.decisions_on(analysis, finding)
        decisions.accept(analysis=analysis, finding=finding, version=len(made), by=by)
    analysis.refresh_from_db()
