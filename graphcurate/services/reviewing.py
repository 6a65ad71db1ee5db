"""A reviewer's word on a change set, by what they have looked at of it."""

from django.db import transaction

from graphcurate.lifecycle import Verdict
from graphcurate.models import ChangeSet, ReviewDecision
from graphcurate.queries import change_sets, review
from graphcurate.reviewing import viewing as reviewing
from graphcurate.services import decisions
from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission


@transaction.atomic
def approve(
    *, change_set: ChangeSet, content_hash: str, comment: str, confirmed: bool, by: User
) -> ReviewDecision:
    """Approve what was read. ``NotViewed`` where a removal, or one of many, was not looked at."""
    check_can(by, Permission.GRAPH_ACCEPT)
    made = decisions.decide(
        change_set=change_set,
        verdict=Verdict.APPROVE,
        content_hash=content_hash,
        comment=comment,
        by=by,
    )
    # After the decision, whose own refusals (not yours, not as you read it) weigh more; the
    # transaction takes it back.
    entries = reviewing.changed_entries(change_sets.changes_of(change_set))
    marks = review.marks_of(change_set, by).marks
    reviewing.check_viewed(entries, marks, confirmed=confirmed)
    return made


def refuse(
    *, change_set: ChangeSet, verdict: Verdict, content_hash: str, comment: str, by: User
) -> ReviewDecision:
    """Ask for changes, or reject: with words."""
    check_can(by, Permission.GRAPH_ACCEPT)
    return decisions.decide(
        change_set=change_set, verdict=verdict, content_hash=content_hash, comment=comment, by=by
    )
