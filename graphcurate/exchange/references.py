"""Whether every entry that another one names is in the graph, or comes with the same file. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from graphcurate.contracts import Biomarker, RelationEntry, RelationKind, Source
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.refusing import RowRefused
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop

Place = tuple[EntryKind, str]


class References:
    """Which entries name which, kept while a file is gone through."""

    def __init__(self, entries: Mapping[EntryKind, Mapping[str, Contract]]) -> None:
        self._entries = entries
        self._named: dict[Place, tuple[Place, ...]] = {}
        self._by: dict[Place, set[Place]] = defaultdict(set)
        self._codes: dict[str, str] = {}
        self._codes_of: dict[str, tuple[str, ...]] = {}
        for kind, listed in entries.items():
            for key, entry in listed.items():
                self.note(kind, key, entry)

    def note(self, kind: EntryKind, key: str, entry: Contract | None) -> None:
        """An entry is now so, or gone."""
        place = (kind, key)
        for named in self._named.pop(place, ()):
            self._by[named].discard(place)
        for code in self._codes_of.pop(key, ()) if kind is EntryKind.BIOMARKER else ():
            self._codes.pop(code, None)
        if entry is None:
            return
        self._named[place] = tuple(dict.fromkeys(named for _, named in names_in(entry)))
        for named in self._named[place]:
            self._by[named].add(place)
        if isinstance(entry, Biomarker):
            self._codes_of[key] = tuple(dict.fromkeys(line.code for line in entry.loinc))
            self._codes |= dict.fromkeys(self._codes_of[key], key)

    def check(self, kind: EntryKind, key: str, entry: Contract | None) -> None:
        """Raise RowRefused where an entry would name what isn't there, or leave others to."""
        if entry is None:
            self._check_free(kind, key)
            return
        for field, (of, named) in names_in(entry):
            if named not in self._entries[of] and (of, named) != (kind, key):
                raise RowRefused(
                    gettext_noop("There is no %(kind)s “%(key)s” in the graph or in the file."),
                    of=field,
                    kind=of.value,
                    key=named,
                )
        if isinstance(entry, Biomarker):
            self._check_codes(key, entry)

    def _check_free(self, kind: EntryKind, key: str) -> None:
        naming = sorted(named for _, named in self._by[kind, key])
        if naming:
            raise RowRefused(
                gettext_noop(
                    "%(n)d entries still name it, “%(first)s” among them. Remove those first."
                ),
                n=len(naming),
                first=naming[0],
            )

    def _check_codes(self, key: str, entry: Biomarker) -> None:
        for line in entry.loinc:
            owner = self._codes.get(line.code, key)
            if owner != key:
                raise RowRefused(
                    gettext_noop("The LOINC code %(code)s belongs to “%(owner)s”."),
                    of=f"loinc/{line.code}",
                    code=line.code,
                    owner=owner,
                )


def names_in(entry: Contract) -> Iterator[tuple[str, Place]]:
    """The entries that an entry names, each with the field that does."""
    if isinstance(entry, RelationEntry):
        yield from _of_relation(entry)
    elif isinstance(entry, Biomarker):
        yield "domain", (EntryKind.DOMAIN, entry.domain)
        for limit in entry.criticals:
            if limit.source:
                yield "criticals", (EntryKind.SOURCE, limit.source.key)
    elif isinstance(entry, Source) and entry.superseded_by:
        yield "superseded_by", (EntryKind.SOURCE, entry.superseded_by)


def _of_relation(entry: RelationEntry) -> Iterator[tuple[str, Place]]:
    if entry.biomarker:
        yield "biomarker", (EntryKind.BIOMARKER, entry.biomarker)
    if entry.domain:
        yield "domain", (EntryKind.DOMAIN, entry.domain)
    if entry.kind is RelationKind.PARAMETER:
        yield "target", (EntryKind.BIOMARKER, entry.target)
    else:
        yield "target", (EntryKind.THING, f"{entry.kind.value}:{entry.target}")
    for item in entry.evidence:
        yield f"evidence/{item.id}", (EntryKind.SOURCE, item.source)
