"""The entries of an exchange file as rows of an import, each with where it stands. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from graphcurate.contracts import RelationKind, Source
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.document import FORMAT, FORMAT_VERSION, PARTS, Removal, hash_of
from graphcurate.exchange.planning import BrokenRow, FileRow, Given
from graphcurate.exchange.refusing import FileRefused, RowRefused
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop

KIND_OF_PART = {kind.part: kind for kind in EntryKind}
HEADER = frozenset(
    {
        "format",
        "format_version",
        "release",
        "release_sha256",
        "origin",
        "notes",
        "code_systems",
        "sha256",
        "remove",
    }
)
ELSEWHERE = frozenset({"relations"})
"""What a whole entry of a snapshot has, and the exchange format has in a list of its own."""


class DocumentRows:
    """The rows of one file. ``FileRefused`` for what is no file of this format at all."""

    def __init__(self, said: Any, sources: Mapping[str, Contract]) -> None:
        self.said = _checked(said)
        self._sources = dict(sources)

    def __len__(self) -> int:
        return sum(len(self.said.get(part, ())) for part in (*PARTS, "remove"))

    def is_altered(self) -> bool:
        """Whether the file's content is not what its own hash says."""
        claimed = self.said.get("sha256")
        if not claimed:
            return False
        try:
            return hash_of({part: self.said.get(part, []) for part in PARTS}) != claimed
        except (TypeError, ValueError):
            return True  # numbers that we never write: it was changed by hand

    def __iter__(self) -> Iterator[FileRow | BrokenRow]:
        for part in PARTS:
            for number, entry in enumerate(self.said.get(part, ()), start=1):
                yield self._row(KIND_OF_PART[part], f"{part} {number}", entry)
        removals = list(enumerate(self.said.get("remove", ()), start=1))
        # Relations first: what they name can go once they are gone.
        removals.sort(key=lambda pair: _kind_said(pair[1]) != EntryKind.RELATION.value)
        for number, removal in removals:
            yield _removal(f"remove {number}", removal)

    def _row(self, kind: EntryKind, where: str, entry: Any) -> FileRow | BrokenRow:
        try:
            given = _given(kind, entry)
            key = _key_of(kind, given)
        except RowRefused as why:
            return BrokenRow(where, why, kind=kind.value)
        if kind is EntryKind.SOURCE:
            self._note_source(key, given)

        def merge(standing: Contract | None) -> Given:
            return self._with_sources(given) if kind is EntryKind.BIOMARKER else given

        return FileRow(where=where, kind=kind, key=key, merge=merge, once=True)

    def _note_source(self, key: str, given: Given) -> None:
        """A limit may cite a source that the same file brings."""
        try:
            self._sources.setdefault(key, Source.model_validate(given))
        except ValidationError:
            return  # its own row is refused, and so is what cites it

    def _with_sources(self, given: Given) -> Given:
        limits = given.get("criticals")
        if not isinstance(limits, list):
            return given
        return {**given, "criticals": [self._cited(limit) for limit in limits]}

    def _cited(self, limit: Any) -> Any:
        """A critical limit with its source whole, where the file names one by its key."""
        if not isinstance(limit, dict) or limit.get("source") is None:
            return limit
        key = str(limit["source"])
        if key not in self._sources:
            raise RowRefused(
                gettext_noop("There is no %(kind)s “%(key)s” in the graph or in the file."),
                of="criticals",
                kind="source",
                key=key[:80],
            )
        return {**limit, "source": self._sources[key]}


def _checked(said: Any) -> dict[str, Any]:
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise FileRefused(
            gettext_noop("This is no exchange file of the graph: its “format” is not %(format)s."),
            format=FORMAT,
        )
    if said.get("format_version") != FORMAT_VERSION:
        raise FileRefused(
            gettext_noop("This file is of another version of the format; version %(n)d is read."),
            n=FORMAT_VERSION,
        )
    strange = sorted(name for name in said if name not in HEADER and name not in PARTS)
    if strange:
        raise FileRefused(
            gettext_noop("The file has a part “%(name)s”, which the format does not have."),
            name=strange[0][:60],
        )
    for name in (*PARTS, "remove"):
        if not isinstance(said.get(name, []), list):
            raise FileRefused(gettext_noop("The part “%(name)s” is no list."), name=name)
    return said


def _given(kind: EntryKind, entry: Any) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise RowRefused(gettext_noop("An entry is an object in curly brackets."))
    if kind in {EntryKind.BIOMARKER, EntryKind.DOMAIN} and entry.get("relations"):
        raise RowRefused(
            gettext_noop("Relations stand in the file's own list of them."), of="relations"
        )
    return {name: value for name, value in entry.items() if name not in ELSEWHERE}


def _key_of(kind: EntryKind, given: Mapping[str, Any]) -> str:
    name = "id" if kind is EntryKind.RELATION else "key"
    key = given.get(name)
    if not isinstance(key, str) or not key:
        raise RowRefused(gettext_noop("The entry has no %(name)s."), of=name, name=name)
    if kind is not EntryKind.THING:
        return key
    of = given.get("kind")
    if of not in {one.value for one in RelationKind if one is not RelationKind.PARAMETER}:
        raise RowRefused(
            gettext_noop("The kind of a thing is condition, medication or preanalytical."),
            of="kind",
        )
    return f"{of}:{key}"


def _removal(where: str, said: Any) -> FileRow | BrokenRow:
    try:
        removal = Removal.model_validate(said)
    except ValidationError:
        why = RowRefused(gettext_noop("A removal names kind and key of an entry, and a reason."))
        return BrokenRow(where, why)

    def merge(standing: Contract | None) -> None:
        if standing is None:
            raise RowRefused(gettext_noop("The graph has no such entry."), of="key")

    return FileRow(
        where=where,
        kind=removal.kind,
        key=removal.key,
        merge=merge,
        reason=removal.reason,
    )


def _kind_said(removal: Any) -> Any:
    return removal.get("kind") if isinstance(removal, dict) else None
