"""What the gate knows of one result, and what it decided: numbers, yes or no, and codes."""

from enum import StrEnum
from typing import Literal

from medreview.common.contract import Contract


class ResultFacts(Contract):
    """One result in plain values. Rules that a hospital writes itself read these and no others.

    Every count is of this one analysis; 0 and false mean that there is no such thing in it.
    """

    abnormal: int = 0
    """Abnormal results that were assessed."""
    criticals: int = 0
    criticals_in_doubt: int = 0
    """Critical values beside which a suspected unit or sample error stands."""
    unsupported_statements: int = 0
    """Sentences that were cut because what they rest on does not say so."""
    wordings_refused: int = 0
    """A model's wordings that changed what a sentence says; the rules' own words stand."""
    model_knowledge: int = 0
    """Abnormal results for which only a model's general knowledge says what to look at."""
    named_by_model: int = 0
    """Abnormal results that a model, and no code or listed name, put to an entry of the graph."""
    found_by_model: int = 0
    """Records that a model, and no code or listed name, recognised as what was asked for."""
    uncovered: int = 0
    """Abnormal results of which neither the graph nor a model says what to look at."""
    model_knowledge_only: bool = False
    """Nothing the graph says is behind any finding, and a model's knowledge is behind some."""
    age_unknown: bool = False
    sex_unknown: bool = False
    undated_results: int = 0
    """Results that can't be judged because nobody wrote when they were taken."""
    unreadable_units: int = 0
    """Abnormal results whose unit can't be read."""
    contradicting_evidence: int = 0
    """Results that their source's flag calls one thing and their range another."""
    sources_unavailable: int = 0
    """Lists and kinds of resources that the source did not hand out."""
    incomplete_read: bool = False
    """The record was not read completely, for whatever reason."""
    stages_without_model: int = 0
    """Stages in which a model was asked and failed; what code made stands."""


class Reason(StrEnum):
    """Why a result is handed off, or what a reviewer is told of it."""

    CRITICAL_IN_DOUBT = "critical_in_doubt"
    UNSUPPORTED_STATEMENTS = "unsupported_statements"
    CONTRADICTING_EVIDENCE = "contradicting_evidence"
    KEY_FIELDS_MISSING = "key_fields_missing"
    SOURCE_UNAVAILABLE = "source_unavailable"
    INCOMPLETE_READ = "incomplete_read"
    MODEL_KNOWLEDGE_ONLY = "model_knowledge_only"
    MODEL_KNOWLEDGE = "model_knowledge"
    MATCHED_BY_MODEL = "matched_by_model"
    UNCOVERED = "uncovered"
    UNREADABLE_UNITS = "unreadable_units"
    WORDINGS_REFUSED = "wordings_refused"
    MODEL_FAILED = "model_failed"


class GateVerdict(Contract):
    """What became of the result at the gate, and the facts it was decided by."""

    facts: ResultFacts
    hand_off: tuple[Reason, ...] = ()
    """Why a person must look beyond the ordinary review; empty: the review is enough."""
    noted: tuple[Reason, ...] = ()
    """What holds as well and is for the reviewer to see, no more."""

    @property
    def outcome(self) -> Literal["in_review", "handed_off"]:
        return "handed_off" if self.hand_off else "in_review"
