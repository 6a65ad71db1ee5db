"""Drafting: change sets opened, edited field by field, sent to a second person, taken back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Max

from graphcurate import policies
from graphcurate.applying import Change, entries_of, entry_changes
from graphcurate.entry_fields import (
    EXISTS,
    EntryKind,
    Fields,
    Json,
    empty,
    flatten,
    key_of,
    kind_of,
)
from graphcurate.errors import NotReady, StaleField
from graphcurate.lifecycle import CHANGE_SET, ChangeSetState
from graphcurate.models import ChangeSet, Contribution, Revision
from graphcurate.queries import change_sets as queries
from graphcurate.queries.releases import head
from graphcurate.services.holding import held, move, touch
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.contract import Contract
from medreview.common.errors import Invalid, gettext_noop
from medreview.common.ids import new_id

_NUMBER_LOCK = 2026_12


@dataclass(frozen=True)
class Edit:
    """One field as a person wants it, and as the page they saw showed it."""

    kind: EntryKind
    key: str
    field: str
    new: Json
    seen: Json
    reason: str = ""


@dataclass(frozen=True)
class Refused:
    """An edit that was not saved, because somebody else had changed the field meanwhile."""

    edit: Edit
    now: Json


@transaction.atomic
def open_set(*, title: str, by: User, reason: str = "") -> ChangeSet:
    """An empty change set of this person's."""
    if not title.strip():
        raise Invalid(gettext_noop("Give the change set a title."))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_NUMBER_LOCK])
    last = ChangeSet.objects.aggregate(last=Max("number"))["last"] or 0
    made = ChangeSet.objects.create(
        number=last + 1, title=title.strip(), reason=reason.strip(), opened_by=by
    )
    _contributed(made, by)
    audit.record(EventType.CHANGE_SET_OPENED, thing=made, by=by)
    return made


@transaction.atomic
def rename(*, change_set: ChangeSet, title: str, reason: str, version: int, by: User) -> ChangeSet:
    """Another title, and why the changes are made."""
    standing = held(change_set)
    policies.check_can_edit(standing.state)
    policies.check_version(latest=standing.version, seen=version)
    if not title.strip():
        raise Invalid(gettext_noop("Give the change set a title."))
    standing.title, standing.reason = title.strip(), reason.strip()
    touch(standing)
    _contributed(standing, by)
    audit.record(EventType.CHANGE_SET_EDITED, thing=standing, by=by, detail={"part": "title"})
    return standing


@transaction.atomic
def save_edits(*, change_set: ChangeSet, edits: Sequence[Edit], by: User) -> tuple[Refused, ...]:
    """Save fields of any number of entries; each stands or is refused by itself.

    What comes back is what was not saved, with the value that stands: somebody else changed
    that very field after the page was made. A field that is again as the current release has it
    is no change any more.
    """
    for edit in edits:
        policies.check_can_be_kept(edit.key, edit.field, edit.new)
    standing = held(change_set)
    policies.check_can_edit(standing.state)
    known = _known(standing, edits)
    heads = _heads(edits)
    refused, saved = [], []
    for edit in edits:
        place = (edit.kind, edit.key, edit.field)
        before = heads[edit.kind, edit.key].get(edit.field)
        row = known.get(place)
        stands = row.new if row and row.superseded_by_id is None else before
        if _same(edit.new, stands):
            continue
        if not _same(edit.seen, stands):
            refused.append(Refused(edit, stands))
            continue
        known[place] = row or Revision(
            change_set=standing, entry_kind=edit.kind, entry_key=edit.key, field=edit.field
        )
        _set(known[place], before, edit, by)
        saved.append(known[place])
    _write(saved)
    if saved:
        _contributed(standing, by)
        touch(standing, by)
        audit.record(
            EventType.CHANGE_SET_EDITED,
            thing=standing,
            by=by,
            counts={"fields": len(saved)},
            detail=_entry_of(saved),
        )
    return tuple(refused)


def save_field(
    *,
    change_set: ChangeSet,
    kind: EntryKind,
    key: str,
    field: str,
    new: Json,
    seen: Json,
    by: User,
    reason: str = "",
) -> None:
    """Save one field. ``StaleField`` carries what stands where somebody else changed it."""
    edit = Edit(kind=kind, key=key, field=field, new=new, seen=seen, reason=reason)
    refused = save_edits(change_set=change_set, edits=[edit], by=by)
    if refused:
        raise StaleField(
            gettext_noop("Somebody changed this field after your page was made."),
            now=refused[0].now,
            sent=new,
        )


def add_entry(*, change_set: ChangeSet, entry: Contract, by: User) -> None:
    """A new entry of the graph, every field of it a revision. A key that is taken is refused."""
    kind, key = kind_of(entry), key_of(entry)
    if queries.working_fields(change_set, kind, key).get(EXISTS):
        raise Invalid(gettext_noop("The graph has an entry with this key. Open that one."))
    edits = [
        Edit(kind=kind, key=key, field=change.field, new=change.new, seen=None)
        for change in entry_changes(kind, key, None, entry)
    ]
    save_edits(change_set=change_set, edits=edits, by=by)


@transaction.atomic
def remove_entry(
    *, change_set: ChangeSet, kind: EntryKind, key: str, reason: str, by: User
) -> None:
    """The entry shall be no more. One that this very change set added just goes again."""
    policies.check_reason(reason)
    undo(change_set=change_set, kind=kind, key=key, by=by)
    if queries.head_fields(kind, key):
        save_field(
            change_set=change_set,
            kind=kind,
            key=key,
            field=EXISTS,
            new=False,
            seen=True,
            by=by,
            reason=reason.strip(),
        )


