"""The printed report: every finding, every source as an end note, signed or said not to be."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from analysis.pipeline.contracts import Report
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding
from analysis.review.models import AddedFinding, Decision, Signature
from analysis.review.presenters.interpretation import Interpretation, interpretation_of
from analysis.review.presenters.rail import Mark, mark_of
from analysis.review.presenters.related import Related, related_of, source_label
from analysis.review.presenters.result import Card, card_of
from analysis.review.queries import Review
from analysis.review.vocabulary import DecisionKind
from graphcurate.contracts import RelatedItem


@dataclass(frozen=True)
class PrintedFinding:
    """One finding as it stands on paper."""

    number: int
    card: Card
    mark: Mark
    rejected: bool
    decision: Decision | None
    interpretation: Interpretation
    related: Related
    notes: tuple[int, ...]
    """Numbers of the end notes that name its sources."""


@dataclass(frozen=True)
class EndNote:
    """One source, numbered."""

    number: int
    text: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Signed:
    """Who answers for which version, and when."""

    edition: int
    by: str
    at: datetime
    unchanged: bool
    """Whether the decisions printed are, by their hash, the ones that were signed."""


@dataclass(frozen=True)
class PrintedReport:
    """Everything on paper."""

    findings: tuple[PrintedFinding, ...]
    added: tuple[AddedFinding, ...]
    end_notes: tuple[EndNote, ...]
    signed: Signed | None
    draft: bool
    doctor: Report | None
    patient: Report | None


def printed(
    analysis: Analysis,
    findings: list[Finding],
    result: AnalysisResult,
    review: Review,
    edition: int,
) -> PrintedReport:
    """One edition of the report, with the decisions of the review given."""
    notes = _numbered(findings)
    signature = review.signature_on(edition)
    return PrintedReport(
        findings=tuple(_finding(analysis, finding, result, review, notes) for finding in findings),
        added=tuple(review.standing_added()),
        end_notes=tuple(
            EndNote(number, text, tuple(items)) for text, (number, items) in notes.items()
        ),
        signed=_signed(signature, findings, review) if signature else None,
        draft=signature is None,
        doctor=result.doctor_report,
        patient=result.patient_report,
    )


def _signed(signature: Signature, findings: list[Finding], review: Review) -> Signed:
    now = review.content_hash([finding.key for finding in findings])
    return Signed(
        edition=signature.edition,
        by=signature.by.get_full_name(),
        at=signature.created_at,
        unchanged=now == signature.content_hash,
    )


Notes = dict[str, tuple[int, list[str]]]


def _numbered(findings: list[Finding]) -> Notes:
    notes: Notes = {}
    for finding in findings:
        for item in _items(finding):
            text = source_text(item)
            _, items = notes.setdefault(text, (len(notes) + 1, []))
            said = f"{finding.name} – {item.name}"
            if said not in items:
                items.append(said)
    return notes


def _items(finding: Finding) -> list[RelatedItem]:
    return [
        *(entry.item for entry in finding.found()),
        *(entry.item for entry in finding.stale()),
        *(entry.item for entry in finding.missing()),
    ]


def source_text(item: RelatedItem) -> str:
    """A source as an end note."""
    source = item.source
    if source is None:
        return gettext("Graph relation without a named source")
    parts = [source.title, source_label(item), source.doi or source.url or ""]
    return ". ".join(part for part in parts if part)


def _finding(
    analysis: Analysis,
    finding: Finding,
    result: AnalysisResult,
    review: Review,
    notes: Notes,
) -> PrintedFinding:
    decision = review.standing_on(finding.key)
    numbers = {notes[source_text(item)][0] for item in _items(finding)}
    return PrintedFinding(
        number=finding.number,
        card=card_of(analysis, finding),
        mark=mark_of(decision),
        rejected=decision is not None and decision.kind == DecisionKind.REJECTED,
        decision=decision,
        interpretation=interpretation_of(analysis, finding, result, decision),
        related=related_of(analysis, finding),
        notes=tuple(sorted(numbers)),
    )
