"""The columns of a table as people look at them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from medreview.fhir.csv_results.reading import Guess

_SAMPLES = 3
_LONGEST = 40


@dataclass(frozen=True)
class ColumnRow:
    """One column: its header, its first different cells, and the field that says what it is."""

    number: int
    header: str
    samples: tuple[str, ...]
    field: Any


def column_rows(fields: Sequence[Any], guess: Guess) -> list[ColumnRow]:
    """Every column in the order of the table."""
    return [
        ColumnRow(place + 1, guess.header[place], _samples(guess, place), field)
        for place, field in enumerate(fields)
    ]


def _samples(guess: Guess, place: int) -> tuple[str, ...]:
    cells = dict.fromkeys(row.cells[place] for row in guess.rows if row.cells[place])
    return tuple(_short(cell) for cell in list(cells)[:_SAMPLES])


def _short(cell: str) -> str:
    return cell if len(cell) <= _LONGEST else f"{cell[:_LONGEST]}…"
