"""The findings of one analysis in the order a reviewer meets them."""

import datetime as dt
from collections.abc import Container, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.pipeline.contracts import (
    Actuality,
    Critical,
    EvidenceTier,
    FoundItem,
    LabResult,
    MissingItem,
    ParameterAssessment,
    ParameterPackage,
    PatientContext,
    StaleItem,
    Statement,
)
from analysis.pipeline.queries import AnalysisResult
from medreview.fhir.record import LabRecord, ValueKind

FLAG_ORDER = {"HH": 0, "LL": 0, "AA": 0, "HU": 0, "LU": 0, "H": 1, "L": 1, "A": 1}


@dataclass(frozen=True)
class Finding:
    """One abnormal result with everything that was made of it."""

    number: int
    result: LabResult
    assessment: ParameterAssessment | None
    package: ParameterPackage | None
    actuality: Actuality | None
    critical: Critical | None
    statements: tuple[Statement, ...]
    history: tuple[LabRecord, ...]
    """Earlier results of the same test, oldest first."""

    @property
    def key(self) -> str:
        """What decisions name it by."""
        return self.result.id

    @property
    def name(self) -> str:
        """As a reader knows the test."""
        return self.result.standard_name or self.result.name

    @property
    def flag(self) -> str | None:
        """The flag shown: critical by our limits, else the source's own."""
        return self.result.interpretation

    @property
    def untraced(self) -> bool:
        """Whether a model's general knowledge, and no graph, says what to look at beside it."""
        tier = self.assessment.evidence_tier if self.assessment else None
        return tier is EvidenceTier.MODEL_KNOWLEDGE

    def found(self) -> tuple[FoundItem, ...]:
        return self.package.found.all() if self.package else ()

    def missing(self) -> tuple[MissingItem, ...]:
        return self.package.missing.all() if self.package else ()

    def stale(self) -> tuple[StaleItem, ...]:
        return self.package.stale if self.package else ()


def findings_of(result: AnalysisResult) -> list[Finding]:
    """Every abnormal result once: criticals first, then by flag, distance from range, name."""
    context = result.context
    if context is None:
        return []
    assessments = {item.result: item for item in result.plan.assessments} if result.plan else {}
    packages = (
        {item.result: item for item in result.package.per_parameter} if result.package else {}
    )
    actualities = {item.result: item for item in result.actuality}
    criticals = {item.result: item for item in result.criticals}
    ordered = sorted(context.abnormal, key=lambda lab: _weight(lab, criticals))
    labs = result.record.labs if result.record else ()
    return [
        Finding(
            number=number,
            result=lab,
            assessment=assessments.get(lab.id),
            package=packages.get(lab.id),
            actuality=actualities.get(lab.id),
            critical=criticals.get(lab.id),
            statements=tuple(said for said in result.statements if said.about == lab.id),
            history=history_of(lab, context, labs),
        )
        for number, lab in enumerate(ordered, start=1)
    ]


def _weight(lab: LabResult, criticals: Container[str]) -> tuple[int, float, str, str]:
    order = -1 if lab.id in criticals else FLAG_ORDER.get((lab.interpretation or "").upper(), 2)
    return (order, -distance(lab), (lab.standard_name or lab.name).casefold(), lab.id)


def distance(lab: LabResult) -> float:
    """How far outside its range a number lies, in widths of the range; 0 when unknown."""
    value, limits = lab.value.number, lab.range
    if value is None or limits is None:
        return 0.0
    low, high = limits.low, limits.high
    width = float(high - low) if low is not None and high is not None else float(high or low or 1)
    over = float(value - high) if high is not None and value > high else 0.0
    under = float(low - value) if low is not None and value < low else 0.0
    return max(over, under) / (abs(width) or 1.0)


def history_of(
    lab: LabResult, context: PatientContext, labs: Sequence[LabRecord]
) -> tuple[LabRecord, ...]:
    """Results of the same test drawn no later, oldest first; itself not among them."""
    older = {item.id for item in context.superseded if item.by == lab.id}
    codes = {(coding.system, coding.code) for coding in lab.codings if coding.code}
    same = [
        other
        for other in labs
        if other.id != lab.id
        and (other.id in older or _shares_code(other, codes))
        and _day(other) <= _day(lab)
    ]
    return tuple(sorted(same, key=_moment))


def _shares_code(other: LabRecord, codes: set[tuple[str | None, str]]) -> bool:
    return any((coding.system, coding.code) in codes for coding in other.codings)


def _day(lab: LabRecord | LabResult) -> dt.date:
    return lab.effective.date or dt.date.min


def _moment(lab: LabRecord) -> tuple[dt.date, str]:
    return (_day(lab), lab.effective.text)


def unit_of(lab: LabRecord | LabResult) -> str:
    """What tells series apart: the UCUM code, else the printed unit."""
    return lab.value.ucum or lab.value.unit or ""


@dataclass(frozen=True)
class Change:
    """How a number moved since the one before it, both dated and in the same unit."""

    difference: Decimal
    percent: Decimal | None
    days: int
    previous: LabRecord


def change_of(finding: Finding) -> Change | None:
    """The change since the previous result; None without two numbers, dates and one unit."""
    lab = finding.result
    earlier = [
        other
        for other in finding.history
        if other.value.kind == ValueKind.NUMBER
        and unit_of(other) == unit_of(lab)
        and other.effective.date is not None
    ]
    if lab.value.number is None or lab.value.kind != ValueKind.NUMBER or not earlier:
        return None
    previous = earlier[-1]
    before = previous.value.number
    if before is None or lab.effective.date is None or previous.effective.date is None:
        return None
    difference = lab.value.number - before
    percent = (difference / before * 100).quantize(Decimal(1)) if before else None
    days = (lab.effective.date - previous.effective.date).days
    return Change(difference, percent, days, previous)
