"""What is asked about each abnormal value, and what the record holds of it."""

from enum import StrEnum

from pydantic import model_validator

from analysis.pipeline.contracts.patient import (
    AllergyList,
    ConditionList,
    Demographics,
    MedicationList,
)
from graphcurate.contracts import Miss, RelatedItem
from medreview.common.contract import Contract
from medreview.fhir.record import (
    Value,
)


class EvidenceTier(StrEnum):
    """Where the related items of an assessment come from."""

    ALGORITHM = "algorithm"
    DOMAIN_INFERENCE = "domain_inference"
    MODEL_KNOWLEDGE = "model_knowledge"
    UNCOVERED = "uncovered"


class NamedBy(StrEnum):
    """Who put a result to an entry or a domain of the graph."""

    KEY = "key"
    """Its code, or a name that the graph lists; also where it was put to nothing."""
    MODEL = "model"


class ParameterAssessment(Contract):
    """What could be related to one abnormal result, and by what right it is asked."""

    result: str
    parameter_name: str
    interpretation: str | None
    clinical_domain: str | None = None
    evidence_tier: EvidenceTier
    graph_biomarker_key: str | None = None
    graph_domain: str | None = None
    named_by: NamedBy = NamedBy.KEY
    """Who said which test or domain it is. By a model: nobody has confirmed it."""
    related_parameters: tuple[RelatedItem, ...] = ()
    related_conditions: tuple[RelatedItem, ...] = ()
    related_medications: tuple[RelatedItem, ...] = ()
    preanalytical_factors: tuple[RelatedItem, ...] = ()
    reasoning: str

    @property
    def by_model(self) -> bool:
        """Whether a model had a part in it, so that another run may say it otherwise."""
        return self.named_by is NamedBy.MODEL or self.evidence_tier is EvidenceTier.MODEL_KNOWLEDGE

    def items(self) -> tuple[RelatedItem, ...]:
        """Every asked-for item, in the order of the four kinds."""
        return (
            *self.related_parameters,
            *self.related_conditions,
            *self.related_medications,
            *self.preanalytical_factors,
        )


class NamesAsked(Contract):
    """What a model was asked about names that neither code nor synonym resolves."""

    names: int
    """Distinct names, all in one question."""
    held_back: int = 0
    """Names it was not shown: they may tell of a person, or were too many at once."""
    biomarkers: int = 0
    domains: int = 0
    model_knowledge: int = 0
    unknown: int = 0
    rejected: int = 0
    """Plans of it that were refused."""
    one_at_a_time: bool = False
    """Whether it looked the names up one after the other instead of all at once."""


class DiagnosticPlan(Contract):
    """One assessment for every abnormal result, in its order."""

    graph_release: str
    assessments: tuple[ParameterAssessment, ...] = ()
    misses: tuple[Miss, ...] = ()
    """What the graph did not know, for its curators."""
    names_asked: NamesAsked | None = None
    """None where no model was asked: there was none, or there was nothing to ask."""

    def taken_by_model(self) -> dict[str, str]:
        """Results that a model alone took for a test of the graph, and their names as sent."""
        return {
            one.result: one.parameter_name
            for one in self.assessments
            if one.named_by is NamedBy.MODEL and one.graph_biomarker_key
        }


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
    interpretation_derived: bool = False
    """Whether the source gave no flag and the interpretation is our own check."""
    flag_conflict: str | None = None
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
    bears: Material = Material.UNCLEAR
    """Whether it would bear on this result by effect and direction: ``no`` is no cause to seek."""
    bears_why: str = ""


class StaleItem(Contract):
    """A thing asked for whose newest record is too old."""

    item: RelatedItem
    resource: str
    version: int
    name: str
    value: Value | None = None
    interpretation: str | None = None
    interpretation_derived: bool = False
    date: str
    age_days: int | None = None
    limit_days: int
    matched_by: MatchMethod | None = None
    """Said only where a model recognised it."""
    bears: Material = Material.UNCLEAR
    """As of a missing item: by effect and direction, whatever its age."""
    bears_why: str = ""


class FoundGroups(Contract):
    """What was found, by the four kinds of thing asked for."""

    observations: tuple[FoundItem, ...] = ()
    conditions: tuple[FoundItem, ...] = ()
    medications: tuple[FoundItem, ...] = ()
    preanalytical: tuple[FoundItem, ...] = ()

    def all(self) -> tuple[FoundItem, ...]:
        return (*self.observations, *self.conditions, *self.medications, *self.preanalytical)


class MissingGroups(Contract):
    """What the record lacks, by the same four kinds."""

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
    """The package in numbers: asked = found + missing + stale."""

    asked: int = 0
    found: int = 0
    missing: int = 0
    stale: int = 0
    by_method: dict[str, int] = {}
    """Found items by ``code``, ``class``, ``name`` and ``model``."""
    dropped: dict[str, int] = {}
    """What a model claimed to have found and the record did not bear out, by reason."""


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
