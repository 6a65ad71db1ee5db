"""What readers of the graph get: one immutable, hashed snapshot of a release."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum

from medreview.common.contract import Contract


class RelationKind(StrEnum):
    PARAMETER = "parameter"
    CONDITION = "condition"
    MEDICATION = "medication"
    PREANALYTICAL = "preanalytical"


class Effect(StrEnum):
    RAISES = "raises"
    LOWERS = "lowers"
    BOTH = "both"
    CONFOUNDS = "confounds"
    EXPLAINS = "explains"
    CONTEXTUALISES = "contextualises"


class Code(Contract):
    """A code by its system's short name: loinc, icd10, snomed, atc, rxnorm, hl7v2-0493."""

    system: str
    code: str
    match: str = "exact"
    """``exact``, or ``prefix`` where a class code stands for its members."""
    display: str | None = None
    """What the source of the code called it, where that was seen."""


class Source(Contract):
    """Where a claim comes from."""

    key: str
    title: str
    organisation: str
    year: int | None = None
    version: str | None = None
    section: str | None = None
    """The part of it that is meant, where the reference names one."""
    doi: str | None = None
    url: str | None = None
    identifier_verified: bool = False
    """The identifier was seen beside the title. It says nothing of the claim."""
    superseded_by: str | None = None
    """Key of the source that took its place."""
    retracted: bool = False


class Quote(Contract):
    """A passage of a stored document, found there verbatim."""

    text: str
    source: str
    locator: str
    document: str | None = None
    """Sha-256 of the document's bytes."""
    offset: int | None = None
    """Where it begins in the document's text, in characters."""
    verified: bool
    checked_by: str | None = None
    """Login of the curator who checked it against the document."""
    checked_at: dt.datetime | None = None


class Evidence(Contract):
    """One source's say on one relation. Contradiction is data, not an error."""

    id: str
    """Its own within the relation; the starter's is the key of its source."""
    source: str
    rank: int = 0
    """The chief one has the lowest."""
    locator: str = ""
    """Section and page."""
    quote: str = ""
    document: str | None = None
    """Sha-256 of the stored document the quote was found in; a quote has one, and an offset."""
    offset: int | None = None
    direction: str = "supports"
    """``supports`` or ``contradicts``."""
    level: str
    """``guideline``, ``review``, … as ``RelatedItem.knowledge_level``."""
    certainty: str | None = None
    """GRADE, where it is known: ``high``, ``moderate``, ``low``, ``very_low``."""
    knowledge_level: str = "knowledge_assertion"
    """Biolink's word for how the claim came about."""
    agent_type: str
    checked_by: str | None = None
    """Login of the curator who checked it."""
    checked_at: dt.datetime | None = None
    review_by: dt.date | None = None


class RelatedItem(Contract):
    """One thing medicine says to look at beside a result."""

    relation_id: str | None = None
    kind: RelationKind
    key: str | None = None
    name: str
    codes: tuple[Code, ...] = ()
    effect: Effect
    when_direction: str | None = None
    """``H`` or ``L`` when the relation matters only for a high or a low result."""
    when_population: str | None = None
    when_dose: str | None = None
    when_timing: str | None = None
    rationale: str
    quotes: tuple[Quote, ...] = ()
    source: Source | None = None
    more_sources: tuple[str, ...] = ()
    """Keys of further sources, to be found in ``Snapshot.sources``."""
    knowledge_level: str
    """``guideline``, ``review``, ``study``, ``label``, ``textbook``, ``expert``,
    ``domain_default`` or ``model_knowledge``, which has no source."""
    agent_type: str
    """Who asserted it: ``curator``, ``starter`` (unreviewed starter content) or ``model``."""
    reviewed: bool

    @property
    def untraced(self) -> bool:
        """Whether nothing of the graph stands behind it: a model's general knowledge."""
        return self.relation_id is None and self.agent_type == "model"


class Interval(Contract):
    """A default or a laboratory's reference interval. Bounds are included."""

    unit: str
    low: Decimal | None = None
    high: Decimal | None = None
    sex: str | None = None
    """``female`` or ``male``; None for both."""
    population: str = "adult"
    """``adult``, ``child``, ``neonate`` or ``pregnancy``."""
    owner: str = "default"
    note: str | None = None


class CriticalLimit(Contract):
    """Limits beyond which somebody must be told, for one population and unit."""

    unit: str
    low: Decimal | None = None
    low_included: bool = True
    high: Decimal | None = None
    high_included: bool = True
    high_times_upper_limit: bool = False
    """``high`` counts multiples of the upper reference limit, as in 15 × ULN."""
    positive: bool = False
    """A positive answer is critical by itself, as in a blood culture."""
    population: str = "adult"
    """``adult``, ``child``, ``neonate``, ``pregnancy`` or ``any``."""
    owner: str = "default"
    note: str | None = None
    other_limits: str | None = None
    """Limits that others publish, beside this default."""
    source: Source | None = None


class Conversion(Contract):
    """``target = value × factor + offset`` between two UCUM units of one analyte."""

    from_unit: str
    to_unit: str
    factor: Decimal
    offset: Decimal = Decimal(0)


class LoincCode(Contract):
    """A LOINC code of a biomarker, with what the source of the code said of it."""

    code: str
    primary: bool
    display: str | None = None
    verified: bool = False
    """The code was seen in a public source beside a name that agrees."""
    status: str | None = None
    """What LOINC says of the code, as ``ACTIVE``; None where nobody looked."""
    specimen: str | None = None
    """LOINC's system axis, as ``Ser/Plas``."""
    property: str | None = None
    """LOINC's property axis, as ``MCnc``."""
    default_limits: bool = True
    """False where the default intervals and critical limits are not made for this code, as the
    arterial ones are not for venous blood. A laboratory's and the printed ones are."""


