"""Change sets, what they hold, and the graph as it would stand with them."""

from collections.abc import Iterable

from django.db.models import QuerySet

from graphcurate.applying import (
    Applied,
    Change,
    Conflict,
    apply,
    conflicts,
    content_hash_of,
    entries_of,
)
from graphcurate.checks import problems
from graphcurate.checks.problem import Problem
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind, Fields, Json, flatten
from graphcurate.lifecycle import OPEN, Verdict
from graphcurate.models import ChangeSet, ConflictStatement, Contribution, ReviewDecision, Revision
from graphcurate.queries.quotes import quote_standings
from graphcurate.queries.releases import head
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.errors import NotFound, gettext_noop


def change_set(pk: str) -> ChangeSet:
    """A change set by its id."""
    found = ChangeSet.objects.select_related("opened_by", "release").filter(pk=pk).first()
    if found is None:
        raise NotFound(gettext_noop("There is no such change set."))
    return found


def change_sets() -> QuerySet[ChangeSet]:
    """Every change set, the newest first."""
    return ChangeSet.objects.select_related("opened_by", "release").order_by("-number")


def open_sets() -> QuerySet[ChangeSet]:
    """Those that may still be edited and become part of a release."""
    return change_sets().filter(state__in=OPEN)


def revisions_of(change_set: ChangeSet) -> QuerySet[Revision]:
    """Its revisions, those that another set has superseded among them."""
    return change_set.revisions.select_related("author", "superseded_by").order_by(
        "entry_kind", "entry_key", "field"
    )


def changes_of(change_set: ChangeSet) -> tuple[Change, ...]:
    """What it changes, in one order; what another set has superseded is left out."""
    rows = change_set.revisions.filter(superseded_by__isnull=True).values_list(
        "entry_kind", "entry_key", "field", "old", "new"
    )
    changes = [
        Change(kind=EntryKind(kind), key=key, field=field, old=old, new=new)
        for kind, key, field, old, new in rows
    ]
    return tuple(sorted(changes, key=lambda change: (change.kind, change.key, change.field)))


def content_hash(change_set: ChangeSet) -> str:
    """What an approval is given to."""
    return content_hash_of(changes_of(change_set))


def working(sets: Iterable[ChangeSet]) -> Applied:
    """The current release with these change sets, the later over the earlier, and what is unfit."""
    return apply(head(), [change for each in sets for change in changes_of(each)])


def working_content(sets: Iterable[ChangeSet]) -> GraphContent:
    """The current release with these change sets; unfit entries stand as they were."""
    return working(sets).content


def head_fields(kind: EntryKind, key: str) -> Fields:
    """The fields of an entry in the current release; none where it has no such entry."""
    entry = entries_of(head(), kind).get(key)
    return flatten(entry) if entry else {}


def working_fields(change_set: ChangeSet | None, kind: EntryKind, key: str) -> Fields:
    """The fields of an entry with a change set's revisions of it, complete or not."""
    fields: dict[str, Json] = head_fields(kind, key)
    if change_set is None:
        return fields
    rows = change_set.revisions.filter(entry_kind=kind, entry_key=key, superseded_by__isnull=True)
    for row in rows:
        if row.new is None:
            fields.pop(row.field, None)
        else:
            fields[row.field] = row.new
    return fields


def conflicts_of(change_set: ChangeSet) -> tuple[Conflict, ...]:
    """Its changes whose field a later release has changed meanwhile."""
    return conflicts(head(), changes_of(change_set))


def sets_touching(kind: EntryKind, key: str) -> QuerySet[ChangeSet]:
    """The open change sets that change this entry."""
    return open_sets().filter(revisions__entry_kind=kind, revisions__entry_key=key).distinct()


def rivals_of(change_set: ChangeSet) -> QuerySet[Revision]:
    """Revisions of the same fields in other open change sets, superseded ones left out."""
    mine = change_set.revisions.values_list("entry_kind", "entry_key", "field")
    entries = {(kind, key) for kind, key, _ in mine}
    rows = (
        Revision.objects.exclude(change_set=change_set)
        .filter(
            change_set__state__in=OPEN,
            superseded_by__isnull=True,
            entry_key__in={key for _, key in entries},
        )
        .select_related("change_set", "author")
    )
    fields = set(mine)
    ids = [row.pk for row in rows if (row.entry_kind, row.entry_key, row.field) in fields]
    return rows.filter(pk__in=ids)


def problems_of(change_set: ChangeSet) -> tuple[Problem, ...]:
    """What stands in the way of this change set, and what is worth a second look."""
    return problems_with((change_set,))


def problems_with(sets: Iterable[ChangeSet]) -> tuple[Problem, ...]:
    """The same of several change sets together, the later over the earlier."""
    changes = [change for each in sets for change in changes_of(each)]
    applied = apply(head(), changes)
    return problems.problems_of(
        head(),
        applied,
        changes,
        quotes=quote_standings(problems.quotes_in(applied.content, changes)),
        today=now().date(),
    )


def contributors(change_set: ChangeSet) -> frozenset[str]:
    """Ids of everybody who wrote in it, whether or not their words still stand."""
    wrote = Contribution.objects.filter(change_set=change_set).values_list("by_id", flat=True)
    return frozenset({change_set.opened_by_id, *wrote})


def approval_of(change_set: ChangeSet) -> ReviewDecision | None:
    """The approval that holds for what the change set is now, if there is one."""
    latest = last_decision(change_set)
    if latest is None or latest.verdict != Verdict.APPROVE:
        return None
    return latest if latest.content_hash == content_hash(change_set) else None


def last_decision(change_set: ChangeSet) -> ReviewDecision | None:
    """What a second person said last, whatever was edited since."""
    return change_set.decisions.select_related("by").order_by("-created_at", "-id").first()


def statement_of(user: User) -> ConflictStatement | None:
    """The newest conflict-of-interest statement of a person."""
    return user.conflict_statements.order_by("-created_at", "-id").first()
