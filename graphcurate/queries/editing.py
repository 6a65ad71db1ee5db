"""What the editor asks: in which change set a person works, and who else is at an entry."""

import datetime as dt
import json
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext

from graphcurate import browsing
from graphcurate.applying import apply
from graphcurate.browsing import EntryType
from graphcurate.editing.desk import Desk
from graphcurate.entry_fields import EntryKind, Json
from graphcurate.library import queries as library
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import Biomarker, ChangeSet, Domain, EditorPresence, NamedThing
from graphcurate.queries import browser
from graphcurate.queries.change_sets import change_sets, changes_of, open_sets, problems_of
from graphcurate.queries.releases import current_release, head
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.text import normalise_name

PRESENT_FOR = dt.timedelta(seconds=60)
_VERSIONED: dict[EntryKind, Any] = {
    EntryKind.BIOMARKER: Biomarker,
    EntryKind.DOMAIN: Domain,
}
DRAFTED = (ChangeSetState.DRAFT, ChangeSetState.CHANGES_REQUESTED)


def set_in_work(chosen: str, state: str, by: User) -> ChangeSet | None:
    """The open change set that was chosen, else the person's newest draft, else none.

    One that was chosen in a ``state`` and has left it, as by being sent, is chosen no more.
    """
    picked = open_sets().filter(pk=chosen).first() if chosen else None
    if picked is not None and (picked.state in DRAFTED or state in {"", picked.state}):
        return picked
    return open_sets().filter(opened_by=by, state__in=DRAFTED).first()


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


def desk_of(change_set: ChangeSet | None) -> Desk:
    """The graph without and with a change set, and what stands in its way."""
    if change_set is None:
        return Desk(before=head(), after=head())
    changes = changes_of(change_set)
    return Desk(
        before=head(),
        after=apply(head(), changes).content,
        changes=changes,
        problems=problems_of(change_set),
    )


def rail(
    entry_type: EntryType, words: str
) -> tuple[browsing.Index, list[browsing.Item], browsing.Standing, list[browser.NewEntry]]:
    """The published entries of a type that go by the words, what is in hands, what is new."""
    index = browser.index()
    standing = browser.standing(browser.releases_in_order())
    wanted = browsing.Filter(words=words, type=entry_type)
    found = browsing.matching(index.by_type[entry_type], wanted, standing)
    return index, found, standing, browser.new_entries(index)


def published_in() -> str:
    """The name of the current release."""
    return current_release().name


def published_version(kind: EntryKind, key: str) -> int | None:
    """How often releases have changed an entry, its first one counted; None where none has it."""
    if kind is EntryKind.THING:
        of, _colon, own = key.partition(":")
        rows = NamedThing.objects.filter(kind=of, key=own)
    elif kind in _VERSIONED:
        rows = _VERSIONED[kind].objects.filter(key=key)
    else:
        return None
    return rows.values_list("version", flat=True).first()


def first_key() -> str:
    """The biomarker that the editor begins at: the first by name."""
    return min(head().biomarkers, key=lambda one: one.name.casefold()).key


def fresh(change_set: ChangeSet | None) -> ChangeSet | None:
    """The change set as it stands after somebody wrote in it."""
    return change_sets().filter(pk=change_set.pk).first() if change_set else None


def as_text(value: Json) -> str:
    """A value as a form carries it back."""
    return json.dumps(value, ensure_ascii=False)


def document_choices() -> tuple[tuple[str, str], ...]:
    """The documents that can be quoted from, by title; the first choice is none."""
    current = library.current_documents()
    named = [(one.sha256, " ".join(filter(None, (one.title, one.edition)))) for one in current]
    return (("", gettext("No stored document")), *named)


def found_in(sha256: str, quote: str) -> int | None:
    """At which character of a document a passage stands word for word; None where it doesn't."""
    document = library.document_with_hash(sha256)
    found = library.check_quote(document, quote).found if document else None
    return found.start if found else None


def suggested(types: Iterable[EntryType], words: str, language: str) -> list[browsing.Item]:
    """What goes by these words: what begins with them first, then by length of the name."""
    wanted = normalise_name(words)
    index = browser.index()
    found = [one for each in types for one in index.by_type[each] if wanted in one.spoken]
    return sorted(found, key=lambda one: _nearness(one, wanted, language))


def _nearness(item: browsing.Item, wanted: str, language: str) -> tuple[bool, bool, int, str]:
    spoken = item.spoken.split("\n")
    name = item.name(language)
    return (
        wanted not in spoken,
        not any(one.startswith(wanted) for one in spoken),
        len(name),
        name.casefold(),
    )
