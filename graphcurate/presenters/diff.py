"""The changes of a set as a reviewer reads them: a sentence for each entry, a row for each field.

The page, the CSV and the JSON are made of the same rows, so they can't say different things.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from graphcurate.applying import Change, content_hash_of
from graphcurate.contracts import RelationEntry
from graphcurate.entry_fields import EXISTS, EntryKind, empty, flatten
from graphcurate.exchange.cells import csv_line
from graphcurate.library.queries import QuoteKey
from graphcurate.presenters.entry_names import Names, Place, editor_of, owner_of
from graphcurate.presenters.field_words import label_of, value_words
from graphcurate.queries.quote_context import QuoteContext
from medreview.common.cells import BYTE_ORDER_MARK
from medreview.common.hashing import sha256_of
from medreview.common.letters import drawn
from medreview.common.word_diff import WordDiff, word_diff

Json = Any
ALIKE = frozenset({"synonyms", "names"})
"""Lists of texts: one that goes and one that looks the same and comes are one row."""
SHORT = 60
"""Values up to this length are said in the sentence itself."""
NAMED = 3
"""How many fields a sentence names before it counts them."""


class Turn(StrEnum):
    """What becomes of an entry."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True)
class FieldRow:
    """One field, old beside new."""

    field: str
    label: str
    old: str
    new: str
    raw_old: Json
    raw_new: Json
    context: QuoteContext | None = None
    """The quote it brings, where it stands in its document."""

    @property
    def diff(self) -> WordDiff | None:
        """Word by word, where there is something on both sides."""
        return word_diff(self.old, self.new) if self.old and self.new else None

    @property
    def quote(self) -> QuoteKey | None:
        """The passage of a stored document that it brings, if it does."""
        said = self.raw_new if isinstance(self.raw_new, Mapping) else {}
        words, document = said.get("quote"), said.get("document")
        return (document, said.get("offset"), words) if words and document else None


@dataclass(frozen=True)
class EntryDiff:
    """Everything a set changes about one entry."""

    kind: str
    key: str
    turn: Turn
    sentence: str
    rows: tuple[FieldRow, ...]
    content_hash: str
    """Of the changes themselves: a viewed mark is bound to it."""
    owner: Place
    url: str

    @property
    def edit_url(self) -> str:
        """Where it is edited further."""
        return editor_of(self.owner)

    @property
    def id(self) -> str:
        """A short name for its place on the page, the same at every visit."""
        return f"c-{sha256_of([self.kind, self.key])[:12]}"


@dataclass(frozen=True)
class Section:
    """The changes that stand under one biomarker, domain or other entry."""

    title: str
    url: str
    entries: tuple[EntryDiff, ...]


def entry_diffs(changes: Iterable[Change], names: Names) -> list[EntryDiff]:
    """The changes entry by entry: under their owner by name, removals first among them."""
    grouped: dict[Place, list[Change]] = {}
    for change in changes:
        grouped.setdefault((change.kind.value, change.key), []).append(change)
    found = [_entry_diff(place, listed, names) for place, listed in grouped.items()]
    order = [Turn.REMOVED, Turn.ADDED, Turn.CHANGED]
    return sorted(
        found,
        key=lambda one: (
            _rank(one.owner[0]),
            names.of(*one.owner).casefold(),
            (one.kind, one.key) != one.owner,
            order.index(one.turn),
            one.sentence.casefold(),
            one.key,
        ),
    )


def sections(entries: Sequence[EntryDiff], names: Names) -> list[Section]:
    """Entries in their order, under a heading for each owner."""
    grouped: dict[Place, list[EntryDiff]] = {}
    for one in entries:
        grouped.setdefault(one.owner, []).append(one)
    return [
        Section(names.of(*owner), names.address(*owner), tuple(listed))
        for owner, listed in grouped.items()
    ]


def quotes_in(entries: Iterable[EntryDiff]) -> set[QuoteKey]:
    """The quotes that these changes bring."""
    return {row.quote for one in entries for row in one.rows if row.quote is not None}


def with_quotes(
    entries: Iterable[EntryDiff], found: Mapping[QuoteKey, QuoteContext]
) -> list[EntryDiff]:
    """The same changes with each quote in its document's words."""
    return [
        replace(
            one,
            rows=tuple(
                replace(row, context=found.get(row.quote)) if row.quote else row for row in one.rows
            ),
        )
        for one in entries
    ]


def as_table(entries: Iterable[EntryDiff]) -> list[list[str]]:
    """What the page shows as lines of a table, its head first."""
    head = ["kind", "key", "change", "sentence", "field", "label", "old", "new"]
    return [head] + [
        [one.kind, one.key, one.turn, one.sentence, row.field, row.label, row.old, row.new]
        for one in entries
        for row in one.rows
    ]


def as_csv(entries: Iterable[EntryDiff]) -> str:
    """The table as a file that spreadsheet programs open as it is meant."""
    return BYTE_ORDER_MARK + "".join(map(csv_line, as_table(entries)))


def as_json(entries: Iterable[EntryDiff]) -> list[dict[str, Json]]:
    """What the page shows, with the values as they are stored beside their words."""
    return [
        {
            "kind": one.kind,
            "key": one.key,
            "change": one.turn.value,
            "sentence": one.sentence,
            "content_hash": one.content_hash,
            "fields": [
                {
                    "field": row.field,
                    "label": row.label,
                    "old": row.old,
                    "new": row.new,
                    "old_value": row.raw_old,
                    "new_value": row.raw_new,
                }
                for row in one.rows
            ],
        }
        for one in entries
    ]


