"""A file's bytes as rows of an import: unpacked, told apart, cut. Pure."""

import gzip
import io
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

from graphcurate.exchange import name_table, relation_table
from graphcurate.exchange.cells import read_table
from graphcurate.exchange.document_rows import DocumentRows
from graphcurate.exchange.forms import Form
from graphcurate.exchange.name_rows import NameRows
from graphcurate.exchange.planning import BrokenRow, FileRow
from graphcurate.exchange.refusing import FileRefused
from graphcurate.exchange.relation_rows import RelationRows
from medreview.common.contract import Contract
from medreview.common.errors import Invalid, gettext_noop
from medreview.fhir.csv_results.table import SAMPLE, layout_of, rows, text_of

_GZIP = b"\x1f\x8b"
_ARCHIVES = (b"PK", b"7z\xbc\xaf", b"Rar!", b"\xfd7zXZ", b"BZh", b"\xd0\xcf\x11\xe0", b"%PDF")
_MEGABYTE = 1024 * 1024
DEEPEST = 12
"""An exchange file nests six levels deep."""


@dataclass(frozen=True)
class Limits:
    """How much of a file is taken at once."""

    size: int
    rows: int


@dataclass(frozen=True)
class Note:
    """Something to be said of a whole file."""

    sentence: str
    values: dict[str, str | int]


@dataclass(frozen=True)
class OpenedFile:
    """The rows of a file, and what is to be said of the whole of it."""

    rows: tuple[FileRow | BrokenRow, ...]
    notes: tuple[Note, ...]


def unpacked(content: bytes, limits: Limits) -> bytes:
    """The file's own bytes; FileRefused for what is too large, damaged or packed otherwise."""
    if content.startswith(_GZIP):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
                content = packed.read(limits.size + 1)
        except (OSError, EOFError, zlib.error):
            raise FileRefused(gettext_noop("This gzip file is damaged or cut short.")) from None
    if len(content) > limits.size:
        raise FileRefused(
            gettext_noop("This file is larger than the %(limit)d MB that are taken at once."),
            limit=limits.size // _MEGABYTE,
        )
    if not content.strip():
        raise FileRefused(gettext_noop("This file is empty."))
    if content.startswith(_ARCHIVES):
        raise FileRefused(
            gettext_noop(
                "This is an archive, a workbook or a document. Save a sheet as CSV (UTF-8), "
                "unpack an archive, and bring that in."
            )
        )
    return content


def form_of(content: bytes) -> Form:
    """What a file is, by what is in it; FileRefused for what is none of the forms."""
    sample = content[:SAMPLE]
    layout = layout_of(sample)
    if text_of(sample, layout.encoding).lstrip()[:1] in {"{", "["}:
        return Form.JSON
    head = next(rows(io.BytesIO(sample), layout), None)
    columns = {cell.strip().casefold() for cell in head.cells} if head else set()
    if "relation" in columns:
        return Form.RELATIONS
    if {"key", "language", "name"} <= columns:
        return Form.NAMES
    raise FileRefused(
        gettext_noop(
            "This is no file of the graph: neither JSON of the exchange format, nor a table whose "
            "first row names the column “relation”, or “kind”, “key”, “language” and “name”."
        )
    )


def opened(
    form: Form, content: bytes, sources: Mapping[str, Contract], limits: Limits
) -> OpenedFile:
    """The rows of an unpacked file."""
    if form is Form.JSON:
        document = DocumentRows(_json(content), sources)
        altered = (
            [Note(gettext_noop("The file was changed after it was exported."), {})]
            if document.is_altered()
            else []
        )
        return _held(document, altered, limits)
    is_names = form is Form.NAMES
    columns = name_table.COLUMNS if is_names else relation_table.COLUMNS
    needed = ("kind", "key", "language", "name") if is_names else ("relation",)
    try:
        table = read_table(io.BytesIO(content), columns, needed)
    except Invalid as problem:
        raise FileRefused(problem.sentence, **problem.values) from None
    notes = [
        Note(
            gettext_noop("The column “%(name)s” is none of the format; it was left out."),
            {"name": name[:60]},
        )
        for name in table.unknown
    ]
    cut = NameRows(table.rows) if is_names else RelationRows(table.rows)
    return _held(cut, notes, limits)


def _held(found: Iterable[FileRow | BrokenRow], notes: list[Note], limits: Limits) -> OpenedFile:
    held: list[FileRow | BrokenRow] = []
    for row in found:
        held.append(row)
        if len(held) > limits.rows:
            raise FileRefused(
                gettext_noop("This file has more than %(limit)d rows. Bring it in in parts."),
                limit=limits.rows,
            )
    return OpenedFile(tuple(held), tuple(notes))


def _json(content: bytes) -> Any:
    try:
        text = content.decode(json.detect_encoding(content)).removeprefix("\ufeff")
        found = json.loads(
            text, parse_float=Decimal, parse_constant=_refuse, object_pairs_hook=_once
        )
    except json.JSONDecodeError as problem:
        raise FileRefused(
            gettext_noop("This is not JSON at line %(line)d, column %(column)d."),
            line=problem.lineno,
            column=problem.colno,
        ) from None
    except RecursionError:
        raise _too_deep() from None
    except (ValueError, ArithmeticError):
        raise FileRefused(
            gettext_noop("This is not JSON in UTF-8, or holds a number that is none.")
        ) from None
    _check_depth(found)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FileRefused(
            gettext_noop("An object of the file names “%(name)s” twice."), name=twice[:60]
        )
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _check_depth(found: Any) -> None:
    level = [found]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return
    raise _too_deep()


def _inside(one: Any) -> Iterable[Any]:
    if isinstance(one, dict):
        return one.values()
    return one if isinstance(one, list) else ()


def _too_deep() -> FileRefused:
    return FileRefused(gettext_noop("This file is nested too deeply."))
