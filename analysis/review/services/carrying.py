"""What a re-run keeps of what people had decided: only what was decided on the very same.

A decision is carried over by a row of its own that names the one it comes from. It needs
nothing more, and is taken back like any other.
"""

from django.db import transaction

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.pipeline.since import asked_before
from analysis.review.before import standing_decisions
from analysis.review.content import content_hash
from analysis.review.findings import Finding, findings_of
from analysis.review.models import AddedFinding, Decision
from analysis.review.services.decisions import add_finding
from analysis.review.vocabulary import DecisionKind
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.errors import NotFound, gettext_noop
from medreview.runtime import recorder

CARRIED = frozenset({DecisionKind.ACCEPTED, DecisionKind.EDITED, DecisionKind.REJECTED})


@transaction.atomic
def carry_over(rerun: Analysis) -> list[Decision]:
    """Every decision of the analysis asked again whose finding looks and rests the same now."""
    earlier = rerun.rerun_of
    if earlier is None:
        return []
    before = _hashes(earlier)
    after = _hashes(rerun)
    decided = set(rerun.decisions.values_list("finding", flat=True))
    carried = [
        _carried(decision, rerun)
        for finding, decision in standing_decisions(earlier).items()
        if decision.kind in CARRIED
        and finding not in decided
        and finding in after
        and before.get(finding) == after[finding]
    ]
    if carried:
        rerun.version += len(carried)
        rerun.save(update_fields=["version"])
    return carried


def _hashes(analysis: Analysis) -> dict[str, str]:
    result = whole(analysis)
    findings: list[Finding] = findings_of(result)
    return {finding.key: content_hash(finding, result) for finding in findings}


def _carried(decision: Decision, rerun: Analysis) -> Decision:
    made = Decision.objects.create(
        analysis=rerun,
        edition=rerun.edition,
        finding=decision.finding,
        number=1,
        kind=decision.kind,
        text=decision.text,
        reason=decision.reason,
        comment=decision.comment,
        confirmed=decision.confirmed,
        carried_from=decision,
        by=decision.by,
    )
    audit.record(
        EventType.DECISION_CARRIED,
        thing=made,
        by=None,
        patient=rerun.patient,
        detail={"analysis": rerun.pk, "from": decision.pk, "kind": decision.kind},
    )
    return made


@transaction.atomic
def keep_added(*, analysis: Analysis, added: str, by: User) -> AddedFinding:
    """A finding that somebody added to an earlier analysis, added here by who answers for it now.

    Taken over once, however often it is asked.
    """
    # One after the other: the second click finds what the first one added.
    recorder.lock(analysis.run_id)
    earlier = AddedFinding.objects.filter(pk=added, analysis__in=asked_before(analysis)).first()
    if earlier is None:
        raise NotFound(gettext_noop("There is no such finding."))
    here = standing_decisions(analysis)
    for taken in analysis.added_findings.filter(taken_from=earlier):
        if taken.pk in here:
            return taken
    return add_finding(
        analysis=analysis, title=earlier.title, text=earlier.text, taken_from=earlier, by=by
    )