@transaction.atomic
def undo(
    *, change_set: ChangeSet, kind: EntryKind, key: str, by: User, field: str | None = None
) -> None:
    """Drop the revisions of an entry, or of one field of it."""
    standing = held(change_set)
    policies.check_can_edit(standing.state)
    rows = standing.revisions.filter(entry_kind=kind, entry_key=key)
    if field is not None:
        rows = rows.filter(field=field)
    dropped, _ = rows.delete()
    if dropped:
        _contributed(standing, by)
        touch(standing, by)
        audit.record(
            EventType.CHANGE_SET_EDITED,
            thing=standing,
            by=by,
            counts={"undone": dropped},
            detail={"entry": f"{kind}/{key}"[:120]},
        )


@transaction.atomic
def submit(*, change_set: ChangeSet, version: int, by: User) -> ChangeSet:
    """Send it to a second person. ``NotReady`` while something in it can't be published."""
    standing = held(change_set)
    policies.check_version(latest=standing.version, seen=version)
    CHANGE_SET.check(standing.state, ChangeSetState.IN_REVIEW)
    if not queries.changes_of(standing):
        raise NotReady(gettext_noop("There is nothing in it to review yet."))
    blocking = [problem for problem in queries.problems_of(standing) if problem.blocks]
    if blocking:
        raise NotReady(
            gettext_noop("%(n)d problems stand in the way. Solve them first."), n=len(blocking)
        )
    standing.submitted_at = now()
    move(standing, ChangeSetState.IN_REVIEW)
    audit.record(EventType.CHANGE_SET_SUBMITTED, thing=standing, by=by)
    return standing


def take_back(*, change_set: ChangeSet, version: int, by: User) -> ChangeSet:
    """One of its authors takes it out of review, to go on with the draft."""
    return _taken(change_set, version, by, ChangeSetState.DRAFT, EventType.CHANGE_SET_TAKEN_BACK)


def withdraw(*, change_set: ChangeSet, version: int, by: User) -> ChangeSet:
    """One of its authors closes it for good; it stays readable."""
    return _taken(change_set, version, by, ChangeSetState.WITHDRAWN, EventType.CHANGE_SET_WITHDRAWN)


@transaction.atomic
def _taken(
    change_set: ChangeSet, version: int, by: User, state: ChangeSetState, event: EventType
) -> ChangeSet:
    """Only its authors do so, with the change set as they saw it."""
    standing = held(change_set)
    _check_author(standing, by)
    policies.check_version(latest=standing.version, seen=version)
    move(standing, state)
    audit.record(event, thing=standing, by=by)
    return standing


def _check_author(change_set: ChangeSet, by: User) -> None:
    policies.check_own(by=by.pk, contributors=queries.contributors(change_set))


def _contributed(change_set: ChangeSet, by: User) -> None:
    Contribution.objects.bulk_create(
        [Contribution(id=new_id(Contribution.id_prefix), change_set=change_set, by=by)],
        ignore_conflicts=True,
    )


def _known(
    change_set: ChangeSet, edits: Iterable[Edit]
) -> dict[tuple[EntryKind, str, str], Revision]:
    rows = change_set.revisions.filter(entry_key__in={edit.key for edit in edits})
    return {(EntryKind(row.entry_kind), row.entry_key, row.field): row for row in rows}


def _heads(edits: Iterable[Edit]) -> dict[tuple[EntryKind, str], Fields]:
    content = head()
    entries = {kind: entries_of(content, kind) for kind in {edit.kind for edit in edits}}
    return {
        (kind, key): flatten(entries[kind][key]) if key in entries[kind] else {}
        for kind, key in {(edit.kind, edit.key) for edit in edits}
    }


def _set(row: Revision, before: Json, edit: Edit, by: User) -> None:
    row.old = before
    row.new = None if empty(edit.new) else edit.new
    row.reason = edit.reason or row.reason
    row.author, row.saved_at = by, now()
    row.superseded_by = None
    row.version = row.version + 1 if row.pk else 1


def _write(rows: Sequence[Revision]) -> None:
    """Write what differs from the release; a field that is as it was needs no revision."""
    unneeded = [row.pk for row in rows if row.pk and _same(row.new, row.old)]
    Revision.objects.filter(pk__in=unneeded).delete()
    wanted = [row for row in rows if not _same(row.new, row.old)]
    changed = [row for row in wanted if row.pk]
    for row in (fresh := [row for row in wanted if not row.pk]):
        row.pk = new_id(Revision.id_prefix)
    Revision.objects.bulk_create(fresh, batch_size=1000)
    columns = ["old", "new", "reason", "author", "saved_at", "superseded_by", "version"]
    if changed:
        Revision.objects.bulk_update(changed, columns, batch_size=1000)


def _entry_of(rows: Sequence[Revision]) -> dict[str, str]:
    """The entry an edit was of, where it was of one; the field without its texts."""
    entries = {(row.entry_kind, row.entry_key) for row in rows}
    if len(entries) != 1:
        return {}
    kind, key = entries.pop()
    heads = sorted({row.field.partition("/")[0] for row in rows})
    return {"entry": f"{kind}/{key}"[:120], "fields": "+".join(heads)[:120]}


def _same(one: Json, other: Json) -> bool:
    return one == other or (empty(one) and empty(other))


def changes_as_edits(
    changes: Iterable[Change], reasons: Mapping[tuple[EntryKind, str], str] | None = None
) -> list[Edit]:
    """Changes against the current release as edits of somebody who saw that release.

    ``reasons`` says why, for each entry where somebody said so.
    """
    why = reasons or {}
    return [
        Edit(
            kind=change.kind,
            key=change.key,
            field=change.field,
            new=change.new,
            seen=change.old,
            reason=why.get((change.kind, change.key), ""),
        )
        for change in changes
    ]
