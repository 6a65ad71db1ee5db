"""What is said of a result: prose with numbered sources, and what can't be told."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from analysis.pipeline.contracts import Statement, StatementKind, WordedBy
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding
from analysis.review.models import Decision
from analysis.review.presenters.citations import RESTATING, Citations, EvidenceLink
from analysis.review.presenters.model_reasons import model_reason
from analysis.review.vocabulary import DecisionKind
from analysis.review.words import parted
from medreview.common.word_diff import WordDiff, word_diff

LIMITS = frozenset({StatementKind.MISSING, StatementKind.TOO_OLD})
"""What was looked for in vain: part of what can't be told."""


@dataclass(frozen=True)
class Sentence:
    """Words and citations, ready to be printed one after the other."""

    parts: tuple[tuple[str, EvidenceLink | None], ...]


@dataclass(frozen=True)
class Cut:
    """A sentence that lost its support, and why it is not shown as such."""

    text: str
    why: str


@dataclass(frozen=True)
class Reworded:
    """A sentence in a model's words, and what the rules had said."""

    text: str
    by_rule: str


@dataclass(frozen=True)
class Interpretation:
    """What is said of the result, and on what it rests."""

    sentences: tuple[Sentence, ...]
    """The paragraphs of the prose: the draft's, or the reviewer's own."""
    critical: tuple[Sentence, ...]
    """What is said of a critical value; part of what restates it."""
    restating: tuple[Sentence, ...]
    """What the result's own card says too."""
    draft_text: str
    """The draft as text with citations in brackets, for editing."""
    edited: WordDiff | None
    """The reviewer's words against the draft, where they were edited."""
    cut: tuple[Cut, ...]
    worded_by: WordedBy
    """Whose words the draft is in: a model's as soon as one sentence is."""
    no_wording: str
    """Why a model that was asked for words gave none that stand; empty where it did."""
    reworded: tuple[Reworded, ...]
    refused: tuple[Cut, ...]
    """A model's wordings that changed what a sentence says, and what they changed."""
    cannot_tell: tuple[Sentence, ...]
    sources: tuple[EvidenceLink, ...]

    @property
    def first_source(self) -> int:
        """The number that stands first in the prose: the one the evidence key opens."""
        shown = (link for said in self.sentences for _, link in said.parts if link)
        return next((link.number for link in shown), 1)


def interpretation_of(
    analysis: Analysis, finding: Finding, result: AnalysisResult, decision: Decision | None
) -> Interpretation:
    """The statements, or the reviewer's own words where they were edited."""
    citations = Citations(analysis, finding)
    kept = [said for said in finding.statements if said.cut is None]
    prose = [said for said in kept if said.kind not in RESTATING | LIMITS]
    draft = "\n".join(_paragraphs(prose, citations))
    edited = decision is not None and decision.kind == DecisionKind.EDITED
    text = decision.text if decision is not None and edited else draft
    limits = [_cited(said, citations) for said in kept if said.kind in LIMITS]
    unsaid = cannot_tell_of(finding, result, named=bool(limits))
    return Interpretation(
        sentences=tuple(sentences_of(text.splitlines(), citations.links)),
        critical=tuple(
            sentences_of(
                (_cited(said, citations) for said in kept if said.kind == StatementKind.CRITICAL),
                citations.links,
            )
        ),
        restating=tuple(
            sentences_of(
                (_cited(said, citations) for said in kept if said.kind in RESTATING),
                citations.links,
            )
        ),
        draft_text=draft,
        edited=word_diff(draft, text) if edited else None,
        cut=tuple(Cut(said.text, said.cut) for said in finding.statements if said.cut),
        worded_by=_worded_by(kept, result),
        no_wording=model_reason(result.wording.reason) if result.wording.reason else "",
        reworded=tuple(
            Reworded(said.text, said.rule_text)
            for said in kept
            if said.worded_by is WordedBy.MODEL and said.rule_text
        ),
        refused=tuple(
            Cut(each.wording, each.why)
            for each in result.wording.refused
            if each.about == finding.key
        ),
        cannot_tell=tuple(sentences_of((*limits, *unsaid), citations.links)),
        sources=citations.links,
    )


def _worded_by(kept: Sequence[Statement], result: AnalysisResult) -> WordedBy:
    """Of this finding: another's sentences in a model's words make these no less the rules'."""
    if any(said.worded_by is WordedBy.MODEL for said in kept):
        return WordedBy.MODEL
    in_vain = result.wording.by is WordedBy.FALLBACK
    return WordedBy.FALLBACK if in_vain else WordedBy.RULE


def _paragraphs(prose: Sequence[Statement], citations: Citations) -> list[str]:
    """One of what bears on the result, one of what was recorded but does not fit."""
    fitting = [said for said in prose if said.kind != StatementKind.NOT_FITTING]
    others = [said for said in prose if said.kind == StatementKind.NOT_FITTING]
    return [
        " ".join(_cited(said, citations) for said in group) for group in (fitting, others) if group
    ]


def _cited(said: Statement, citations: Citations) -> str:
    numbers = "".join(f"[{number}]" for number in citations.of(said))
    return f"{said.text} {numbers}".strip()


def sentences_of(lines: Iterable[str], sources: Sequence[EvidenceLink]) -> list[Sentence]:
    """Lines with their citations as links; a number without a source stays plain text."""
    links = {link.number: link for link in sources}
    return [
        Sentence(
            tuple(
                (part.text, links.get(part.citation) if part.citation else None)
                for part in parted(line)
            )
        )
        for line in lines
        if line.strip()
    ]


def cannot_tell_of(finding: Finding, result: AnalysisResult, *, named: bool) -> tuple[str, ...]:
    """What can't be told of this result; the line is never left out.

    ``named`` says that the statements themselves name what is missing or too old.
    """
    about = re.compile(rf"\b{re.escape(finding.name)}\b", re.IGNORECASE)
    lines = [said for said in result.cannot_tell if about.search(said)]
    package = finding.package
    if package is not None:
        if not named:
            lines += _not_measured([item.item.name for item in package.missing.observations])
            lines += _too_old([item.item.name for item in package.stale])
        lines += _unsure_sample(
            len(package.found.preanalytical), len(package.missing.preanalytical)
        )
    if lines or named:
        return tuple(lines)
    return (gettext("Whether anything outside this record explains the result."),)


def _not_measured(names: list[str]) -> list[str]:
    if not names:
        return []
    said = gettext("What %(names)s would show: not in the record.")
    return [said % {"names": get_text_list(names, gettext("and"))}]


def _too_old(names: list[str]) -> list[str]:
    if not names:
        return []
    said = gettext("How %(names)s stand now: what the record has is too old.")
    return [said % {"names": get_text_list(names, gettext("and"))}]


def _unsure_sample(found: int, missing: int) -> list[str]:
    if found or not missing:
        return []
    said = ngettext(
        "Whether the sample changed the value: the one known factor is not on record.",
        "Whether the sample changed the value: none of %(n)d known factors is on record.",
        missing,
    )
    return [said % {"n": missing}]
