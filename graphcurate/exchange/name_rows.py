"""A table of names as rows of an import: each adds one name to an entry, or takes it away. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graphcurate.contracts import Biomarker, Domain, NamedThing, RelationKind
from graphcurate.entry_fields import LANGUAGES, EntryKind
from graphcurate.exchange.cells import TableRow
from graphcurate.exchange.planning import BrokenRow, FileRow, Given
from graphcurate.exchange.refusing import RowRefused
from graphcurate.exchange.relation_rows import PROBLEMS
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop

KINDS = {
    "biomarker": EntryKind.BIOMARKER,
    "domain": EntryKind.DOMAIN,
    **{kind.value: EntryKind.THING for kind in RelationKind if kind is not RelationKind.PARAMETER},
}
YES, NO = frozenset({"yes", "true", "1"}), frozenset({"", "no", "false", "0"})


class NameRows:
    """The rows of one table of names."""

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self._rows = rows

    def __iter__(self) -> Iterator[FileRow | BrokenRow]:
        for row in self._rows:
            yield _row(f"row {row.number}", row)


def _row(where: str, row: TableRow) -> FileRow | BrokenRow:
    if row.problem:
        return BrokenRow(where, RowRefused(PROBLEMS[row.problem]))
    said, key = row.cells.get("kind", ""), row.cells.get("key", "")
    kind = KINDS.get(said)
    if kind is None:
        why = RowRefused(
            gettext_noop("“%(word)s” is none of %(words)s."),
            of="kind",
            word=said[:40],
            words=", ".join(KINDS),
        )
        return BrokenRow(where, why, key=key)
    own = f"{said}:{key}" if kind is EntryKind.THING else key

    def merge(standing: Contract | None) -> Given:
        return _merged(standing, row.cells)

    return FileRow(where=where, kind=kind, key=own, merge=merge, reason=row.cells.get("reason", ""))


def _merged(standing: Contract | None, cells: Mapping[str, str]) -> dict[str, Any]:
    if standing is None:
        raise RowRefused(
            gettext_noop("The graph has no such entry: names are added to what is there."), of="key"
        )
    language, name = cells.get("language", ""), cells.get("name", "")
    if language not in LANGUAGES:
        raise RowRefused(
            gettext_noop("“%(word)s” is none of %(words)s."),
            of="language",
            word=language[:40],
            words=", ".join(LANGUAGES),
        )
    if not name:
        raise RowRefused(gettext_noop("The row has no name."), of="name")
    shown, remove = _is_yes(cells, "shown"), _is_yes(cells, "remove")
    if isinstance(standing, Biomarker):
        return _of_biomarker(standing, language, name, shown=shown, remove=remove)
    if isinstance(standing, Domain):
        return _of_domain(standing, language, name, remove=remove)
    if isinstance(standing, NamedThing):
        return _of_thing(standing, language, name, shown=shown, remove=remove)
    raise RowRefused(gettext_noop("Entries of this kind have no names of their own."), of="kind")


def _is_yes(cells: Mapping[str, str], column: str) -> bool:
    word = cells.get(column, "").casefold()
    if word not in YES | NO:
        raise RowRefused(
            gettext_noop("“%(word)s” is none of %(words)s."),
            of=column,
            word=word[:40],
            words="yes, no",
        )
    return word in YES


def _of_biomarker(
    entry: Biomarker, language: str, name: str, *, shown: bool, remove: bool
) -> dict[str, Any]:
    names, synonyms = dict(entry.names), dict(entry.synonyms)
    listed = synonyms.get(language, ())
    if remove:
        if name not in listed:
            raise _not_there(name)
        synonyms[language] = tuple(one for one in listed if one != name)
        return {"synonyms": synonyms}
    if not shown:
        if name not in listed and names.get(language) != name:
            synonyms[language] = (*listed, name)
        return {"synonyms": synonyms}
    if names.get(language) == name:
        return {}
    # What was shown stays known: reports go on using it.
    before = (names[language],) if language in names else ()
    synonyms[language] = tuple(one for one in (*before, *listed) if one != name)
    names[language] = name
    given: dict[str, Any] = {"names": names, "synonyms": synonyms}
    return given | ({"name": name} if language == "en" else {})


def _of_domain(entry: Domain, language: str, name: str, *, remove: bool) -> dict[str, Any]:
    if remove:
        if entry.names.get(language) != name:
            raise _not_there(name)
        return {"names": {other: text for other, text in entry.names.items() if other != language}}
    return {"names": {**entry.names, language: name}}


def _of_thing(
    entry: NamedThing, language: str, name: str, *, shown: bool, remove: bool
) -> dict[str, Any]:
    listed = entry.names.get(language, ())
    if remove:
        if name not in listed or name == entry.name:
            raise _not_there(name)
        return {"names": {**entry.names, language: tuple(one for one in listed if one != name)}}
    given: dict[str, Any] = {}
    if name not in listed:
        given["names"] = {**entry.names, language: (*listed, name)}
    return given | ({"name": name} if shown and language == "en" else {})


def _not_there(name: str) -> RowRefused:
    return RowRefused(
        gettext_noop("“%(name)s” is no synonym there that could be taken away."),
        of="name",
        name=name[:60],
    )
