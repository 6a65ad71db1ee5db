"""Rows by columns as an SVG: what stands for a graph too large to draw as one. Pure.

Every cell is a link to the list it counts. It tells its share by a number and by the length of a
bar, and an empty one by a dashed edge, so it can be read without colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from graphcurate.pictures.layout import PAD, fitted

NAMES, CELL, ROW, HEAD, GAP = 236, 134, 30, 30, 6


@dataclass(frozen=True)
class Cell:
    """A number of a row, and where what it counts is listed."""

    number: int
    text: str
    """As it is written in the cell, such as "12 of 20"."""
    said: str
    """All of it in words: "Electrolytes, Conditions: 12 of 20 biomarkers"."""
    href: str
    share: float
    """From 0 to 1, the length of its bar."""


@dataclass(frozen=True)
class Row:
    """A line of the matrix, its name a link of its own."""

    name: str
    href: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Matrix:
    """A picture of numbers, with its words."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Row]


def matrix_svg(matrix: Matrix) -> str:
    """The matrix as SVG text; empty where it has no row."""
    if not matrix.rows:
        return ""
    width = NAMES + len(matrix.columns) * (CELL + GAP)
    height = HEAD + len(matrix.rows) * (ROW + GAP)
    parts = [
        f'<svg class="ego matrix" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="group" aria-label="{escape(matrix.title)}" data-picture>'
    ]
    parts += [
        f'<text class="kind" x="{_left(place)}" y="{HEAD - 11}" aria-hidden="true">'
        f"{escape(fitted(name, CELL))}</text>"
        for place, name in enumerate(matrix.columns)
    ]
    for place, row in enumerate(matrix.rows):
        parts += _row(row, HEAD + place * (ROW + GAP))
    return "".join([*parts, "</svg>"])


def _left(column: int) -> int:
    return NAMES + column * (CELL + GAP)


def _row(row: Row, top: int) -> list[str]:
    name = (
        f'<a class="name" href="{escape(row.href)}"><title>{escape(row.name)}</title>'
        f'<rect x="0" y="{top}" width="{NAMES - GAP}" height="{ROW}" rx="4"/>'
        f'<text x="{PAD}" y="{top + 19}">{escape(fitted(row.name, NAMES - GAP - 2 * PAD))}</text>'
        "</a>"
    )
    return [name, *(_cell(cell, _left(place), top) for place, cell in enumerate(row.cells))]


def _cell(cell: Cell, x: int, top: int) -> str:
    said = escape(cell.said)
    bar = round(CELL * min(max(cell.share, 0), 1), 1)
    return (
        f'<a class="cell{"" if cell.number else " none"}" href="{escape(cell.href)}" '
        f'aria-label="{said}" data-number="{cell.number}"><title>{said}</title>'
        f'<rect x="{x}" y="{top}" width="{CELL}" height="{ROW}" rx="4"/>'
        f'<rect class="bar" x="{x}" y="{top + ROW - 5}" width="{bar}" height="5" rx="2"/>'
        f'<text x="{x + PAD}" y="{top + 17}">{escape(cell.text)}</text></a>'
    )
