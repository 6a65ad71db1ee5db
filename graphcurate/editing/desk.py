"""A curator's desk: the change set in work, and the graph without and with it. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from graphcurate.applying import Change, entries_of, with_changes
from graphcurate.checks.problem import Problem
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EXISTS, EntryKind, Fields, flatten
from medreview.common.contract import Contract


@dataclass(frozen=True)
class Desk:
    """The published content, the content as the change set would have it, and what is wrong."""

    before: GraphContent
    after: GraphContent
    changes: tuple[Change, ...] = ()
    problems: tuple[Problem, ...] = ()

    @cached_property
    def blocking(self) -> list[Problem]:
        """The problems that keep the change set from being sent."""
        return [problem for problem in self.problems if problem.blocks]

    def entry(self, kind: EntryKind, key: str) -> Contract | None:
        """The entry as it would stand, else as it was published."""
        return entries_of(self.after, kind).get(key) or entries_of(self.before, kind).get(key)

    def published(self, kind: EntryKind, key: str) -> Fields:
        """The fields of the current release; none where it has no such entry."""
        entry = entries_of(self.before, kind).get(key)
        return flatten(entry) if entry else {}

    def fields(self, kind: EntryKind, key: str) -> Fields:
        """The fields with the change set's revisions, complete or not."""
        own = [one for one in self.changes if (one.kind, one.key) == (kind, key)]
        return with_changes(self.published(kind, key), own)

    def knows(self, kind: EntryKind, key: str) -> bool:
        """Whether there is such an entry, or was one in the release."""
        return bool(self.fields(kind, key).get(EXISTS) or self.published(kind, key))

    def is_removed(self, kind: EntryKind, key: str) -> bool:
        """Whether the change set takes the entry out of the graph."""
        return any(
            (one.kind, one.key, one.field) == (kind, key, EXISTS) and not one.new
            for one in self.changes
        )

    def change_counts(self) -> dict[tuple[str, str], int]:
        """How many fields of each entry the change set changes."""
        counts: dict[tuple[str, str], int] = {}
        for one in self.changes:
            counts[one.kind.value, one.key] = counts.get((one.kind.value, one.key), 0) + 1
        return counts

    def keys(self, kind: EntryKind) -> set[str]:
        """The keys of every entry of a kind, those among them that the change set brings."""
        return {*entries_of(self.after, kind), *self.new_keys(kind)}

    def new_keys(self, kind: EntryKind) -> Iterable[str]:
        """Entries of a kind that the change set brings, complete or not."""
        return sorted(
            {c.key for c in self.changes if c.kind is kind and c.field == EXISTS and c.new}
        )
