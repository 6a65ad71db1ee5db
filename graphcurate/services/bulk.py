"""Many names put into a change set at once, and taken out again at once."""

from collections.abc import Sequence

from django.db import transaction

from graphcurate.entry_fields import EntryKind
from graphcurate.models import BulkEdit, ChangeSet
from graphcurate.reviewing.bulk import TAKEN, BulkRow
from graphcurate.services import change_sets
from graphcurate.services.change_sets import Edit
from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import Invalid, WrongState, gettext_noop


@transaction.atomic
def put(*, change_set: ChangeSet, rows: Sequence[BulkRow], reason: str, by: User) -> BulkEdit:
    """Every line that is new becomes a revision; the others are left where they are."""
    check_can(by, Permission.GRAPH_CURATE)
    edits = [
        Edit(
            kind=EntryKind.BIOMARKER,
            key=row.biomarker,
            field=row.field,
            new=True,
            seen=None,
            reason=reason.strip(),
        )
        for row in rows
        if row.fate in TAKEN
    ]
    if not edits:
        raise Invalid(gettext_noop("None of these lines is new, so there is nothing to add."))
    refused = change_sets.save_edits(change_set=change_set, edits=edits, by=by)
    lost = {(one.edit.key, one.edit.field) for one in refused}
    kept = [edit for edit in edits if (edit.key, edit.field) not in lost]
    made = BulkEdit.objects.create(
        change_set=change_set,
        lines=[[edit.kind.value, edit.key, edit.field] for edit in kept],
        by=by,
    )
    audit.record(
        EventType.BULK_EDITED,
        thing=made,
        by=by,
        counts={"lines": len(kept)},
        detail={"set": change_set.pk},
    )
    return made


@transaction.atomic
def take_out(*, edit: BulkEdit, by: User) -> int:
    """Take all lines of one bulk edit out of its change set again."""
    check_can(by, Permission.GRAPH_CURATE)
    held = BulkEdit.objects.select_for_update(of=("self",)).get(pk=edit.pk)
    if held.undone_at is not None:
        raise WrongState(gettext_noop("This bulk edit was taken back already."))
    for kind, key, field in held.lines:
        change_sets.undo(
            change_set=edit.change_set, kind=EntryKind(kind), key=key, field=field, by=by
        )
    held.undone_at = now()
    held.save(update_fields=["undone_at"])
    audit.record(
        EventType.BULK_UNDONE,
        thing=held,
        by=by,
        counts={"lines": len(held.lines)},
        detail={"set": held.change_set_id},
    )
    return len(held.lines)
