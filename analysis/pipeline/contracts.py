"""The shapes the stages share: what an analysis read, planned, found and says."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum

from pydantic import Field, model_validator

from graphcurate.contracts import Miss, RelatedItem
from medreview.common.contract import Contract
from medreview.fhir.record import (
    AllergyRecord,
    Coding,
    ConditionRecord,
    Corrected,
    MedicationRecord,
    Moment,
    ReadReceipt,
    SpecimenRecord,
    StatementState,
    Value,
)


class Range(Contract):
    """The reference range that decided, and whose it is."""

    low: Decimal | None = None
    high: Decimal | None = None
    low_open: bool = False
    high_open: bool = False
    unit: str | None = None
    text: str | None = None
    source: str
    """``printed``, ``laboratory`` or ``default``."""
    population: str | None = None


class DerivedFlag(Contract):
    """Our own check of the value, beside the source's flag and never instead of it."""

    flag: str
    """``HH``, ``H``, ``N``, ``L``, ``LL`` or ``undecidable``."""
    why: str


class LabResult(Contract):
    """One result with what the graph and the defaults know of it."""

    id: str
    version: int
    name: str
    standard_name: str | None = None
    biomarker: str | None = None
    domain: str | None = None
    loinc: str | None = None
    loinc_class: str | None = None
    codings: tuple[Coding, ...] = ()
    value: Value
    unit_known: bool
    range: Range | None = None
    source_flag: str | None = None
    source_flag_text: str | None = None
    derived_flag: DerivedFlag | None = None
    flag_conflict: str | None = None
    interpretation: str | None = None
    """The source's flag verbatim; the derived one only where the source gave none."""
    interpretation_derived: bool = False
    effective: Moment
    status: str
    report: str | None = None
    category: tuple[str, ...] = ()
    specimen: SpecimenRecord | None = None
    method: str | None = None
    performer: str | None = None
    notes: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    earlier: tuple[Corrected, ...] = ()


class StaleResult(LabResult):
    """The latest result of a test, normal or not, that is too old to speak of today."""

    age_days: int
    limit_days: int
    was_critical: bool = False


class Undecidable(Contract):
    """A result of which nobody can say whether it is abnormal, and why not."""

    id: str
    name: str
    why: str


class Unmapped(Contract):
    """A result the graph has no entry for."""

    id: str
    name: str
    codings: tuple[Coding, ...] = ()
    why: str


class Superseded(Contract):
    """An older result of a biomarker whose latest one is used instead."""

    id: str
    name: str
    by: str


class PhysiologicalState(Contract):
    """A state of the patient that changes what is normal."""

    state: str
    """``pregnant``, ``neonate``, ``child``, …"""
    weeks: int | None = None
    source: str | None = None


class Demographics(Contract):
    """Who the result is judged for, at ``as_of``."""

    age_years: int | None = None
    age_text: str = "Not known"
    """Age at ``as_of`` in the units clinicians use: 3d, 5w, 11m, 4y 2m, 68y."""
    age_days_min: int | None = None
    """Fewest whole days the patient can have lived, by the precision of the birth date."""
    age_days_max: int | None = None
    sex: str | None = None
    birth_date: Moment | None = None
    states: tuple[PhysiologicalState, ...] = ()


class Scope(Contract):
    """What the analysis was asked to look at."""

    report: str | None = None
    all_results: bool = False


class ConditionList(Contract):
    state: StatementState
    items: tuple[ConditionRecord, ...] = ()
    said_by: str | None = None
    said_on: str | None = None


class MedicationList(Contract):
    state: StatementState
    items: tuple[MedicationRecord, ...] = ()
    said_by: str | None = None
    said_on: str | None = None


class AllergyList(Contract):
    state: StatementState
    items: tuple[AllergyRecord, ...] = ()
    said_by: str | None = None
    said_on: str | None = None


class PatientContext(Contract):
    """What one analysis reads of one patient, judged at ``as_of``."""

    patient: str
    """The FHIR id, ``Patient/x``."""
    as_of: dt.datetime
    scope: Scope
    demographics: Demographics
    abnormal: tuple[LabResult, ...] = ()
    normal_names: tuple[str, ...] = ()
    stale: tuple[StaleResult, ...] = ()
    superseded: tuple[Superseded, ...] = ()
    undecidable: tuple[Undecidable, ...] = ()
    unmapped: tuple[Unmapped, ...] = ()
    active_conditions: ConditionList
    active_medications: MedicationList
    allergies: AllergyList
    nothing_abnormal: bool = False
    """True only of a complete read with no abnormal and no undecidable result."""
    why_not_nothing_abnormal: tuple[str, ...] = ()
    last_result_on: str | None = None
    """The date of the patient's newest result, as sent, to offer when all are too old."""
    receipt: ReadReceipt


