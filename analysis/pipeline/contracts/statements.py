"""How current the evidence is, what is critical, and what is said of it all."""

from enum import StrEnum

from pydantic import Field

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
