"""Everything one page of a change set shows, put together once for all its answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphcurate.models import ChangeSet
from graphcurate.presenters.change_set import MANY, PER_PAGE
from graphcurate.presenters.diff import EntryDiff


@dataclass(frozen=True)
class Part:
    """The entries of one page of a large set."""

    entries: Sequence[EntryDiff]
    number: int
    pages: int

    @property
    def before(self) -> int | None:
        """The page before this one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        """The page behind this one."""
        return self.number + 1 if self.number < self.pages else None


def part_of(entries: Sequence[EntryDiff], wanted: int | None) -> Part:
    """All of a set, or fifty entries of one with more than a hundred."""
    if len(entries) <= MANY:
        return Part(entries, 1, 1)
    pages = -(-len(entries) // PER_PAGE)
    number = min(max(wanted or 1, 1), pages)
    return Part(entries[(number - 1) * PER_PAGE : number * PER_PAGE], number, pages)


def file_name(change_set: ChangeSet, form: str) -> str:
    """What a diff is called as a file."""
    return f"{change_set.label}-diff.{form}"


def head_facts(change_set: ChangeSet, content_hash: str) -> Mapping[str, Any]:
    """What the JSON says of the set itself."""
    return {
        "change_set": change_set.label,
        "title": change_set.title,
        "reason": change_set.reason,
        "state": change_set.state,
        "release": change_set.release.name if change_set.release else None,
        "content_hash": content_hash,
    }