class EvidenceTier(StrEnum):
    """Where the related items of an assessment come from."""

    ALGORITHM = "algorithm"
    DOMAIN_INFERENCE = "domain_inference"
    MODEL_KNOWLEDGE = "model_knowledge"
    UNCOVERED = "uncovered"


class ParameterAssessment(Contract):
    """What could be related to one abnormal result, and by what right it is asked."""

    result: str
    parameter_name: str
    interpretation: str | None
    clinical_domain: str | None = None
    evidence_tier: EvidenceTier
    graph_biomarker_key: str | None = None
    graph_domain: str | None = None
    related_parameters: tuple[RelatedItem, ...] = ()
    related_conditions: tuple[RelatedItem, ...] = ()
    related_medications: tuple[RelatedItem, ...] = ()
    preanalytical_factors: tuple[RelatedItem, ...] = ()
    reasoning: str

    def items(self) -> tuple[RelatedItem, ...]:
        """Every asked-for item, in the order of the four kinds."""
        return (
            *self.related_parameters,
            *self.related_conditions,
            *self.related_medications,
            *self.preanalytical_factors,
        )


class DiagnosticPlan(Contract):
    """One assessment for every abnormal result, in its order."""

    graph_release: str
    assessments: tuple[ParameterAssessment, ...] = ()
    misses: tuple[Miss, ...] = ()
    """What the graph did not know, for its curators."""


class MatchMethod(StrEnum):
    CODE = "code"
    CLASS = "class"
    NAME = "name"
    MODEL = "model"


class Material(StrEnum):
    """Whether an edge bears on this abnormality: direction, time and effect."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


class FoundItem(Contract):
    """A thing asked for that this patient has."""

    item: RelatedItem
    resource: str
    version: int
    name: str
    """As the record names it."""
    value: Value | None = None
    interpretation: str | None = None
    date: str
    """As sent; ``Not recorded`` when the source gave none."""
    age_days: int | None = None
    status: str | None = None
    matched_by: MatchMethod
    current: bool
    co_temporal: bool
    material: Material
    material_why: str
    material_by: str = "rule"


class MissingWhy(StrEnum):
    NEVER_RECORDED = "never_recorded"
    EXCLUDED = "excluded"
    SOURCE_UNAVAILABLE = "source_unavailable"


class MissingItem(Contract):
    """A thing asked for that the record lacks."""

    item: RelatedItem
    why: MissingWhy
    why_text: str
    """The reason in a sentence, the exclusion's own reason included."""
    excluded: tuple[str, ...] = ()
    """Ids of matching resources that the gate excluded."""
    searched: int
    """How many records of that kind were searched."""


class StaleItem(Contract):
    """A thing asked for whose newest record is too old."""

    item: RelatedItem
    resource: str
    version: int
    name: str
    value: Value | None = None
    interpretation: str | None = None
    date: str
    age_days: int | None = None
    limit_days: int


class FoundGroups(Contract):
    observations: tuple[FoundItem, ...] = ()
    conditions: tuple[FoundItem, ...] = ()
    medications: tuple[FoundItem, ...] = ()
    preanalytical: tuple[FoundItem, ...] = ()

    def all(self) -> tuple[FoundItem, ...]:
        return (*self.observations, *self.conditions, *self.medications, *self.preanalytical)


class MissingGroups(Contract):
    observations: tuple[MissingItem, ...] = ()
    conditions: tuple[MissingItem, ...] = ()
    medications: tuple[MissingItem, ...] = ()
    preanalytical: tuple[MissingItem, ...] = ()

    def all(self) -> tuple[MissingItem, ...]:
        return (*self.observations, *self.conditions, *self.medications, *self.preanalytical)


class GroupMatch(Contract):
    """Records that carry an equivalent code of what was asked for."""

    asked: RelatedItem
    resources: tuple[str, ...]
    group: str
    why: str


class ParameterPackage(Contract):
    """What the record holds of everything asked beside one abnormal result."""

    result: str
    parameter_name: str
    from_planner: ParameterAssessment
    found: FoundGroups = FoundGroups()
    missing: MissingGroups = MissingGroups()
    stale: tuple[StaleItem, ...] = ()
    group_matches: tuple[GroupMatch, ...] = ()

    @model_validator(mode="after")
    def every_item_has_one_end(self) -> "ParameterPackage":
        """By item: asked = found + missing + stale, and the three are disjoint."""
        asked = sorted(item_key(item) for item in self.from_planner.items())
        ends = [found.item for found in self.found.all()]
        ends += [missing.item for missing in self.missing.all()]
        ends += [stale.item for stale in self.stale]
        if asked != sorted(item_key(item) for item in ends):
            raise ValueError("every asked-for item ends exactly once: found, missing or stale")
        return self


