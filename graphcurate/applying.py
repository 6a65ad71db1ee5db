"""Changes applied to the content of the graph. Pure: the same changes give the same content."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphcurate.contracts import Biomarker, GraphContent, Source
from graphcurate.entry_fields import (
    EXISTS,
    EntryInvalid,
    EntryKind,
    FieldProblem,
    Fields,
    Json,
    assemble,
    empty,
    flatten,
    key_of,
)
from medreview.common.contract import Contract
from medreview.common.hashing import sha256_of

Entries = dict[EntryKind, dict[str, Contract]]


class Change(Contract):
    """One field of one entry: what it was, and what it shall be. None is *not there*."""

    kind: EntryKind
    key: str
    field: str
    old: Json = None
    new: Json = None


@dataclass(frozen=True)
class Conflict:
    """A change that was made from another value than the one that stands."""

    change: Change
    now: Json


@dataclass(frozen=True)
class Applied:
    """The content after the changes, and the entries that the changes left unfit.

    An unfit entry stands in ``content`` as it was before, or not at all if it is new.
    """

    content: GraphContent
    unfit: Mapping[tuple[EntryKind, str], tuple[FieldProblem, ...]]


def entries_of(content: GraphContent, kind: EntryKind) -> dict[str, Contract]:
    """The entries of one kind by their keys."""
    return {key_of(entry): entry for entry in getattr(content, kind.part)}


def content_of(entries: Mapping[EntryKind, Mapping[str, Contract]]) -> GraphContent:
    """Entries as content, sorted by key, so that equal content has equal text."""
    return GraphContent.model_validate(
        {
            kind.part: tuple(entry for _, entry in sorted(entries.get(kind, {}).items()))
            for kind in EntryKind
        }
    )


def apply(content: GraphContent, changes: Iterable[Change]) -> Applied:
    """The content with these changes made, the later of two to one field last."""
    entries: Entries = {kind: entries_of(content, kind) for kind in EntryKind}
    grouped: dict[tuple[EntryKind, str], list[Change]] = defaultdict(list)
    for change in changes:
        grouped[change.kind, change.key].append(change)
    unfit: dict[tuple[EntryKind, str], tuple[FieldProblem, ...]] = {}
    # Sources first: a critical limit may cite one that the same changes bring.
    for kind, key in sorted(grouped, key=lambda pair: pair[0] is not EntryKind.SOURCE):
        fields = with_changes(fields_of(entries, kind, key), grouped[kind, key])
        if not fields.get(EXISTS):
            entries[kind].pop(key, None)
            continue
        try:
            entries[kind][key] = assemble(kind, key, fields, _sources(entries))
        except EntryInvalid as wrong:
            unfit[kind, key] = wrong.problems
    _recite(entries, {key for kind, key in grouped if kind is EntryKind.SOURCE})
    return Applied(content_of(entries), unfit)


def fields_of(
    entries: Mapping[EntryKind, Mapping[str, Contract]], kind: EntryKind, key: str
) -> Fields:
    """The fields of an entry; none where there is no such entry."""
    entry = entries[kind].get(key)
    return flatten(entry) if entry else {}


def with_changes(fields: Fields, changes: Iterable[Change]) -> Fields:
    """The fields with the changes made."""
    after = dict(fields)
    for change in changes:
        if empty(change.new):
            after.pop(change.field, None)
        else:
            after[change.field] = change.new
    return after


def changes_between(before: GraphContent, after: GraphContent) -> tuple[Change, ...]:
    """Every field that differs, entry by entry: applied to ``before`` they give ``after``."""
    changes: list[Change] = []
    for kind in EntryKind:
        old, new = entries_of(before, kind), entries_of(after, kind)
        for key in sorted({*old, *new}):
            if old.get(key) != new.get(key):
                changes += entry_changes(kind, key, old.get(key), new.get(key))
    return tuple(changes)


def entry_changes(
    kind: EntryKind, key: str, before: Contract | None, after: Contract | None
) -> list[Change]:
    """The fields in which two states of one entry differ. A removal is one change."""
    if after is None:
        return [Change(kind=kind, key=key, field=EXISTS, old=True, new=False)] if before else []
    old = flatten(before) if before else {}
    new = flatten(after)
    return [
        Change(kind=kind, key=key, field=field, old=old.get(field), new=new.get(field))
        for field in dict.fromkeys((*old, *new))
        if old.get(field) != new.get(field)
    ]


def conflicts(content: GraphContent, changes: Iterable[Change]) -> tuple[Conflict, ...]:
    """The changes whose field is neither what they were made from nor what they make it."""
    entries: Entries = {kind: entries_of(content, kind) for kind in EntryKind}
    known: dict[tuple[EntryKind, str], Fields] = {}
    found = []
    for change in changes:
        place = (change.kind, change.key)
        if place not in known:
            known[place] = fields_of(entries, *place)
        now = known[place].get(change.field)
        removal = change.field == EXISTS and change.new is False
        gone = not known[place] and not empty(change.old) and not removal
        if gone or (now not in (change.old, change.new) and not (removal and not now)):
            found.append(Conflict(change, now))
    return tuple(found)


def content_hash_of(changes: Iterable[Change]) -> str:
    """What an approval is given to: equal for equal changes, whatever their order."""
    lines = sorted((change.as_json() for change in changes), key=lambda line: tuple(_place(line)))
    return sha256_of(lines)


def _place(line: dict[str, Json]) -> tuple[str, str, str]:
    return line["kind"], line["key"], line["field"]


def _sources(entries: Entries) -> dict[str, Source]:
    return {
        key: entry for key, entry in entries[EntryKind.SOURCE].items() if isinstance(entry, Source)
    }


def _recite(entries: Entries, changed: set[str]) -> None:
    """Critical limits hold their source whole: give them the changed one."""
    if not changed:
        return
    sources = _sources(entries)
    for key, entry in entries[EntryKind.BIOMARKER].items():
        if not isinstance(entry, Biomarker):
            continue
        limits = tuple(
            limit.model_copy(update={"source": sources.get(limit.source.key)})
            if limit.source and limit.source.key in changed
            else limit
            for limit in entry.criticals
        )
        if limits != entry.criticals:
            entries[EntryKind.BIOMARKER][key] = entry.model_copy(update={"criticals": limits})
