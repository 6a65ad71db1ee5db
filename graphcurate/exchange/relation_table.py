"""Relations as a table: a row for each evidence item, the relation's own cells on each. Pure.

A relation without evidence has one row with those cells empty. Written as RFC 4180 with a byte
order mark; what a spreadsheet would work out is guarded as ``common.cells`` says. Read with any
of the usual separators, with or without the mark.
"""

from collections.abc import Iterable, Iterator

from graphcurate.contracts import Evidence, GraphContent, RelationEntry
from graphcurate.exchange.cells import csv_line

OF_RELATION = (
    "relation", "biomarker", "domain", "kind", "target", "effect", "when_direction",
    "when_population", "when_dose", "when_timing", "rationale", "position",
)  # fmt: skip
OF_EVIDENCE = (
    "evidence", "source", "rank", "direction", "level", "certainty", "locator", "quote",
    "document", "offset", "knowledge_level", "agent_type", "review_by",
)  # fmt: skip
TOLD = ("reviewed", "checked_by", "checked_at")
"""What a table tells and an import does not take: nobody here has looked at it."""
REMOVE, REASON = "remove", "reason"
"""``relation`` or ``evidence``: what an import shall take out of the graph, and why."""

COLUMNS = (*OF_RELATION, *OF_EVIDENCE, *TOLD, REMOVE, REASON)
NUMBERS = frozenset({"position", "rank", "offset"})


def table_text(content: GraphContent) -> Iterator[str]:
    """The whole table, line by line, but for the byte order mark."""
    yield csv_line(COLUMNS)
    for relation in sorted(content.relations, key=lambda entry: entry.id):
        for row in rows_of(relation):
            yield csv_line(row.get(column, "") for column in COLUMNS)


def rows_of(relation: RelationEntry) -> Iterator[dict[str, str]]:
    """A row for each evidence item, or the one of a relation that has none."""
    common = {column: _said(relation, column) for column in OF_RELATION if column != "relation"}
    common |= {"relation": relation.id, "reviewed": _word(relation.reviewed)}
    for item in relation.evidence:
        yield common | {"evidence": item.id} | _cells(item, OF_EVIDENCE[1:] + TOLD[1:])
    if not relation.evidence:
        yield common


def _cells(item: Evidence, columns: Iterable[str]) -> dict[str, str]:
    return {column: _said(item, column) for column in columns}


def _said(entry: RelationEntry | Evidence, field: str) -> str:
    value = getattr(entry, field)
    if value is None:
        return ""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _word(value: bool) -> str:  # noqa: FBT001 - a cell
    return "yes" if value else "no"