def item_key(item: RelatedItem) -> str:
    """What tells one asked-for item from another within an assessment."""
    return item.relation_id or f"{item.kind}:{item.key or item.name}"


class Pattern(Contract):
    """Findings of several domains that belong together by a stated rule."""

    name: str
    domains: tuple[str, ...]
    members: tuple[str, ...]
    """Ids of abnormal results or found resources; every one was found."""
    rule: str
    text: str


class FollowUpTest(Contract):
    """A test the record lacks or has only of old, and who asks for it."""

    biomarker: str
    name: str
    why: str
    asked_by: tuple[str, ...]
    missing_or_stale: str


class PackageSummary(Contract):
    asked: int = 0
    found: int = 0
    missing: int = 0
    stale: int = 0
    by_method: dict[str, int] = {}
    """Found items by ``code``, ``class``, ``name`` and ``model``."""


class PackageContext(Contract):
    """The patient's own side of the package."""

    demographics: Demographics
    active_conditions: ConditionList
    active_medications: MedicationList
    allergies: AllergyList


class GenerationReadyPackage(Contract):
    """Everything an interpretation may rest on, and nothing else."""

    per_parameter: tuple[ParameterPackage, ...] = ()
    patient_context: PackageContext
    cross_domain_patterns: tuple[Pattern, ...] = ()
    follow_up_tests: tuple[FollowUpTest, ...] = ()
    summary: PackageSummary


class ActualityState(StrEnum):
    CURRENT = "current"
    AGEING = "ageing"
    STALE = "stale"
    SUPERSEDED = "superseded"
    OVERTAKEN = "overtaken"


class Actuality(Contract):
    """Whether a value is still true of the patient."""

    result: str
    state: ActualityState
    age_days: int | None
    limit_days: int | None
    by: str | None = None
    """What superseded or overtook it."""
    matched_conditions: tuple[str, ...] = ()
    matched_medications: tuple[str, ...] = ()
    why: str


class Critical(Contract):
    """A value in a critical range that somebody must answer for."""

    result: str
    limit: str
    """The limit in words, as ``at or above 6.5 mmol/L``."""
    population: str
    source: str
    doubt: str | None = None
    """A suspected unit or sample error, beside the alert and never instead of it."""
    name: str = ""
    value: Value | None = None
    effective: Moment | None = None
    """So that an alert can be read without looking its result up."""
    state: str = "raised"
    acknowledged_by: str | None = None
    read_back: str | None = None


class StatementKind(StrEnum):
    """What a statement is about, which decides where a text says it."""

    CRITICAL = "critical"
    VALUE = "value"
    ACTUALITY = "actuality"
    FOUND = "found"
    NOT_FITTING = "not_fitting"
    MISSING = "missing"
    PATTERN = "pattern"
    TOO_OLD = "too_old"
    NOTHING_ABNORMAL = "nothing_abnormal"


class Statement(Contract):
    """One sentence and what it rests on; ``cut`` says why it may not be shown as such."""

    kind: StatementKind = StatementKind.FOUND
    text: str
    plain: str | None = None
    """The same in a patient's words; None where it is for the doctor only."""
    about: str | None
    rests_on: tuple[str, ...]
    tier: EvidenceTier | None = None
    cut: str | None = None


class Criticals(Contract):
    """Every critical value of one analysis."""

    items: tuple[Critical, ...] = ()


class ActualityList(Contract):
    """One actuality for every abnormal result, in its order."""

    items: tuple[Actuality, ...] = ()


class StatementList(Contract):
    """What can be said of the findings, the cut sentences included, and what can't be told."""

    items: tuple[Statement, ...] = ()
    cannot_tell: tuple[str, ...] = ()

    def shown(self) -> tuple[Statement, ...]:
        """The statements that may be shown as such."""
        return tuple(statement for statement in self.items if statement.cut is None)


class Section(Contract):
    title: str
    statements: tuple[Statement, ...] = ()


class Report(Contract):
    """The doctor's or the patient's text, made of checked statements only."""

    audience: str = Field(alias="for")
    """``doctor`` or ``patient``; ``for`` in JSON."""
    sections: tuple[Section, ...] = ()
    cannot_tell: tuple[str, ...] = ()
    notice: str


class Reports(Contract):
    """The two texts made of the same checked statements."""

    doctor: Report
    patient: Report


class StageStatus(StrEnum):
    DONE = "done"
    DEGRADED = "degraded"
    FAILED = "failed"
    SKIPPED = "skipped"


class StageReport(Contract):
    """How one stage went."""

    name: str
    status: StageStatus
    error: str | None = None
    tool_calls: int = 0
    iterations: int = 0
    output_hash: str | None = None
    seconds: float = 0.0
    tokens: int = 0
