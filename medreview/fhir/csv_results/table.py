"""A table's bytes as rows of cells, one at a time, whatever its size. Pure.

Each row keeps the text it was cut from. A quote that is never closed costs its own row and
none of those after it.
"""

import codecs
import csv
import io
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

ENCODINGS = ("utf-8", "windows-1251", "windows-1252", "gb18030", "utf-16-le", "utf-16-be")
"""Those a person may choose; byte order marks decide by themselves."""
DELIMITERS = (",", ";", "\t", "|")

SAMPLE = 256 * 1024
LONGEST_ROW = 64 * 1024
"""Characters of one row, those of its embedded lines included."""
LONGEST_EMBEDDED = 200
"""Lines that one cell may hold; beyond that a quote was never closed."""
MOST_IN_VAIN = 20_000
"""Lines looked ahead at for quotes that were never closed; beyond that no cell has lines."""
MOST_COLUMNS = 400

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SEPARATOR_LINE = re.compile(r'\ufeff?"?sep=(.)"?\r?\n?', re.IGNORECASE)
_CLOSING_QUOTE = re.compile(r'(?:[^"]|"")*+"')
_EXCEL_TEXT = re.compile(r'="((?:[^"]|"")*)"')
_HAN = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True)
class Layout:
    """How a table's bytes are read as cells."""

    encoding: str
    delimiter: str


@dataclass(frozen=True)
class Row:
    """One row: its number as a spreadsheet counts it, its text, and its cells."""

    number: int
    raw: str
    cells: tuple[str, ...]
    problem: str = ""
    """A code for why it can't be cut into cells: ``open_quote`` or ``too_long``."""


def layout_of(sample: bytes) -> Layout:
    """The layout that fits the beginning of a table best; a person may choose another."""
    encoding = encoding_of(sample)
    return Layout(encoding, delimiter_of(text_of(sample, encoding)))


def encoding_of(sample: bytes) -> str:
    """The most likely encoding of a text."""
    for mark, encoding in _BOMS:
        if sample.startswith(mark):
            return encoding
    if sample.count(b"\x00") > len(sample) // 4:
        return "utf-16-be" if sample[::2].count(0) > sample[1::2].count(0) else "utf-16-le"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return _legacy_encoding(sample)
    return "utf-8"


def _legacy_encoding(sample: bytes) -> str:
    # Han first: most byte pairs of the others are no GB 18030, or rare letters of it.
    chinese = text_of(sample, "gb18030")
    if "\ufffd" not in chinese and len(_HAN.findall(chinese)) > sample.count(b"\n"):
        return "windows-1251" if _is_russian(sample) else "gb18030"
    return "windows-1251" if _is_russian(sample) else "windows-1252"


def _is_russian(sample: bytes) -> bool:
    """Whether the high bytes read as runs of small Cyrillic letters, as words do."""
    high = sum(byte >= 0x80 for byte in sample)
    in_words = sum(len(run) for run in re.findall(b"[\x80-\xff]{3,}", sample))
    small = len(re.findall("[а-яё]", text_of(sample, "windows-1251")))
    return in_words * 3 > high * 2 and small * 3 > high * 2


def text_of(sample: bytes, encoding: str) -> str:
    """A sample as text; a character cut at its end is left out."""
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    return decoder.decode(sample).lstrip("\ufeff")


def delimiter_of(text: str) -> str:
    """The delimiter that cuts the first rows into equally many cells, and most of them."""
    if named := _SEPARATOR_LINE.match(text):
        return named[1]
    lines = text.splitlines()[:50]
    return max(DELIMITERS, key=lambda one: _fitness(lines, one))


def _fitness(lines: list[str], delimiter: str) -> tuple[int, int]:
    if not lines:
        return (0, 0)
    widths = [len(row) for row in _parsed(lines, delimiter)]
    wide = [width for width in widths if width == widths[0] and width > 1] if widths else []
    return (len(wide), widths[0] if widths else 0)


def rows(stream: BinaryIO, layout: Layout) -> Iterator[Row]:
    """Every row of a table, the header first; empty lines are counted and left out."""
    lines = _Lines(stream, layout.encoding)
    if lines and _SEPARATOR_LINE.fullmatch(lines.peek()):
        lines.take()
    number = 0
    while lines:
        number += 1
        row = _next_row(lines, number, layout.delimiter)
        if row.cells or row.problem:
            yield row


