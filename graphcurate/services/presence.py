"""A curator has an entry open in the editor."""

from graphcurate.entry_fields import EntryKind
from graphcurate.models import EditorPresence
from graphcurate.queries.editing import PRESENT_FOR
from medreview.accounts.models import User
from medreview.common.clock import now


def note_presence(*, kind: EntryKind, key: str, by: User) -> None:
    """This person is here just now; leases that ran out long ago are cleared on the way."""
    EditorPresence.objects.filter(seen_at__lt=now() - 10 * PRESENT_FOR).delete()
    EditorPresence.objects.update_or_create(
        entry_kind=kind, entry_key=key, by=by, defaults={"seen_at": now()}
    )
