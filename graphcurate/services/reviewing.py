"""A reviewer's word on a change set, by what they have looked at of it."""

from django.db import transaction

from graphcurate.lifecycle import Verdict
from graphcurate.models import ChangeSet, ReviewDecision
from graphcurate.queries import change_sets, review
from graphcurate.reviewing import remarks
from graphcurate.reviewing import viewing as reviewing
from graphcurate.services import change_sets as drafting
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


def take_back(*, change_set: ChangeSet, version: int, by: User) -> ChangeSet:
    """Its author takes it out of review."""
    _check_author(change_set, by)
    return drafting.take_back(change_set=change_set, version=version, by=by)


def withdraw(*, change_set: ChangeSet, version: int, by: User) -> ChangeSet:
    """Its author closes it for good."""
    _check_author(change_set, by)
    return drafting.withdraw(change_set=change_set, version=version, by=by)


def _check_author(change_set: ChangeSet, by: User) -> None:
    check_can(by, Permission.GRAPH_CURATE)
    remarks.check_author(wrote=by.pk in change_sets.contributors(change_set))
