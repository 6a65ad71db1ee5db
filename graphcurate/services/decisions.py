"""What a second person says of a change set."""

from django.db import transaction

from graphcurate import policies
from graphcurate.applying import content_hash_of
from graphcurate.lifecycle import ChangeSetState, Verdict
from graphcurate.models import ChangeSet, ConflictStatement, ReviewDecision
from graphcurate.queries import change_sets as queries
from graphcurate.services.holding import held_to_decide, move, supersede_rivals
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now

_STATE_AFTER = {
    Verdict.APPROVE: ChangeSetState.APPROVED,
    Verdict.REQUEST_CHANGES: ChangeSetState.CHANGES_REQUESTED,
    Verdict.REJECT: ChangeSetState.REJECTED,
}


@transaction.atomic
def decide(
    *, change_set: ChangeSet, verdict: Verdict, content_hash: str, comment: str, by: User
) -> ReviewDecision:
    """Approve, ask for changes, or reject; not one's own, and only what was read.

    ``content_hash`` names the content that was read. An approval needs a conflict-of-interest
    statement younger than a year and something to approve, the other two a comment. Approving
    supersedes the rival revisions of the same fields in other open change sets.
    """
    standing = held_to_decide(change_set)
    policies.check_not_own(by=by.pk, contributors=queries.contributors(standing))
    changes = queries.changes_of(standing)
    policies.check_content(latest=content_hash_of(changes), seen=content_hash)
    policies.check_comment(verdict, comment)
    if verdict is Verdict.APPROVE:
        policies.check_says_something(len(changes))
        stated = queries.statement_of(by)
        policies.check_statement(stated.created_at if stated else None, now())
    move(standing, _STATE_AFTER[verdict])
    made = ReviewDecision.objects.create(
        change_set=standing,
        verdict=verdict,
        comment=comment.strip(),
        content_hash=content_hash,
        changes=[change.as_json() for change in changes],
        by=by,
        as_clinician=Role.CLINICIAN in by.roles,
    )
    superseded = supersede_rivals(standing) if verdict is Verdict.APPROVE else 0
    audit.record(
        EventType.CHANGE_SET_DECIDED,
        thing=standing,
        by=by,
        counts={"changes": len(changes), "superseded": superseded},
        detail={"verdict": verdict.value, "content": content_hash},
    )
    return made


@transaction.atomic
def state_interests(*, interests: str, by: User) -> ConflictStatement:
    """What could sway this person, in their words; nothing written means they have none."""
    made = ConflictStatement.objects.create(by=by, interests=interests.strip())
    audit.record(EventType.CONFLICT_STATED, thing=made, by=by)
    return made
