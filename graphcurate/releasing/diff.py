"""How many entries of each type came, changed and went between two contents. Pure.

Which ones, field by field, is said by ``applying.changes_between``.
"""

from collections import Counter
from collections.abc import Mapping

from graphcurate.applying import entries_of
from graphcurate.contracts import GraphContent, NamedThing, RelationEntry
from graphcurate.entry_fields import EntryKind, kind_of
from medreview.common.contract import Contract

Entries = Mapping[tuple[EntryKind, str], Contract]

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


class Tally(Contract):
    """How many entries of one type there are, and how many came, changed and went."""

    type: str
    """``biomarker``, ``domain``, ``source``, a kind of thing, or ``relation.`` and its kind."""
    before: int
    after: int
    added: int
    changed: int
    removed: int


def tallies(before: GraphContent, after: GraphContent) -> tuple[Tally, ...]:
    """Totals and deltas by type on the way from ``before`` to ``after``."""
    old, new = _entries(before), _entries(after)
    had, has = _count(old), _count(new)
    added = _count({one: entry for one, entry in new.items() if one not in old})
    removed = _count({one: entry for one, entry in old.items() if one not in new})
    changed = _count(
        {one: entry for one, entry in new.items() if one in old and _differ(old[one], entry)}
    )
    return tuple(
        Tally(
            type=name,
            before=had[name],
            after=has[name],
            added=added[name],
            changed=changed[name],
            removed=removed[name],
        )
        for name in TYPES
    )


def _differ(old: Contract, new: Contract) -> bool:
    # Untouched entries of two releases are often one object, and there are twenty thousand.
    return old is not new and old != new


def _entries(content: GraphContent) -> dict[tuple[EntryKind, str], Contract]:
    return {
        (kind, key): entry for kind in EntryKind for key, entry in entries_of(content, kind).items()
    }


def _count(entries: Entries) -> Counter[str]:
    return Counter(map(_type, entries.values()))


def _type(entry: Contract) -> str:
    if isinstance(entry, RelationEntry):
        return f"relation.{entry.kind.value}"
    return entry.kind.value if isinstance(entry, NamedThing) else kind_of(entry).value
