"""A table of relations as rows of an import: each says one relation, and one evidence item of it.

Pure. A column that is missing says nothing; an empty cell says that there is nothing. In further
rows of a relation empty cells of the relation itself mean *as above*.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from graphcurate.contracts import RelationEntry
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.cells import TableRow
from graphcurate.exchange.planning import BrokenRow, FileRow, Given
from graphcurate.exchange.refusing import RowRefused
from graphcurate.exchange.relation_table import (
    NUMBERS,
    OF_EVIDENCE,
    OF_RELATION,
    REASON,
    REMOVE,
)
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop

NEW_EVIDENCE = {
    "rank": 0,
    "direction": "supports",
    "knowledge_level": "knowledge_assertion",
    "agent_type": "curator",
    "locator": "",
    "quote": "",
}
"""What an evidence item is where a table does not say it."""

PROBLEMS = {
    "open_quote": gettext_noop("A quotation mark of the row is never closed."),
    "too_long": gettext_noop("The row is longer than a row of a table can be."),
    "too_wide": gettext_noop("The row has more cells than the first row has columns."),
}
REMOVALS = ("relation", "evidence")


class RelationRows:
    """The rows of one table of relations."""

    def __init__(self, rows: Iterable[TableRow]) -> None:
        self._rows = rows
        self._said: dict[str, tuple[str, dict[str, str]]] = {}
        """What the file said of each relation so far, and in which row first."""

    def __iter__(self) -> Iterator[FileRow | BrokenRow]:
        for row in self._rows:
            where = f"row {row.number}"
            if row.problem:
                yield BrokenRow(where, RowRefused(PROBLEMS[row.problem]), kind="relation")
                continue
            key = row.cells.get("relation", "")
            if not key:
                why = RowRefused(gettext_noop("The row names no relation."), of="relation")
                yield BrokenRow(where, why, kind="relation")
                continue
            yield self._row(where, key, row.cells)

    def _row(self, where: str, key: str, cells: Mapping[str, str]) -> FileRow:
        def merge(standing: Contract | None) -> Given | None:
            relation = standing if isinstance(standing, RelationEntry) else None
            remove = cells.get(REMOVE, "").casefold()
            if remove and remove not in REMOVALS:
                raise RowRefused(
                    gettext_noop("“%(word)s” is none of %(words)s."),
                    of=REMOVE,
                    word=remove[:40],
                    words=", ".join(REMOVALS),
                )
            if remove:
                return _removed(relation, remove, cells)
            given = {"id": key} | self._of_relation(where, key, cells)
            return given | _of_evidence(relation, cells)

        return FileRow(
            where=where,
            kind=EntryKind.RELATION,
            key=key,
            merge=merge,
            reason=cells.get(REASON, "") if cells.get(REMOVE) else "",
        )

    def _of_relation(self, where: str, key: str, cells: Mapping[str, str]) -> dict[str, Any]:
        said = {column: cells[column] for column in OF_RELATION[1:] if column in cells}
        if key not in self._said:
            self._said[key] = (where, said)
            return _values(said)
        first, known = self._said[key]
        for column, cell in said.items():
            if cell and cell != known[column]:
                raise RowRefused(
                    gettext_noop("This says otherwise than %(where)s of the same relation."),
                    of=column,
                    where=first,
                )
        return {}


def _removed(relation: RelationEntry | None, remove: str, cells: Mapping[str, str]) -> Given | None:
    if relation is None:
        raise RowRefused(gettext_noop("The graph has no such entry."), of="relation")
    if not cells.get(REASON):
        raise RowRefused(gettext_noop("Say why it is removed."), of=REASON)
    if remove == "relation":
        return None
    own = cells.get("evidence") or cells.get("source", "")
    kept = tuple(item for item in relation.evidence if item.id != own)
    if len(kept) == len(relation.evidence):
        raise RowRefused(gettext_noop("The relation has no such evidence."), of="evidence")
    return {"evidence": kept}


def _of_evidence(relation: RelationEntry | None, cells: Mapping[str, str]) -> dict[str, Any]:
    """The relation's evidence with the item of this row put in, or made like the row says."""
    said = {column: cells[column] for column in OF_EVIDENCE if column in cells}
    own = said.pop("evidence", "") or said.get("source", "")
    standing = relation.evidence if relation else ()
    if not own:
        if any(said.values()):
            raise RowRefused(gettext_noop("The evidence names no source."), of="source")
        return {}
    known = next((item for item in standing if item.id == own), None)
    before = known.model_dump() if known else {"rank": len(standing)}
    values = {name: value for name, value in _values(said).items() if value is not None or known}
    item = {**NEW_EVIDENCE, **before, "id": own, **values}
    for name, default in NEW_EVIDENCE.items():
        item[name] = default if item[name] is None else item[name]
    kept = [one for one in standing if one.id != own]
    return {"evidence": [*kept, item]}


def _values(said: Mapping[str, str]) -> dict[str, Any]:
    return {column: _value(column, cell) for column, cell in said.items()}


def _value(column: str, cell: str) -> Any:
    if not cell:
        return "" if column in {"rationale", "target"} else None
    if column in NUMBERS:
        if not (cell.isascii() and cell.isdecimal() and len(cell) < 10):
            raise RowRefused(gettext_noop("This is no whole number."), of=column)
        return int(cell)
    return cell
