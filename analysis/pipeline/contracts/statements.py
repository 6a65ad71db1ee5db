"""How current the evidence is, what is critical, and what is said of it all."""

from enum import StrEnum

from pydantic import Field, model_validator

from analysis.pipeline.contracts.package import EvidenceTier
from medreview.common.contract import Contract
from medreview.fhir.record import (
    Moment,
    Value,
)


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
    limit_converted: str = ""
    """The limit as a number in the value's own unit, where it was made for another."""
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
    CONTRADICTION = "contradiction"
    ACTUALITY = "actuality"
    FOUND = "found"
    NOT_FITTING = "not_fitting"
    MISSING = "missing"
    PATTERN = "pattern"
    TOO_OLD = "too_old"
    NOTHING_ABNORMAL = "nothing_abnormal"


class WordedBy(StrEnum):
    """Whose words a sentence or a text is in."""

    RULE = "rule"
    MODEL = "model"
    FALLBACK = "fallback"
    """A model was asked and none of its words stand: the rules' own do."""


class WhyRefused(StrEnum):
    """What a model's wording changed, so that it may not stand."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    NAME = "name"
    DIRECTION = "direction"
    NEGATION = "negation"
    CERTAINTY = "certainty"
    CAUSE = "cause"
    WORD = "word"
    """It brings in another word that carries meaning."""
    LEFT_OUT = "left_out"
    ORDER = "order"
    """The same words in an order that may bind them otherwise."""
    SENTENCES = "sentences"
    """It joins or parts sentences."""
    CHARACTER = "character"
    LENGTH = "length"
    GROUNDING = "grounding"
    UNKNOWN = "unknown"
    """It is for no sentence that the model was shown, or the second for the same one."""


class RefusedWording(Contract):
    """A model's wording that does not stand, beside the sentence that does."""

    about: str | None = None
    instead_of: str = ""
    """The sentence that stands."""
    wording: str
    reason: WhyRefused
    why: str


class Wording(Contract):
    """Whose words the statements are in, and what a model proposed in vain."""

    by: WordedBy = WordedBy.RULE
    reason: str = ""
    """A code, where the model's part came to nothing or was left off before its end."""
    offered: int = 0
    """Statements the model was shown."""
    worded: int = 0
    """Of them, those that stand in its words."""
    reordered: bool = False
    order_refused: int = 0
    """Orders it proposed that were none of the statements it was shown."""
    refused: tuple[RefusedWording, ...] = ()


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
    worded_by: WordedBy = WordedBy.RULE
    """Whose words ``text`` is in."""
    rule_text: str | None = None
    """The rules' own words, where a model's stand in their place."""
    plain_worded_by: WordedBy = WordedBy.RULE
    rule_plain: str | None = None

    def by_rule(self) -> "Statement":
        """The same in the rules' own words: equal whatever a model made of it."""
        if self.rule_text is None and self.rule_plain is None:
            return self
        text = self.text if self.rule_text is None else self.rule_text
        plain = self.plain if self.rule_plain is None else self.rule_plain
        said = {name: getattr(self, name) for name in ("kind", "about", "rests_on", "tier", "cut")}
        return Statement(text=text, plain=plain, **said)


class Criticals(Contract):
    """Every critical value of one analysis."""

    items: tuple[Critical, ...] = ()


class ActualityList(Contract):
    """One actuality for every abnormal result, in its order."""

    items: tuple[Actuality, ...] = ()


class StatementList(Contract):
    """What can be said of the findings, the cut sentences included, and what can't be told."""

    items: tuple[Statement, ...] = ()
    """In the order of the findings, whatever a model proposed."""
    cannot_tell: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    """Places in ``items`` as the texts read them; empty: as they stand."""
    wording: Wording = Wording()

    @model_validator(mode="after")
    def order_leaves_nothing_out(self) -> "StatementList":
        """Another order is of all the statements, each once."""
        if self.order and sorted(self.order) != list(range(len(self.items))):
            raise ValueError("an order of statements holds each of them once")
        return self

    def shown(self) -> tuple[Statement, ...]:
        """The statements that may be shown as such, in the order of the texts."""
        ordered = (self.items[place] for place in self.order) if self.order else self.items
        return tuple(statement for statement in ordered if statement.cut is None)


class Section(Contract):
    """Statements under one heading."""

    title: str
    statements: tuple[Statement, ...] = ()


class Report(Contract):
    """The doctor's or the patient's text, made of checked statements only."""

    audience: str = Field(alias="for")
    """``doctor`` or ``patient``; ``for`` in JSON."""
    sections: tuple[Section, ...] = ()
    cannot_tell: tuple[str, ...] = ()
    notice: str
    worded_by: WordedBy = WordedBy.RULE
    """``model`` where some sentence is in a model's words or order; the notice says so too."""


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
    rejections: int = 0
    """Proposals of a model that were refused."""
    one_at_a_time: bool = False
    """Whether a model looked names up one after the other, where all at once would do."""

    @property
    def lacks_model(self) -> bool:
        """Whether a model was asked in vain, ``error`` says why; what code made stands."""
        return self.status is StageStatus.DEGRADED and bool(self.error)
