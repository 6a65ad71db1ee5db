"""What one content of the graph has that another has not, entry by entry, field by field. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from graphcurate.applying import entries_of as entries_of_kind
from graphcurate.contracts import Biomarker, Domain, GraphContent, NamedThing, RelationEntry, Source
from graphcurate.entry_fields import EntryKind, Json, flatten, kind_of
from medreview.common.contract import Contract

EntryId = tuple[EntryKind, str]
"""Kind and key of an entry, the key as changes name it."""


class Turn(StrEnum):
    """What became of an entry."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


class FieldChange(Contract):
    """One addressed field of an entry, before and after; None where it is not."""

    field: str
    old: Json = None
    new: Json = None


class EntryChange(Contract):
    """One entry that differs, with every field that does."""

    kind: str
    key: str
    turn: Turn
    name: str
    """What it is called, without asking either content again."""
    fields: tuple[FieldChange, ...]


class Tally(Contract):
    """How many entries of one type there are, and how many came, changed and went."""

    type: str
    """``biomarker``, ``domain``, ``source``, a kind of thing, or ``relation.`` and its kind."""
    before: int
    after: int
    added: int = 0
    changed: int = 0
    removed: int = 0


class ReleaseDiff(Contract):
    """The whole difference between two contents."""

    tallies: tuple[Tally, ...]
    changes: tuple[EntryChange, ...]

    @property
    def is_empty(self) -> bool:
        """Whether both hold the same."""
        return not self.changes


TYPES = (
    "biomarker",
    "relation.parameter",
    "relation.condition",
    "relation.medication",
    "relation.preanalytical",
    "domain",
    "condition",
    "medication",
    "preanalytical",
    "source",
)
"""Every type of entry, in the order it is listed."""


ORDER = {
    kind: place
    for place, kind in enumerate(
        (
            EntryKind.BIOMARKER,
            EntryKind.RELATION,
            EntryKind.DOMAIN,
            EntryKind.THING,
            EntryKind.SOURCE,
        )
    )
}


def difference(before: GraphContent, after: GraphContent) -> ReleaseDiff:
    """What became of the entries of ``before`` on the way to ``after``, by type and by name."""
    old, new = entries_of(before), entries_of(after)
    touched = [one for one in {**old, **new} if old.get(one) != new.get(one)]
    names = _names(before) | _names(after)
    changes = sorted(
        (_change(one, old.get(one), new.get(one), names) for one in touched),
        key=lambda change: (ORDER[EntryKind(change.kind)], change.name.casefold(), change.key),
    )
    return ReleaseDiff(tallies=tuple(_tallies(old, new, touched)), changes=tuple(changes))


def tallies_of(content: GraphContent) -> tuple[Tally, ...]:
    """How many entries of each type one content holds."""
    entries = entries_of(content)
    return tuple(_tallies(entries, entries, ()))


def entries_of(content: GraphContent) -> dict[EntryId, Contract]:
    """Every entry by its kind and key."""
    return {
        (kind, key): entry
        for kind in EntryKind
        for key, entry in entries_of_kind(content, kind).items()
    }


def _change(
    one: EntryId, old: Contract | None, new: Contract | None, names: Mapping[EntryId, str]
) -> EntryChange:
    turn = Turn.ADDED if old is None else Turn.REMOVED if new is None else Turn.CHANGED
    return EntryChange(
        kind=one[0].value,
        key=one[1],
        turn=turn,
        name=_name(new or old, names),
        fields=tuple(_fields(flatten(old) if old else {}, flatten(new) if new else {})),
    )


def _fields(old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[FieldChange]:
    for field in sorted({**old, **new}):
        if old.get(field) != new.get(field):
            yield FieldChange(field=field, old=old.get(field), new=new.get(field))


def _names(content: GraphContent) -> dict[EntryId, str]:
    return {
        one: _name(entry, {})
        for one, entry in entries_of(content).items()
        if not isinstance(entry, RelationEntry)
    }


def _name(entry: Contract | None, names: Mapping[EntryId, str]) -> str:
    if isinstance(entry, RelationEntry):
        subject, target = ends_of(entry)
        return f"{names.get(subject, subject[1])} → {names.get(target, target[1])}"
    if isinstance(entry, Source):
        return entry.title
    if isinstance(entry, Domain):
        return entry.names.get("en", entry.key)
    if isinstance(entry, Biomarker | NamedThing):
        return entry.name
    return ""


def ends_of(relation: RelationEntry) -> tuple[EntryId, EntryId]:
    """The entries a relation leads from and to."""
    subject: EntryId = (
        (EntryKind.BIOMARKER, relation.biomarker)
        if relation.biomarker
        else (EntryKind.DOMAIN, relation.domain or "")
    )
    if relation.kind == "parameter":
        return subject, (EntryKind.BIOMARKER, relation.target)
    return subject, (EntryKind.THING, f"{relation.kind}:{relation.target}")


def _tallies(
    old: Mapping[EntryId, Contract], new: Mapping[EntryId, Contract], touched: Iterable[EntryId]
) -> Iterator[Tally]:
    before, after = (Counter(map(_type, side.values())) for side in (old, new))
    added, changed, removed = Counter[str](), Counter[str](), Counter[str]()
    for one in touched:
        was, is_now = old.get(one), new.get(one)
        if was is None and is_now is not None:
            added[_type(is_now)] += 1
        elif is_now is None and was is not None:
            removed[_type(was)] += 1
        elif is_now is not None:
            changed[_type(is_now)] += 1
    for name in TYPES:
        yield Tally(
            type=name,
            before=before[name],
            after=after[name],
            added=added[name],
            changed=changed[name],
            removed=removed[name],
        )


def _type(entry: Contract) -> str:
    if isinstance(entry, RelationEntry):
        return f"relation.{entry.kind}"
    return str(entry.kind) if isinstance(entry, NamedThing) else str(kind_of(entry))
