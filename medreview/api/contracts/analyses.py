"""Analyses: asked for, under way, and what came of them."""

import datetime as dt

from pydantic import Field

from analysis.impact.contracts import Difference
from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.contracts import (
    Actuality,
    Critical,
    DiagnosticPlan,
    GenerationReadyPackage,
    PatientContext,
    Report,
    StageReport,
    Statement,
)
from medreview.api.contracts.base import Page
from medreview.common.contract import Contract


class AnalysisAsked(Contract):
    """What an analysis is to speak of."""

    as_of: dt.date | None = None
    """The day to judge by, in the hospital's zone; null means now."""
    report: str | None = Field(default=None, max_length=300)
    """The DiagnosticReport whose results to assess; null means the latest of the record."""
    all_results: bool = False
    """Every abnormal result, history included."""


class Holder(Contract):
    """In whose hand an open analysis is."""

    queue: str
    """``waiting``, ``mine`` or ``others``, for the person of the token."""
    holder: str | None
    holder_name: str | None
    until: dt.datetime | None
    """When a claim lapses; null for an assignment and for nobody's."""
    moves: int
    """The version a take-over names."""
    severity: str
    due_at: dt.datetime
    overdue: bool


class AnalysisRow(Contract):
    """One analysis in a list."""

    id: str
    number: str
    """As people read it: ``A-1042``."""
    patient: str
    run: str
    state: AnalysisState
    version: int
    """What a signature, an amendment, a cancellation and a retry name."""
    edition: int
    as_of: dt.datetime
    report: str
    all_results: bool
    graph_release: str
    outdated: bool
    """A resource it used says otherwise now: ``changes`` says which, ``rerun`` asks again."""
    rerun_of: str | None
    """The analysis whose question it asks again."""
    degraded: bool
    abnormal_count: int | None
    requested_by: str | None
    requested_at: dt.datetime
    finished_at: dt.datetime | None
    failed_stage: str
    reason: str


class NewerGraph(Contract):
    """What the release of the graph that is current now would change in an analysis."""

    release: str
    known: bool
    """False while it is being worked out: then nobody can say that nothing changes."""
    differences: tuple[Difference, ...]
    """On the record as the analysis read it; ``rerun`` asks again of the record as it is."""


class AnalysisRead(AnalysisRow):
    """One analysis, who holds it, and where to go on."""

    holding: Holder | None
    """Null unless it is open for decisions."""
    newer_graph: NewerGraph | None
    """Null where the current release would say the same."""
    links: dict[str, str]
    """Addresses at this origin; ``export_…`` lead to files of the signed edition."""


class AnalysisPage(Page):
    """Analyses, newest first."""

    items: tuple[AnalysisRow, ...]


class ProgressNow(Contract):
    """Where an analysis stands. Nothing of the patient, so that it may be polled."""

    state: AnalysisState
    stages: tuple[str, ...]
    """Every stage, in order."""
    done: tuple[StageReport, ...]
    current: str | None
    elapsed_seconds: str
    silent_seconds: str | None
    no_signal: bool
    waiting_long: bool
    attempts: int


class AnalysisPackage(Contract):
    """Everything the stages of one analysis said, in their own contracts."""

    analysis: AnalysisRow
    context: PatientContext | None
    criticals: tuple[Critical, ...]
    plan: DiagnosticPlan | None
    package: GenerationReadyPackage | None
    actuality: tuple[Actuality, ...]
    statements: tuple[Statement, ...]
    cannot_tell: tuple[str, ...]
    doctor_report: Report | None
    patient_report: Report | None
    stages: tuple[StageReport, ...]
