"""What a release must pass before it goes out, each gate with its state and its reasons. Pure."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from graphcurate.policies import statement_holds
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop

MOST_REASONS = 50
"""Of one gate, kept and shown; the count says how many there are."""


class Gate(StrEnum):
    """The gates in the order they are read."""

    APPROVED = "approved"
    FITS = "fits"
    QUOTES = "quotes"
    CHECKS = "checks"
    VIGNETTES = "vignettes"
    IMPACT = "impact"


NEVER_OVERRIDDEN = frozenset({Gate.APPROVED})
"""Nobody's right replaces the second pair of eyes."""


class GateState(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    WAITING = "waiting"
    """What it asks for is not known yet."""
    OVERRIDDEN = "overridden"
    """It failed, and an admin let this one content pass, with a reason."""


class GateReason(Contract):
    """Why a gate stands as it does, in one sentence, and what the sentence is about."""

    sentence: str
    """``%(name)s`` is filled from ``values`` after the sentence was translated."""
    values: dict[str, str | int] = {}
    about: tuple[str, ...] = ()
    """``("set", id)`` or ``("entry", kind, key)``: where it is put right."""


class Override(Contract):
    """An admin's word that this content may pass a gate that failed."""

    by: str
    """Id of the person."""
    name: str
    reason: str
    at: dt.datetime


class GateReport(Contract):
    """One gate as it stands for one content."""

    gate: Gate
    state: GateState
    reasons: tuple[GateReason, ...] = ()
    count: int = 0
    """How many reasons there are, those not kept among them."""
    is_final: bool = False
    """Nothing can be built of the content as it is: no override helps."""
    override: Override | None = None

    @property
    def lets_pass(self) -> bool:
        """Whether a release may go out as far as this gate is asked."""
        return self.state in {GateState.PASSED, GateState.OVERRIDDEN}

    @property
    def can_be_overridden(self) -> bool:
        """Whether an admin may let it pass: what failed, and can be built, and is approved."""
        is_open = self.state is GateState.FAILED and not self.is_final
        return is_open and self.gate not in NEVER_OVERRIDDEN


@dataclass(frozen=True)
class ApprovalStanding:
    """The last approval of a change set."""

    by: str
    name: str
    content_hash: str
    at: dt.datetime
    statement_at: dt.datetime | None
    """When the approver last stated their interests, as of the approval."""


@dataclass(frozen=True)
class SetStanding:
    """A chosen change set, as far as its approval is asked."""

    id: str
    number: str
    state: str
    content_hash: str
    contributors: frozenset[str]
    approval: ApprovalStanding | None


def approved(sets: Sequence[SetStanding]) -> GateReport:
    """Every set was approved as it stands, by somebody who wrote none of it."""
    if not sets:
        nothing = GateReason(sentence=gettext_noop("No change set is chosen."))
        return _report(Gate.APPROVED, [nothing])
    return _report(Gate.APPROVED, [reason for one in sets if (reason := _unapproved(one))])


def restored(
    *, release: str, approved_then: bool, planned_by: str, publisher: str | None
) -> GateReport:
    """A roll-back brings back what went out then; a second person brings it back."""
    if publisher == planned_by:
        own = GateReason(
            sentence=gettext_noop(
                "You planned this roll-back yourself. A second person publishes it."
            )
        )
        return _report(Gate.APPROVED, [own])
    approved_words = gettext_noop("The content was approved for release %(release)s.")
    unreviewed = gettext_noop(
        "The content of %(release)s was never reviewed. A second person publishes it."
    )
    kept = GateReason(
        sentence=approved_words if approved_then else unreviewed, values={"release": release}
    )
    return GateReport(gate=Gate.APPROVED, state=GateState.PASSED, reasons=(kept,))


def fits(*, conflicts: Iterable[GateReason], broken: Iterable[GateReason]) -> GateReport:
    """No change was made from another value than the one that stands, and the whole holds."""
    unbuildable = list(broken)
    report = _report(Gate.FITS, [*unbuildable, *conflicts])
    return report.model_copy(update={"is_final": bool(unbuildable)})


def quotes(bad: Iterable[GateReason], total: int) -> GateReport:
    """Every quote stands in its document, and every document is current."""
    wrong = list(bad)
    if wrong:
        return _report(Gate.QUOTES, wrong)
    all_stand = gettext_noop("%(n)s of %(n)s quotes stand in current documents.")
    verified = GateReason(
        sentence=all_stand if total else gettext_noop("It holds no quotes."), values={"n": total}
    )
    return GateReport(gate=Gate.QUOTES, state=GateState.PASSED, reasons=(verified,))


def checks(blocking: Iterable[GateReason]) -> GateReport:
    """Nothing in the whole content is wrong in a way that forbids to publish it."""
    return _report(Gate.CHECKS, list(blocking))


def vignettes(
    *,
    total: int,
    changed: Collection[str],
    signed_by: Sequence[tuple[str, str]],
    publisher: str | None,
) -> GateReport:
    """The vignettes come out as before, or whoever publishes has signed how they changed."""
    values: dict[str, str | int] = {"n": len(changed), "total": total}
    if not changed:
        same = GateReason(
            sentence=gettext_noop("All %(total)s vignettes come out as before."), values=values
        )
        return GateReport(gate=Gate.VIGNETTES, state=GateState.PASSED, reasons=(same,))
    for person, name in signed_by:
        if publisher is None or person == publisher:
            seen = GateReason(
                sentence=gettext_noop(
                    "%(n)s of %(total)s vignettes change; seen and signed by %(name)s."
                ),
                values={**values, "name": name},
                about=("vignettes",),
            )
            return GateReport(gate=Gate.VIGNETTES, state=GateState.PASSED, reasons=(seen,))
    unseen = GateReason(
        sentence=gettext_noop(
            "%(n)s of %(total)s vignettes change. Whoever publishes looks at each and signs."
        ),
        values=values,
        about=("vignettes",),
    )
    return GateReport(gate=Gate.VIGNETTES, state=GateState.FAILED, reasons=(unseen,))


def impact(*, state: str, total: int, done: int, differing: int) -> GateReport:
    """Somebody has computed which past analyses would come out differently."""
    values: dict[str, str | int] = {"total": total, "done": done, "n": differing}
    if state == "done":
        known = GateReason(
            sentence=gettext_noop("%(n)s of %(total)s analyses would come out differently."),
            values=values,
            about=("impact",),
        )
        return GateReport(gate=Gate.IMPACT, state=GateState.PASSED, reasons=(known,))
    if state == "failed":
        broke = GateReason(sentence=gettext_noop("The impact could not be computed. Ask again."))
        return _report(Gate.IMPACT, [broke])
    sentences = {
        "running": gettext_noop("The impact is being computed: %(done)s of %(total)s analyses."),
        "queued": gettext_noop("The impact waits for a worker."),
    }
    nobody = gettext_noop("The impact has not been computed for this content.")
    return waiting(Gate.IMPACT, sentences.get(state, nobody), **values)


def waiting(gate: Gate, sentence: str, **values: str | int) -> GateReport:
    """A gate that can't be told yet, and why."""
    reason = GateReason(sentence=sentence, values=values)
    return GateReport(gate=gate, state=GateState.WAITING, reasons=(reason,))


def failed(gate: Gate, sentence: str, **values: str | int) -> GateReport:
    """A gate that could not be asked at all, and why."""
    return _report(gate, [GateReason(sentence=sentence, values=values)])


def with_overrides(
    reports: Iterable[GateReport], overrides: dict[Gate, Override]
) -> tuple[GateReport, ...]:
    """The gates with an admin's word where one was given and can be given."""
    return tuple(
        report.model_copy(
            update={"state": GateState.OVERRIDDEN, "override": overrides[report.gate]}
        )
        if report.can_be_overridden and report.gate in overrides
        else report
        for report in reports
    )


def held_back(reports: Iterable[GateReport]) -> tuple[GateReport, ...]:
    """The gates that do not let the release pass."""
    return tuple(report for report in reports if not report.lets_pass)


def _report(gate: Gate, wrong: list[GateReason]) -> GateReport:
    return GateReport(
        gate=gate,
        state=GateState.FAILED if wrong else GateState.PASSED,
        reasons=tuple(wrong[:MOST_REASONS]),
        count=len(wrong),
    )


def _unapproved(one: SetStanding) -> GateReason | None:
    """Why this set can't be taken as approved; None when it can."""
    sentence, name = _what_is_wrong(one), one.approval.name if one.approval else ""
    if not sentence:
        return None
    values: dict[str, str | int] = {"set": one.number, "state": one.state, "name": name}
    return GateReason(sentence=sentence, values=values, about=("set", one.id))


def _what_is_wrong(one: SetStanding) -> str:
    approval = one.approval
    if one.state == "published":
        return gettext_noop("%(set)s was published already.")
    if one.state != "approved" or approval is None:
        return gettext_noop("%(set)s is not approved.")
    if approval.content_hash != one.content_hash:
        return gettext_noop("%(set)s was approved in an older version, by %(name)s.")
    if approval.by in one.contributors:
        return gettext_noop("%(set)s was approved by %(name)s, who wrote part of it.")
    if not statement_holds(approval.statement_at, approval.at):
        return gettext_noop("%(name)s had no statement of interests when approving %(set)s.")
    return ""
