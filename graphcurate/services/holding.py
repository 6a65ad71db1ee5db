"""Change sets held while somebody writes in them, moved from state to state, and their rivals.

What is locked, and in this order: the word to decide alone, a planned release, change sets by
their number, and last the trail. Who only drafts holds one set and needs no more.
"""

from collections.abc import Iterable

from django.db import connection
from django.db.models import Exists, OuterRef

from graphcurate.errors import StaleChangeSet
from graphcurate.lifecycle import CHANGE_SET, OPEN, ChangeSetState
from graphcurate.models import ChangeSet, Revision
from graphcurate.queries import change_sets as queries
from medreview.accounts.models import User
from medreview.common.errors import gettext_noop

_DECIDING_LOCK = 2026_13


def decide_alone() -> None:
    """Until the transaction ends nobody else decides or publishes. Taken before any set's row.

    Who decides on one set also writes in its rivals: two at once, each holding the set that the
    other wants, would wait for each other for ever.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_DECIDING_LOCK])


def held(change_set: ChangeSet) -> ChangeSet:
    """The row, to write in; what leaves *approved* writes in its rivals too, as a decision does."""
    rows = ChangeSet.objects.filter(pk=change_set.pk)
    alone = rows.filter(state=ChangeSetState.APPROVED).exists()
    if alone:
        decide_alone()
    standing = rows.select_for_update(of=("self",)).get()
    if standing.state == ChangeSetState.APPROVED and not alone:
        raise StaleChangeSet(
            gettext_noop("Somebody approved this change set in this very moment. Look again.")
        )
    return standing


def held_to_decide(change_set: ChangeSet) -> ChangeSet:
    """The row as it stands, to decide on it: one decision at a time."""
    decide_alone()
    return ChangeSet.objects.select_for_update(of=("self",)).get(pk=change_set.pk)


def move(change_set: ChangeSet, state: ChangeSetState) -> None:
    """To the next state; leaving *approved* without a release frees what it had superseded."""
    CHANGE_SET.check(change_set.state, state)
    if change_set.state == ChangeSetState.APPROVED and state != ChangeSetState.PUBLISHED:
        _free_rivals(change_set)
    change_set.state = state
    touch(change_set)


def touch(change_set: ChangeSet, by: User | None = None) -> None:
    """Another version; what was approved is in review again once somebody edits it."""
    if by is not None and change_set.state == ChangeSetState.APPROVED:
        move(change_set, ChangeSetState.IN_REVIEW)
        return
    change_set.version += 1
    change_set.save()


def _free_rivals(change_set: ChangeSet) -> None:
    """What it had superseded counts again, so what was approved without it is read again."""
    held = ChangeSet.objects.filter(revisions__superseded_by=change_set).values("pk")
    rows = ChangeSet.objects.select_for_update(of=("self",)).filter(pk__in=held).order_by("number")
    for other in list(rows):
        Revision.objects.filter(change_set=other, superseded_by=change_set).update(
            superseded_by=None
        )
        if other.state == ChangeSetState.APPROVED:
            move(other, ChangeSetState.IN_REVIEW)
        elif other.is_open:
            touch(other)


def hold_rivals(change_sets: Iterable[ChangeSet]) -> list[ChangeSet]:
    """The open change sets with revisions of the same fields, held until the transaction ends."""
    ids = [one.pk for one in change_sets]
    place = {name: OuterRef(name) for name in ("entry_kind", "entry_key", "field")}
    rivals = Revision.objects.filter(
        Exists(Revision.objects.filter(change_set__in=ids, **place)), superseded_by__isnull=True
    )
    rows = ChangeSet.objects.select_for_update(of=("self",)).exclude(pk__in=ids)
    held_now = rows.filter(state__in=OPEN, pk__in=rivals.values("change_set"))
    return list(held_now.order_by("number"))


def supersede_rivals(change_set: ChangeSet) -> int:
    """Revisions of the same fields in other open sets no longer count; their authors look again."""
    others = {other.pk: other for other in hold_rivals((change_set,))}
    # Asked again now that nobody writes in them any more.
    rivals = [one for one in queries.rivals_of(change_set) if one.change_set_id in others]
    for other in (others[pk] for pk in dict.fromkeys(one.change_set_id for one in rivals)):
        if other.state == ChangeSetState.APPROVED:
            move(other, ChangeSetState.IN_REVIEW)
        else:
            touch(other)
    Revision.objects.filter(pk__in=[rival.pk for rival in rivals]).update(superseded_by=change_set)
    return len(rivals)
