"""Accept, edit, reject, add and take back. Every write names the version it saw."""

from django.db import transaction

from analysis.pipeline.contracts import EvidenceTier
from analysis.pipeline.models import Analysis
from analysis.review import policies, queries
from analysis.review.models import AddedFinding, Decision
from analysis.review.services import drafts
from analysis.review.standing import standing
from analysis.review.vocabulary import DecisionKind, DraftKind
from analysis.worklist import services as worklist
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.errors import NotFound, WrongState, gettext_noop
from medreview.runtime import recorder


@transaction.atomic
def accept(
    *,
    analysis: Analysis,
    finding: str,
    version: int,
    tier: EvidenceTier | None = None,
    confirmed: bool = False,
    by: User,
) -> Decision:
    """The finding is right as it was drafted."""
    policies.check_acceptance(tier=tier, confirmed=confirmed)
    return _decide(DecisionKind.ACCEPTED, analysis, finding, version, by, {"confirmed": confirmed})


@transaction.atomic
def edit(*, analysis: Analysis, finding: str, version: int, text: str, by: User) -> Decision:
    """The finding is right in these words."""
    policies.check_text(text)
    decision = _decide(DecisionKind.EDITED, analysis, finding, version, by, {"text": text})
    drafts.forget(analysis=analysis, finding=finding, kind=DraftKind.EDIT, by=by)
    return decision


@transaction.atomic
def reject(
    *, analysis: Analysis, finding: str, version: int, reason: str, comment: str = "", by: User
) -> Decision:
    """The finding is not to be reported, for one of the listed reasons."""
    policies.check_reason(reason)
    said: dict[str, str | bool] = {"reason": reason, "comment": comment}
    decision = _decide(DecisionKind.REJECTED, analysis, finding, version, by, said)
    drafts.forget(analysis=analysis, finding=finding, kind=DraftKind.REJECT, by=by)
    return decision


@transaction.atomic
def undo(*, analysis: Analysis, finding: str, version: int, by: User) -> Decision:
    """Take the standing decision back: a row is added and none is removed."""
    analysis = _held(analysis)
    made = _checked(analysis, finding, version)
    worklist.renew(analysis=analysis, by=by)
    last = standing(made)
    if last is None:
        raise WrongState(gettext_noop("There is no decision to undo."))
    decision = Decision.objects.create(
        analysis=analysis,
        edition=analysis.edition,
        finding=finding,
        number=version + 1,
        kind=DecisionKind.UNDONE,
        undoes=last,
        by=by,
    )
    _note(EventType.DECISION_UNDONE, decision, by)
    return decision


@transaction.atomic
def add_finding(
    *,
    analysis: Analysis,
    title: str,
    text: str,
    taken_from: AddedFinding | None = None,
    by: User,
) -> AddedFinding:
    """A finding of the reviewer's own, signed and printed like the others."""
    policies.check_text(title)
    policies.check_text(text)
    analysis = _held(analysis)
    worklist.renew(analysis=analysis, by=by)
    added = AddedFinding.objects.create(
        analysis=analysis, title=title, text=text, taken_from=taken_from, by=by
    )
    decision = Decision.objects.create(
        analysis=analysis,
        edition=analysis.edition,
        finding=added.pk,
        number=1,
        kind=DecisionKind.ADDED,
        by=by,
    )
    drafts.forget(analysis=analysis, finding="", kind=DraftKind.ADD, by=by)
    _note(EventType.FINDING_ADDED, decision, by)
    return added


def _decide(
    kind: DecisionKind,
    analysis: Analysis,
    finding: str,
    version: int,
    by: User,
    said: dict[str, str | bool],
) -> Decision:
    analysis = _held(analysis)
    # The version first: who is late by a decision sees both texts, and only then whose turn it is.
    _checked(analysis, finding, version)
    worklist.renew(analysis=analysis, by=by)
    decision = Decision.objects.create(
        analysis=analysis,
        edition=analysis.edition,
        finding=finding,
        number=version + 1,
        kind=kind,
        by=by,
        **said,
    )
    _note(EventType.FINDING_DECIDED, decision, by)
    return decision


def _held(analysis: Analysis) -> Analysis:
    # The run's lock puts decisions, signatures and the pipeline one after the other.
    recorder.lock(analysis.run_id)
    return Analysis.objects.select_related("patient", "run").get(pk=analysis.pk)


def _checked(analysis: Analysis, finding: str, version: int) -> list[Decision]:
    policies.check_can_decide(analysis.state)
    made = queries.decisions_on(analysis, finding)
    if not made and finding not in queries.finding_keys(analysis):
        raise NotFound(gettext_noop("There is no such finding."))
    policies.check_version(latest=made[-1].number if made else 0, seen=version)
    return made


def _note(event: EventType, decision: Decision, by: User) -> None:
    analysis = decision.analysis
    # A signature names the version it saw, so that every decision after it makes it stale.
    analysis.version += 1
    analysis.save(update_fields=["version"])
    audit.record(
        event,
        thing=decision,
        by=by,
        patient=analysis.patient,
        detail={"analysis": analysis.pk, "kind": decision.kind},
    )
