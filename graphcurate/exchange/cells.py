"""A line of a table as RFC 4180 has it, and rows of a table read with any usual separator. Pure."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from medreview.common.cells import guarded, unguarded
from medreview.common.errors import Invalid, gettext_noop
from medreview.fhir.csv_results.table import SAMPLE, layout_of, rows


@dataclass(frozen=True)
class TableRow:
    """One row by the columns of the head, or why it can't be cut into cells."""

    number: int
    """As a spreadsheet counts it: the head is row 1."""
    cells: dict[str, str]
    problem: str = ""


@dataclass(frozen=True)
class Table:
    """The columns of a table that are known, those that are not, and its rows."""

    unknown: tuple[str, ...]
    rows: Iterator[TableRow]


def csv_line(cells: Iterable[str]) -> str:
    """One line of a table; no cell of it is ever worked out by a spreadsheet."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow([guarded(cell) for cell in cells])
    return out.getvalue()


def read_table(stream: BinaryIO, columns: Iterable[str], needed: Iterable[str]) -> Table:
    """The rows under a head of these columns, in any order; Invalid without the needed ones."""
    sample = stream.read(SAMPLE)
    stream.seek(0)
    cut = rows(stream, layout_of(sample))
    head = next(cut, None)
    if head is None:
        raise Invalid(gettext_noop("The table is empty."))
    names = [_column(cell) for cell in head.cells]
    known = set(columns)
    twice = sorted({name for name in names if name in known and names.count(name) > 1})
    if twice:
        raise Invalid(gettext_noop("The table has the column %(name)s twice."), name=twice[0])
    missing = [name for name in needed if name not in names]
    if missing:
        raise Invalid(
            gettext_noop("The table has no column %(name)s; its first row names the columns."),
            name=missing[0],
        )
    unknown = tuple(
        cell for cell, name in zip(head.cells, names, strict=True) if cell and name not in known
    )
    return Table(unknown, _rows_below(cut, names, known))


def _rows_below(cut: Iterator, names: list[str], known: set[str]) -> Iterator[TableRow]:
    for row in cut:
        if row.problem:
            yield TableRow(row.number, {}, row.problem)
            continue
        extra = any(row.cells[len(names) :])
        cells = {
            name: unguarded(cell)
            for name, cell in zip(names, row.cells, strict=False)
            if name in known
        }
        yield TableRow(row.number, cells, "too_wide" if extra else "")


def _column(cell: str) -> str:
    return unguarded(cell).strip().casefold().replace(" ", "_").replace("-", "_")
