"""What is said of findings, and by whom."""

import datetime as dt
from typing import Literal

from pydantic import AwareDatetime, Field

from analysis.pipeline.contracts import Critical, EvidenceTier, LabResult, Statement
from analysis.review.vocabulary import DecisionKind, RejectionReason
from medreview.api.contracts.base import Page, Paging
from medreview.common.contract import Contract

LONGEST = 4000
LARGEST_VERSION = 2**31 - 1


class Versioned(Contract):
    """A write: it names the version its author saw, here or by ``If-Match``."""

    version: int | None = Field(default=None, ge=0, le=LARGEST_VERSION)


class DecisionAsked(Versioned):
    """One decision on a finding. ``version`` is the finding's."""

    kind: Literal["accepted", "edited", "rejected", "undone"]
    text: str = Field(default="", max_length=LONGEST)
    """The interpretation in the reviewer's words, for ``edited``."""
    reason: RejectionReason | None = None
    """For ``rejected``."""
    comment: str = Field(default="", max_length=LONGEST)
    confirmed: bool = False
    """That a finding without a source was checked, for ``accepted``."""


class FindingAsked(Contract):
    """A finding of the reviewer's own."""

    title: str = Field(max_length=LONGEST)
    text: str = Field(max_length=LONGEST)


class CommentAsked(Contract):
    """A remark that decides nothing."""

    text: str = Field(max_length=LONGEST)


class SignatureAsked(Versioned):
    """A signature: the person's own password, once more. ``version`` is the analysis'."""

    password: str = Field(max_length=4096)
    despite: str = Field(default="", max_length=LONGEST)
    """Why it is signed although the record changed since; needed where it is outdated."""


class AmendmentAsked(Versioned):
    """Why a signed report is opened again. ``version`` is the analysis'."""

    reason: str = Field(max_length=LONGEST)


class DecisionRow(Contract):
    """One decision, as it was made."""

    id: str
    finding: str
    """The result it is on, or the id of an added finding."""
    version: int
    """Which decision on this finding it is."""
    edition: int
    kind: DecisionKind
    text: str
    reason: str
    comment: str
    confirmed: bool
    undoes: str | None
    by: str
    by_name: str
    at: dt.datetime


class CommentRow(Contract):
    """One remark."""

    id: str
    finding: str
    text: str
    by: str
    by_name: str
    at: dt.datetime


class FindingRow(Contract):
    """One abnormal result, what is said of it, and the decision that stands."""

    number: int
    key: str
    """What decisions name it by."""
    name: str
    flag: str | None
    result: LabResult
    evidence_tier: EvidenceTier | None
    critical: Critical | None
    statements: tuple[Statement, ...]
    decision: DecisionRow | None
    version: int
    """What the next decision names."""


class AddedRow(Contract):
    """A finding of a reviewer's own."""

    number: int
    key: str
    title: str
    text: str
    by: str
    by_name: str
    at: dt.datetime
    version: int


class FindingList(Contract):
    """The findings of one analysis in the order a reviewer meets them."""

    analysis: str
    analysis_version: int
    """What a signature names."""
    findings: tuple[FindingRow, ...]
    added: tuple[AddedRow, ...]
    open: tuple[str, ...]
    """Keys of the findings that need a decision."""
    open_criticals: tuple[str, ...]
    """Ids of the critical values nobody answered for."""


class SignatureRow(Contract):
    """A person answers for one edition."""

    id: str
    edition: int
    content_hash_of_decisions: str
    accepted: int
    edited: int
    rejected: int
    added: int
    criticals: int
    despite: str
    """Why it was signed although the record had changed; empty where it had not."""
    by: str
    by_name: str
    at: dt.datetime


class AmendmentRow(Contract):
    """Why a signed report was opened again."""

    id: str
    edition: int
    reason: str
    by: str
    by_name: str
    at: dt.datetime


class DecisionList(Contract):
    """Everything said on one analysis, oldest first."""

    decisions: tuple[DecisionRow, ...]
    comments: tuple[CommentRow, ...]
    signatures: tuple[SignatureRow, ...]
    amendments: tuple[AmendmentRow, ...]


class CriticalRow(Contract):
    """A critical value that somebody must answer for."""

    id: str
    analysis: str
    patient: str
    result: str
    name: str
    value: str
    """As sent."""
    effective: str
    limit: str
    population: str
    source: str
    doubt: str
    state: str
    raised_at: dt.datetime
    version: int
    told: str | None
    told_at: dt.datetime | None
    read_back: str | None
    acknowledged_by: str | None
    acknowledged_at: dt.datetime | None


class CriticalsAsked(Paging):
    """Which critical values a list shows."""

    show: Literal["open", "overdue", "all"] = "open"


class CriticalList(Page):
    """Critical values, oldest first."""

    items: tuple[CriticalRow, ...]


class AcknowledgementAsked(Versioned):
    """Who was told of a critical value, when, and what they read back."""

    told: str = Field(max_length=200)
    told_at: AwareDatetime
    read_back: str = Field(max_length=1000)
