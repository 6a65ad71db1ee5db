"""Remarks that decide nothing: comments on findings, problems of the graph."""

import re

from django.db import transaction

from analysis.pipeline.models import Analysis
from analysis.review import policies
from analysis.review.models import Comment, ProblemReport
from analysis.review.services import drafts
from analysis.review.vocabulary import DraftKind
from graphcurate import queries as graph
from graphcurate.entry_fields import EntryKind
from graphcurate.services import flags
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.patients.models import Patient

_NOT_IN_A_DETAIL = re.compile(r"[^A-Za-z0-9.:/@+-]")


@transaction.atomic
def comment(*, analysis: Analysis, finding: str, text: str, by: User) -> Comment:
    """A remark beside a finding, for the next reader."""
    policies.check_text(text)
    made = Comment.objects.create(analysis=analysis, finding=finding, text=text, by=by)
    drafts.forget(analysis=analysis, finding=finding, kind=DraftKind.COMMENT, by=by)
    audit.record(
        EventType.FINDING_COMMENTED,
        thing=made,
        by=by,
        patient=analysis.patient,
        detail={"analysis": analysis.pk},
    )
    return made


@transaction.atomic
def report_problem(*, analysis: Analysis, relation: str, text: str, by: User) -> ProblemReport:
    """Something is wrong with a relation of the graph: a task for the curators of the hospital.

    The report stays with the analysis; what the curators read is a flag of its own, which knows
    no analysis and no patient.
    """
    policies.check_text(text)
    made = ProblemReport.objects.create(
        analysis=analysis,
        relation=relation,
        release=analysis.run.graph_release,
        text=text,
        by=by,
    )
    audit.record(EventType.PROBLEM_REPORTED, thing=made, by=by, detail={"analysis": analysis.pk})
    release = graph.release_with_hash(analysis.run.graph_release)
    flags.flag(
        kind=EntryKind.RELATION.value,
        key=relation,
        release=release.name if release else "",
        text=text,
        by=by,
    )
    return made


def note_evidence_read(*, analysis: Analysis, evidence: str, by: User) -> None:
    """Somebody opened a piece of evidence."""
    audit.record(
        EventType.EVIDENCE_READ,
        thing=analysis,
        by=by,
        patient=analysis.patient,
        detail={"evidence": _NOT_IN_A_DETAIL.sub("_", evidence)[:120]},
    )


def note_printed(*, analysis: Analysis, by: User) -> None:
    """Somebody opened the report to print it."""
    audit.record(EventType.REPORT_PRINTED, thing=analysis, by=by, patient=analysis.patient)


def note_results_read(*, patient: Patient, by: User) -> None:
    """Somebody looked at all results of one test."""
    audit.record(EventType.RESULTS_READ, thing=patient, by=by, patient=patient)