class Biomarker(Contract):
    """One analyte by its own key, with everything the graph knows of it."""

    key: str
    name: str
    names: dict[str, str]
    """Display name by language: en, ru, zh."""
    synonyms: dict[str, tuple[str, ...]]
    loinc: tuple[LoincCode, ...]
    domain: str
    kind: str
    """``quantity``, ``ratio``, ``ordinal`` or ``nominal``."""
    specimen: str | None = None
    units: tuple[str, ...] = ()
    molar_mass: Decimal | None = None
    conversions: tuple[Conversion, ...] = ()
    comparability_group: str | None = None
    """Biomarkers that share a group measure alike and are never converted silently."""
    comparability_note: str | None = None
    intervals: tuple[Interval, ...] = ()
    criticals: tuple[CriticalLimit, ...] = ()
    validity_days: int | None = None
    validity_days_after_change: int | None = None
    validity_reason: str | None = None
    validity_source: str | None = None
    relations: tuple[RelatedItem, ...] = ()
    reviewed: bool = False

    def intervals_for(self, loinc: str | None) -> tuple[Interval, ...]:
        """The reference intervals that hold for a result under this code, or under none."""
        if self._has_default_limits(loinc):
            return self.intervals
        return tuple(line for line in self.intervals if line.owner != "default")

    def criticals_for(self, loinc: str | None) -> tuple[CriticalLimit, ...]:
        """The critical limits that hold for a result under this code, or under none."""
        if self._has_default_limits(loinc):
            return self.criticals
        return tuple(line for line in self.criticals if line.owner != "default")

    def _has_default_limits(self, loinc: str | None) -> bool:
        return all(code.default_limits for code in self.loinc if code.code == loinc)


class LoincRule(Contract):
    """How a LOINC code the graph lacks finds its domain: by the name LOINC gives it."""

    order: int
    name_pattern: str
    exclude_pattern: str | None = None
    classes: tuple[str, ...] = ()


class Domain(Contract):
    """A field of laboratory medicine and its defaults (tier 2)."""

    key: str
    names: dict[str, str]
    scope: str
    rule: LoincRule | None = None
    relations: tuple[RelatedItem, ...] = ()
    reviewed: bool = False


class NamedThing(Contract):
    """A condition, medication or preanalytical factor, with names and codes to match by."""

    key: str
    kind: RelationKind
    name: str
    names: dict[str, tuple[str, ...]]
    """Every name by language, the display name included."""
    codes: tuple[Code, ...] = ()
    reviewed: bool = False


class Snapshot(Contract):
    """One release of the graph, whole and immutable. A run names its hash."""

    release: str
    origin: str
    """``starter`` or ``curated``."""
    notes: str = ""
    biomarkers: dict[str, Biomarker]
    domains: dict[str, Domain]
    conditions: dict[str, NamedThing]
    medications: dict[str, NamedThing]
    preanalytical: dict[str, NamedThing]
    ambiguous_names: dict[str, tuple[str, ...]]
    """Normalised names that several biomarkers share; they never resolve by name alone."""
    sources: dict[str, Source] = {}
    code_systems: dict[str, str] = {}
    """The versions its codes were taken from: ``loinc``, ``icd10cm``, …"""


class RelationEntry(Contract):
    """One relation of the exchange format: from a biomarker or a domain to one target."""

    id: str
    biomarker: str | None = None
    domain: str | None = None
    kind: RelationKind
    target: str
    effect: Effect
    when_direction: str | None = None
    when_population: str | None = None
    when_dose: str | None = None
    when_timing: str | None = None
    rationale: str
    evidence: tuple[Evidence, ...] = ()
    """The chief item first."""
    position: int | None = None
    """Where a curator put it among its kind; those without follow, by id."""
    reviewed: bool = False

    @property
    def sources(self) -> tuple[str, ...]:
        """Keys of the sources of its evidence items, the chief one first."""
        return tuple(dict.fromkeys(item.source for item in self.evidence))

    @property
    def level(self) -> str:
        """The level of its chief evidence; ``expert`` where it has none."""
        return self.evidence[0].level if self.evidence else "expert"

    @property
    def agent_type(self) -> str:
        """Who asserted it: the agent of its chief evidence."""
        return self.evidence[0].agent_type if self.evidence else "curator"


class GraphContent(Contract):
    """Everything a release is made of, entry by entry, relations kept apart."""

    biomarkers: tuple[Biomarker, ...]
    domains: tuple[Domain, ...]
    things: tuple[NamedThing, ...]
    relations: tuple[RelationEntry, ...]
    sources: tuple[Source, ...]


class LookupHow(StrEnum):
    LOINC = "loinc"
    ALTERNATIVE_LOINC = "alternative_loinc"
    NAME = "name"
    SYNONYM = "synonym"
    DOMAIN = "domain"
    AMBIGUOUS = "ambiguous"
    NONE = "none"


class LookupAnswer(Contract):
    """What the graph knows of one code or name."""

    biomarker: str | None = None
    how: LookupHow
    domain: str | None = None
    candidates: tuple[str, ...] = ()


class Miss(Contract):
    """Something a run looked for in the graph and did not find."""

    code: str | None = None
    name: str
    domain: str | None = None
    how: LookupHow
    biomarker: str | None = None
    """The entry it is, where the graph has one without relations of its own."""
    tier: str | None = None
    """By what right related items were asked all the same; None where nothing was to be asked."""
    unit: str | None = None
    specimen: str | None = None
    laboratory: str | None = None
    proposed: str | None = None
    """The biomarker a model took the name for: something for a curator to judge."""
