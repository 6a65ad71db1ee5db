"""What leaves the house: one signed edition of an analysis, whole, in one published contract."""

import datetime as dt
from typing import Literal

from pydantic import model_validator

from analysis.pipeline.contracts import (
    Actuality,
    Critical,
    DiagnosticPlan,
    GenerationReadyPackage,
    PatientContext,
    Report,
    StageReport,
    Statement,
)
from medreview.common.contract import Contract
from medreview.common.hashing import sha256_of


class Person(Contract):
    """Somebody who decided, answered or signed, as we know them."""

    id: str
    name: str
    title: str = ""

    def full_name(self) -> str:
        """With the title, as a signature reads."""
        return f"{self.title} {self.name}".strip()


class Identifier(Contract):
    """A number by which others know the patient."""

    label: str
    value: str


class PatientIdentity(Contract):
    """Whose analysis it is, in the words of the record."""

    id: str
    """Ours."""
    resource: str
    """The id in the record it was read from, ``Patient/x``."""
    name: str
    """As banners write it: family name first."""
    family: str = ""
    given: str = ""
    birth_date: str = ""
    """As sent: ``1958``, ``1958-03`` or ``1958-03-14``; empty when not sent."""
    sex: str = ""
    identifiers: tuple[Identifier, ...] = ()
    deceased: bool = False
    died: str = ""


class GraphRelease(Contract):
    """What medicine said at the time."""

    name: str
    origin: str
    """``starter`` is the content that ships with the product, ``curated`` the site's own."""
    unreviewed: bool
    """Something that was asked by was never clinically reviewed."""
    sha256: str
    """Of the release's canonical JSON."""


class Acknowledgement(Contract):
    """Who was told of a critical value, when, and what they read back."""

    told: str
    told_at: dt.datetime | None = None
    """None in answers from before this was asked."""
    read_back: str
    by: Person
    at: dt.datetime


class SignedCritical(Contract):
    """A critical value as it was raised, and the answer to it."""

    id: str
    critical: Critical
    state: str
    """``acknowledged``, or ``withdrawn`` where the value no longer stands in the record."""
    raised_at: dt.datetime
    acknowledgement: Acknowledgement | None = None


class SignedDecision(Contract):
    """One word of a reviewer on one finding. ``standing`` ones are what was signed."""

    id: str
    finding: str
    """The result it is on, ``Observation/x``, or the id of an added finding."""
    number: int
    edition: int
    kind: str
    """``accepted``, ``edited``, ``rejected``, ``added`` or ``undone``."""
    text: str = ""
    reason: str = ""
    comment: str = ""
    confirmed: bool = False
    undoes: str | None = None
    carried_from: str | None = None
    """The decision of an earlier analysis that it repeats, all it was made on being equal."""
    standing: bool
    by: Person
    at: dt.datetime


class Remark(Contract):
    """A comment beside a finding, which decides nothing."""

    finding: str
    text: str
    by: Person
    at: dt.datetime


class Note(Contract):
    """One source, under the number the texts give it in brackets."""

    number: int
    text: str


class SignedFinding(Contract):
    """One abnormal result as it stands on the signed report."""

    number: int
    result: str
    name: str
    value: str
    """As sent, comparator and unit included."""
    flag: str | None = None
    flag_derived: bool = False
    reference: str
    collected: str
    """As sent; empty when the source sent none."""
    decision: str
    """The id of the decision that stands."""
    paragraphs: tuple[str, ...] = ()
    """The interpretation as signed: the reviewer's own words where they were edited. Empty where
    it was rejected. Numbers in brackets are those of ``sources``."""
    cannot_tell: tuple[str, ...] = ()


class AddedText(Contract):
    """A finding the reviewer added in words of their own."""

    id: str
    title: str
    text: str
    by: Person
    at: dt.datetime


class AmendmentReason(Contract):
    """Why a signed edition was opened again; ``edition`` is the one that followed."""

    edition: int
    reason: str
    by: Person
    at: dt.datetime


class SignatureSeal(Contract):
    """Who answers for the edition, and the hash of what they decided."""

    by: Person
    at: dt.datetime
    content_sha256: str
    """Sha-256, lower-case hex, of the canonical JSON (sorted keys, no spaces, UTF-8) of the list
    ``[[id, finding, kind, text], …]`` of the decisions that ``covers`` names, in that order."""
    covers: tuple[str, ...]
    despite: str = ""
    """Why it was signed although the record had changed; empty where it had not."""
    accepted: int
    edited: int
    rejected: int
    added: int
    criticals: int


class SignedAnalysis(Contract):
    """One signed edition of one analysis: what was read, found, said, decided and signed.

    Equal for equal editions, whoever takes it and whenever, until the record changes or a later
    edition is signed: then ``outdated`` and ``newest_edition`` say so.
    """

    contract: Literal["SignedAnalysis"] = "SignedAnalysis"
    version: Literal[1] = 1
    id: str
    number: str
    """For people: ``A-1042``."""
    edition: int
    newest_edition: int
    """The latest one that is signed; greater than ``edition`` where this one was amended since."""
    hospital: str
    patient: PatientIdentity
    as_of: dt.datetime
    drafted_at: dt.datetime | None
    run: str
    graph: GraphRelease
    outdated: bool
    """A resource it read has changed since."""
    degraded: bool
    without_model: tuple[str, ...] = ()
    """A line for each stage in which a language model was asked in vain: which, and why. What the
    rules made stands."""
    context: PatientContext
    criticals: tuple[SignedCritical, ...] = ()
    plan: DiagnosticPlan
    package: GenerationReadyPackage
    actuality: tuple[Actuality, ...] = ()
    statements: tuple[Statement, ...] = ()
    """As the reasoner made them, the cut ones included, before anybody edited."""
    cannot_tell: tuple[str, ...] = ()
    findings: tuple[SignedFinding, ...] = ()
    added: tuple[AddedText, ...] = ()
    sources: tuple[Note, ...] = ()
    decisions: tuple[SignedDecision, ...] = ()
    comments: tuple[Remark, ...] = ()
    amendments: tuple[AmendmentReason, ...] = ()
    patient_report: Report | None = None
    stages: tuple[StageReport, ...] = ()
    signature: SignatureSeal

    @model_validator(mode="after")
    def is_what_was_signed(self) -> "SignedAnalysis":
        """A reader refuses decisions that are not, by their hash, those that were signed."""
        if self.decisions_hash() != self.signature.content_sha256:
            raise ValueError("the decisions are not the ones that were signed")
        return self

    def decisions_hash(self) -> str:
        """The hash of the decisions the signature covers, computed anew."""
        by_id = {decision.id: decision for decision in self.decisions}
        covered = [by_id[each] for each in self.signature.covers if each in by_id]
        return sha256_of([[each.id, each.finding, each.kind, each.text] for each in covered])

    def decision_on(self, finding: str) -> SignedDecision | None:
        """The decision that stands on a finding."""
        made = (each for each in self.decisions if each.finding == finding and each.standing)
        return next(made, None)
