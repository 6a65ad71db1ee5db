"""The printed report: every finding, every source as an end note, signed or said not to be."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from analysis.pipeline.contracts import Report
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding
from analysis.review.models import AddedFinding, Decision, Signature
from analysis.review.presenters.citations import evidence_id
from analysis.review.presenters.interpretation import Interpretation, Sentence, interpretation_of
from analysis.review.presenters.rail import Mark, mark_of
from analysis.review.presenters.related import Related, related_of, source_label
from analysis.review.presenters.rerun import carried_text
from analysis.review.presenters.result import Card, card_of
from analysis.review.queries import Review
from analysis.review.vocabulary import DecisionKind
from graphcurate.contracts import RelatedItem


@dataclass(frozen=True)
class PrintedSentence:
    """Words, each citation of which names its end notes."""

    parts: tuple[tuple[str, str], ...]
    """Words, or nothing and the numbers of end notes."""


@dataclass(frozen=True)
class PrintedFinding:
    """One finding as it stands on paper."""

    number: int
    card: Card
    mark: Mark
    rejected: bool
    decision: Decision | None
    carried: str
    """Where the decision comes from, of one a re-run kept."""
    interpretation: Interpretation
    related: Related
    notes: tuple[int, ...]
    """Numbers of the end notes that name its sources."""
    said: tuple[PrintedSentence, ...]
    cannot_tell: tuple[PrintedSentence, ...]


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
    despite: str
    """Why it was signed although the record had changed; empty where it had not."""
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
    notes = _numbered([each for each in findings if not is_rejected(review, each)])
    signature = review.signature_on(edition)
    return PrintedReport(
        findings=tuple(_finding(analysis, finding, result, review, notes) for finding in findings),
        added=tuple(review.standing_added()),
        end_notes=tuple(
            EndNote(number, text, tuple(items)) for number, text, items in notes.values()
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
        despite=signature.despite,
        unchanged=now == signature.content_hash,
    )


def is_rejected(review: Review, finding: Finding) -> bool:
    """Whether a reviewer took it off the report; it is printed with its reason and no more."""
    decision = review.standing_on(finding.key)
    return decision is not None and decision.kind == DecisionKind.REJECTED


Notes = dict[str, tuple[int, str, list[str]]]


def _numbered(findings: list[Finding]) -> Notes:
    notes: Notes = {}
    for finding in findings:
        for item in _items(finding):
            text = source_text(item)
            key = source_key(item)
            _, text, items = notes.setdefault(key, (len(notes) + 1, text, []))
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


def source_key(item: RelatedItem) -> str:
    """What makes two sources one: their title and year, however each is addressed."""
    source = item.source
    if item.untraced:
        return "untraced"
    return f"{source.title.casefold()}|{source.year or ''}" if source else ""


def source_text(item: RelatedItem) -> str:
    """A source as an end note."""
    source = item.source
    if item.untraced:
        return gettext("No source: a model’s general knowledge, untraced")
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
    rejected = is_rejected(review, finding)
    interpretation = interpretation_of(analysis, finding, result, decision)
    items = [] if rejected else _items(finding)
    by_id = {evidence_id(item): notes[source_key(item)][0] for item in items}
    paper = _Paper(by_id)
    return PrintedFinding(
        number=finding.number,
        card=card_of(analysis, finding),
        mark=mark_of(decision),
        rejected=rejected,
        decision=decision,
        carried=carried_text(decision),
        interpretation=interpretation,
        related=related_of(analysis, finding),
        notes=tuple(sorted(set(by_id.values()))),
        said=tuple(map(paper.printed, (*interpretation.critical, *interpretation.sentences))),
        cannot_tell=tuple(map(paper.printed, interpretation.cannot_tell)),
    )


@dataclass(frozen=True)
class _Paper:
    """Sentences of the screen as they stand on paper, with the report's own numbers."""

    numbers: Mapping[str, int]
    """Of the end note of each relation."""

    def printed(self, sentence: Sentence) -> PrintedSentence:
        parts: list[tuple[str, str]] = []
        cited: list[int] = []
        for text, link in sentence.parts:
            if link is None:
                parts += [("", self._joined(cited)), (text, "")]
                cited = []
            else:
                if parts and parts[-1][0]:
                    parts[-1] = (parts[-1][0].rstrip(), "")
                cited += [self.numbers[each] for each in link.ids if each in self.numbers]
        parts.append(("", self._joined(cited)))
        return PrintedSentence(tuple(part for part in parts if any(part)))

    @staticmethod
    def _joined(numbers: list[int]) -> str:
        return ", ".join(str(number) for number in sorted(set(numbers)))