def _entry_diff(place: Place, changes: list[Change], names: Names) -> EntryDiff:
    kind, key = place
    entry = names.entry(kind, key)
    turn = _turn(changes)
    rows = tuple(_rows(kind, key, changes, turn, names))
    return EntryDiff(
        kind=kind,
        key=key,
        turn=turn,
        sentence=_sentence(place, turn, rows, names),
        rows=rows,
        content_hash=content_hash_of(changes),
        owner=owner_of(entry, kind, key),
        url=names.address(kind, key),
    )


def _turn(changes: list[Change]) -> Turn:
    said = next((change for change in changes if change.field == EXISTS), None)
    if said is None:
        return Turn.CHANGED
    return Turn.ADDED if said.new else Turn.REMOVED


def _rows(
    kind: str, key: str, changes: list[Change], turn: Turn, names: Names
) -> Iterable[FieldRow]:
    """The fields that change; of a removed entry everything that goes with it."""
    pairs: dict[str, tuple[Json, Json]] = {
        change.field: (change.old, change.new) for change in changes if change.field != EXISTS
    }
    if turn is Turn.REMOVED:
        entry = names.entry(kind, key)
        gone = flatten(entry) if entry else {}
        pairs = {field: (value, None) for field, value in gone.items() if field != EXISTS}
    listed = [_row(field, old, new, names) for field, (old, new) in pairs.items()]
    yield from _paired(listed)


def _row(field: str, old: Json, new: Json, names: Names) -> FieldRow:
    return FieldRow(
        field=field,
        label=label_of(field, names, old if empty(new) else new),
        old=value_words(field, old, names),
        new=value_words(field, new, names),
        raw_old=old,
        raw_new=new,
    )


def _paired(rows: list[FieldRow]) -> Iterable[FieldRow]:
    """A text that goes for one that only looks like it is one change, or nobody would see it."""
    coming = {
        (row.label, drawn(row.new)): row
        for row in rows
        if row.field.partition("/")[0] in ALIKE and row.new and not row.old
    }
    merged: dict[str, FieldRow] = {}
    for row in rows:
        other = coming.get((row.label, drawn(row.old))) if row.old and not row.new else None
        if other is not None:
            merged[row.field] = FieldRow(
                f"{row.field} → {other.field}",
                row.label,
                row.old,
                other.new,
                row.raw_old,
                other.raw_new,
            )
            merged[other.field] = merged[row.field]
    shown: set[int] = set()
    for row in rows:
        one = merged.get(row.field, row)
        if id(one) not in shown:
            shown.add(id(one))
            yield one


def _rank(kind: str) -> int:
    order = [EntryKind.BIOMARKER, EntryKind.DOMAIN, EntryKind.THING, EntryKind.SOURCE]
    return order.index(EntryKind(kind)) if kind in order else len(order)


def _sentence(place: Place, turn: Turn, rows: Sequence[FieldRow], names: Names) -> str:
    entry, name = names.entry(*place), names.of(*place)
    if turn is Turn.CHANGED:
        return _changed(name, rows)
    words: Mapping[str, str] = _added() if turn is Turn.ADDED else _removed()
    kind = "relation" if isinstance(entry, RelationEntry) else place[0]
    return words[kind] % {"name": name}


def _changed(name: str, rows: Sequence[FieldRow]) -> str:
    if len(rows) == 1:
        return _one_field(name, rows[0])
    labels = list(dict.fromkeys(row.label for row in rows))
    said = {"name": name, "what": ", ".join(labels[:NAMED]), "n": len(labels) - NAMED}
    if len(labels) <= NAMED:
        return _("Changes “%(name)s”: %(what)s.") % said
    return (
        ngettext(
            "Changes “%(name)s”: %(what)s and %(n)d field more.",
            "Changes “%(name)s”: %(what)s and %(n)d fields more.",
            len(labels) - NAMED,
        )
        % said
    )


def _one_field(name: str, row: FieldRow) -> str:
    said = {"name": name, "what": row.label, "old": row.old, "new": row.new}
    is_short = len(row.old) <= SHORT and len(row.new) <= SHORT
    if not is_short:
        return _("Changes “%(name)s”: %(what)s.") % said
    if not row.old:
        return _("“%(name)s” gets: %(what)s “%(new)s”.") % said
    if not row.new:
        return _("“%(name)s” loses: %(what)s “%(old)s”.") % said
    return _("“%(name)s”: %(what)s becomes “%(new)s”, was “%(old)s”.") % said


def _added() -> dict[str, str]:
    return {
        "relation": _("Adds the link “%(name)s”."),
        "biomarker": _("Adds the biomarker “%(name)s”."),
        "domain": _("Adds the domain “%(name)s”."),
        "thing": _("Adds “%(name)s”, which links can lead to."),
        "source": _("Adds the source “%(name)s”."),
    }


def _removed() -> dict[str, str]:
    return {
        "relation": _("Removes the link “%(name)s”."),
        "biomarker": _("Removes the biomarker “%(name)s”."),
        "domain": _("Removes the domain “%(name)s”."),
        "thing": _("Removes “%(name)s”, which links could lead to."),
        "source": _("Removes the source “%(name)s”."),
    }