def _next_row(lines: "_Lines", number: int, delimiter: str) -> Row:
    first = lines.take()
    if len(first) > LONGEST_ROW:
        return Row(number, first[:LONGEST_ROW], (), "too_long")
    found, length = [first], len(first)
    is_open = '"' in first and _ends_open(first, delimiter, is_open=False)
    while is_open:
        if not lines.may_look_ahead or len(found) > LONGEST_EMBEDDED or length > LONGEST_ROW:
            break
        line = lines.take()
        found.append(line)
        length += len(line)
        is_open = _ends_open(line, delimiter, is_open=True)
    raw = "".join(found).rstrip("\r\n")
    if is_open or (len(found) > 1 and not _closes_well(raw, delimiter)):
        # The quote that ended it opens a cell of a later row: that row is its own.
        lines.give_back(found[1:])
        return Row(number, first.rstrip("\r\n"), (), "open_quote")
    return Row(number, raw, _cells(raw, delimiter))


def _ends_open(line: str, delimiter: str, *, is_open: bool) -> bool:
    """Whether a line ends inside a quoted cell, having begun inside one or not."""
    at = 0
    while True:
        if not is_open:
            if not line.startswith('"', at):
                # A quote in the middle of a cell is a letter like others.
                at = line.find(f'{delimiter}"', at) + 1
                if at == 0:
                    return False
            at += 1
        closing = _CLOSING_QUOTE.match(line, at)
        if closing is None:
            return True
        is_open, at = False, line.find(delimiter, closing.end()) + 1
        if at == 0:
            return False


def _closes_well(raw: str, delimiter: str) -> bool:
    """Whether every quote of a row of several lines is followed by a delimiter or the end."""
    try:
        list(csv.reader(io.StringIO(raw, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        return False
    return True


def _cells(raw: str, delimiter: str) -> tuple[str, ...]:
    if not raw.strip():
        return ()
    cells = raw.split(delimiter) if '"' not in raw else next(_parsed([raw], delimiter), [])
    if not any(cell.strip() for cell in cells):
        return ()
    return tuple(_plain(cell) for cell in cells)


def _parsed(lines: list[str], delimiter: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(io.StringIO("\n".join(lines), newline=""), delimiter=delimiter)
    except csv.Error:
        return


def _plain(cell: str) -> str:
    """A cell without the spaces around it, and without the formula that only keeps a text."""
    cell = cell.strip(" \t\xa0\r\n")
    if wrapped := _EXCEL_TEXT.fullmatch(cell):
        return wrapped[1].replace('""', '"')
    return cell


class _Lines:
    """The lines of a stream with a look ahead; lines given back come again."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        name = "utf-8-sig" if encoding == "utf-8" else encoding
        # A lone surrogate marks bytes that are no text; the row that holds one is refused.
        errors = "surrogateescape" if encoding == "utf-8" else "replace"
        self._text = io.TextIOWrapper(stream, encoding=name, errors=errors, newline="")
        self._ahead: deque[str] = deque()
        self._in_vain = 0
        self._fill()
        if self._ahead:
            self._ahead[0] = self._ahead[0].removeprefix("\ufeff")

    def __bool__(self) -> bool:
        return bool(self._ahead)

    @property
    def may_look_ahead(self) -> bool:
        """Whether there is a line more, and the table's quotes are worth following."""
        return bool(self) and self._in_vain < MOST_IN_VAIN

    def peek(self) -> str:
        return self._ahead[0]

    def take(self) -> str:
        line = self._ahead.popleft()
        if not self._ahead:
            self._fill()
        return line

    def give_back(self, lines: list[str]) -> None:
        self._ahead.extendleft(reversed(lines))
        self._in_vain += len(lines)

    def _fill(self) -> None:
        line = self._text.readline(LONGEST_ROW + 1)
        # The rest of a line without end is passed over, however long it is.
        rest = line
        while len(rest) > LONGEST_ROW and not rest.endswith(("\n", "\r")):
            rest = self._text.readline(LONGEST_ROW + 1)
        if line:
            self._ahead.append(line)
