"""A table's rows as results, and what a person needs to see to say what its columns mean."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from medreview.fhir.csv_results.columns import Role, guessed_roles, signature_of
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.moments import formats_that_fit
from medreview.fhir.csv_results.rows import RowReader, looks_like_loinc
from medreview.fhir.csv_results.table import (
    MOST_COLUMNS,
    SAMPLE,
    Layout,
    Row,
    layout_of,
    rows,
)
from medreview.fhir.errors import Unreadable
from medreview.fhir.sent_results import Sent, SentFile
from medreview.fhir.sent_values import DecimalSign, may_be_another_sign

SHOWN_ROWS = 8
_LOOKED_AT = 200
"""Rows by which formats are guessed."""


@dataclass(frozen=True)
class Guess:
    """What a table seems to be, for a person to confirm."""

    layout: Layout
    header: tuple[str, ...]
    signature: str
    columns: dict[Role, int]
    rows: tuple[Row, ...]
    """The first ones."""
    decimal: DecimalSign
    date_formats: tuple[str, ...]
    """Those in which every date of the first rows can be read; one is sure, two are a question."""
    birth_formats: tuple[str, ...]
    codes: str


def guess_of(name: str, stream: BinaryIO, layout: Layout | None = None) -> Guess:
    """What the beginning of a table tells; Unreadable when it has no header and rows."""
    beginning = stream.read(SAMPLE)
    layout = layout or layout_of(beginning)
    found = list(islice(rows(io.BytesIO(beginning), layout), _LOOKED_AT + 1))
    header = _header(name, found[0] if found else None)
    body = tuple(row for row in found[1:] if len(row.cells) == len(header))
    columns = guessed_roles(header)
    return Guess(
        layout=layout,
        header=header,
        signature=signature_of(header),
        columns=columns,
        rows=body[:SHOWN_ROWS],
        decimal=_decimal(_said(body, columns, Role.VALUE, Role.RANGE_LOW, Role.RANGE_HIGH)),
        date_formats=formats_that_fit(_said(body, columns, Role.DATE)),
        birth_formats=formats_that_fit(_said(body, columns, Role.BIRTH)),
        codes="loinc" if looks_like_loinc(_said(body, columns, Role.CODE)) else "local",
    )


def sent_of_table(name: str, stream: BinaryIO, mapping: ColumnMapping, zone: ZoneInfo) -> SentFile:
    """The results of a table, row by row as they are asked for."""
    found = rows(stream, Layout(mapping.encoding, mapping.delimiter))
    header = _header(name, next(found, None))
    if len(header) != mapping.width:
        raise Unreadable(
            _("%(name)s has %(found)d columns where its mapping names %(width)d.")
            % {"name": name, "found": len(header), "width": mapping.width}
        )
    return SentFile(sent=_sent(found, RowReader(mapping, zone)))


def _sent(found: Iterator[Row], reader: RowReader) -> Iterator[Sent]:
    for row in found:
        yield reader.read(row)


def _header(name: str, row: Row | None) -> tuple[str, ...]:
    if row is None or row.problem:
        raise Unreadable(_("%s has no header line with the names of its columns.") % name)
    if not 1 < len(row.cells) <= MOST_COLUMNS:
        raise Unreadable(
            _("%(name)s has %(found)d columns; tables of 2 to %(most)d columns are read.")
            % {"name": name, "found": len(row.cells), "most": MOST_COLUMNS}
        )
    return row.cells


def _said(body: tuple[Row, ...], columns: dict[Role, int], *roles: Role) -> list[str]:
    places = [columns[role] for role in roles if role in columns]
    return [row.cells[place] for row in body for place in places if row.cells[place]]


def _decimal(values: list[str]) -> DecimalSign:
    with_comma = any(may_be_another_sign(value, DecimalSign.POINT) for value in values)
    with_point = any(may_be_another_sign(value, DecimalSign.COMMA) for value in values)
    if with_comma and with_point:
        return DecimalSign.EITHER
    return DecimalSign.COMMA if with_comma else DecimalSign.POINT
