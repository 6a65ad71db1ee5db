"""What the editor asks: in which change set a person works, and who else is at an entry."""

import datetime as dt

from graphcurate.entry_fields import EntryKind
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet, EditorPresence
from graphcurate.queries.change_sets import open_sets
from medreview.accounts.models import User
from medreview.common.clock import now

PRESENT_FOR = dt.timedelta(seconds=60)
DRAFTED = (ChangeSetState.DRAFT, ChangeSetState.CHANGES_REQUESTED)


def set_in_work(chosen: str, by: User) -> ChangeSet | None:
    """The open change set that was chosen, else the person's newest draft, else none."""
    picked = open_sets().filter(pk=chosen).first() if chosen else None
    return picked or open_sets().filter(opened_by=by, state__in=DRAFTED).first()


def author_of(change_set: ChangeSet, kind: EntryKind, key: str, field: str) -> str:
    """Who wrote the value that stands in a field; empty where no curator of this set did."""
    row = (
        change_set.revisions.filter(entry_kind=kind, entry_key=key, field=field)
        .select_related("author")
        .first()
    )
    return row.author.full_name if row else ""


def others_at(kind: EntryKind, key: str, by: User) -> list[str]:
    """Names of the others who have the entry open in the editor just now."""
    rows = EditorPresence.objects.filter(
        entry_kind=kind, entry_key=key, seen_at__gte=now() - PRESENT_FOR
    )
    names = rows.exclude(by=by).values_list("by__full_name", flat=True)
    return sorted(names)
