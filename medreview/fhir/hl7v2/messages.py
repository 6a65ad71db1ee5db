"""A file's bytes as messages: single ones, batches, and those framed for a network. Pure.

Each message is decoded by the character set it names itself. Lines may end in any way; a line
that begins no segment goes on with the one before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

_FRAME_START, _FRAME_END = b"\x0b", b"\x1c"
_LINE_END = re.compile(rb"\r\n|\r|\n")
_SEGMENT = re.compile(rb"[A-Z][A-Z0-9]{2}(?:[^A-Za-z0-9\s]|$)")
_ENVELOPE = (b"FHS", b"BHS", b"BTS", b"FTS")
_CHARSET_FIELD = 17
"""MSH-18, counted as the line is split: the first separator is a field of its own."""
_NAMED = {
    "": "utf-8",
    "ASCII": "utf-8",
    "UNICODE": "utf-8",
    "UNICODE UTF-8": "utf-8",
    "UTF-8": "utf-8",
    "UTF8": "utf-8",
    "GB 18030-2000": "gb18030",
    "GB 18030": "gb18030",
    "GB18030": "gb18030",
    "GB2312": "gb18030",
    "GBK": "gb18030",
    "BIG-5": "big5",
    "KS X 1001": "euc_kr",
    "WINDOWS-1251": "windows-1251",
    "CP1251": "windows-1251",
    "WINDOWS-1252": "windows-1252",
}
_ISO_8859 = re.compile(r"(?:ISO[ -]?)?8859[/-](\d{1,2})", re.IGNORECASE)


class Problem(NamedTuple):
    """Why a message can't be read: a code, and the word it is about."""

    code: str
    word: str = ""


@dataclass(frozen=True)
class RawMessage:
    """One message of a file, as text."""

    number: int
    text: str = field(repr=False)
    """Its segments, parted by carriage returns."""
    charset: str = "utf-8"
    problem: Problem | None = None
    ends_open: bool = False
    """Whether the file ends within its last line, which may be cut short."""


@dataclass
class RawFile:
    """The messages of one file, and what its envelope says of their number."""

    messages: list[RawMessage] = field(default_factory=list)
    promised: int = 0
    """How many messages the trailers of its batches count."""
    headers: int = 0
    trailers: int = 0
    has_counts: bool = False


def cut(data: bytes) -> RawFile:
    """The messages of a file, in its order."""
    found = RawFile()
    for part, whole in _frames(data.removeprefix(b"\xef\xbb\xbf")):
        _cut_part(found, part, whole=whole)
    return found


def _frames(data: bytes) -> Iterator[tuple[bytes, bool]]:
    """The frames of a stream, and whether each one ends; a plain file is one frame."""
    if _FRAME_START not in data:
        yield data.replace(_FRAME_END, b"\r"), True
        return
    before, *frames = data.split(_FRAME_START)
    if before.strip():
        yield before, True
    for frame in frames:
        inside, end, _after = frame.partition(_FRAME_END)
        yield inside, bool(end)


def _cut_part(found: RawFile, part: bytes, *, whole: bool) -> None:
    lines: list[bytes] = []
    ends_open = not part.endswith((b"\r", b"\n")) and whole and _FRAME_END not in part
    for line in _LINE_END.split(part):
        if line[:3] in _ENVELOPE and _SEGMENT.match(line):
            _finish(found, lines, whole=True)
            lines = []
            _note_envelope(found, line)
        elif line[:3] == b"MSH" and _SEGMENT.match(line):
            _finish(found, lines, whole=True)
            lines = [line]
        elif lines and not _SEGMENT.match(line):
            # A line break inside a text, which should have been written as an escape.
            lines[-1] += b"\n" + line if line.strip() else b""
        elif line.strip():
            lines.append(line)
    _finish(found, lines, whole=whole, ends_open=ends_open)


def _note_envelope(found: RawFile, line: bytes) -> None:
    name = line[:3]
    found.headers += name in (b"FHS", b"BHS")
    found.trailers += name in (b"FTS", b"BTS")
    count = line.split(line[3:4])[1:2] if name == b"BTS" and len(line) > 4 else []
    if count and count[0].strip().isdigit():
        found.promised += int(count[0][:9])
        found.has_counts = True


def _finish(found: RawFile, lines: list[bytes], *, whole: bool, ends_open: bool = False) -> None:
    if not lines:
        return
    number = len(found.messages) + 1
    raw = b"\r".join(lines)
    charset, problem = "utf-8", None
    if lines[0][:3] != b"MSH":
        problem = Problem("no_header")
    elif not whole:
        problem = Problem("cut_short")
    else:
        charset, problem = _charset(lines[0])
    text = raw.decode(charset, errors="backslashreplace")
    if problem is None and not _is_text(raw, charset):
        problem = Problem("not_text", charset)
    found.messages.append(RawMessage(number, text, charset, problem, ends_open))


def _charset(header: bytes) -> tuple[str, Problem | None]:
    separator, encoding = header[3:4], header[4:8]
    if len(encoding) < 4 or len({separator, *(encoding[i : i + 1] for i in range(4))}) < 5:
        return "utf-8", Problem("no_separators")
    fields = header.split(separator)
    named = fields[_CHARSET_FIELD] if len(fields) > _CHARSET_FIELD else b""
    # Further repetitions name sets that escapes switch to; the first one is the message's own.
    word = named.split(encoding[1:2])[0].decode("ascii", errors="replace").strip()
    if iso := _ISO_8859.fullmatch(word):
        return _known_iso(word, int(iso[1]))
    charset = _NAMED.get(word.upper())
    return (charset, None) if charset else ("utf-8", Problem("unknown_charset", word[:40]))


def _known_iso(word: str, number: int) -> tuple[str, Problem | None]:
    if 1 <= number <= 16 and number != 12:
        return f"iso8859-{number}", None
    return "utf-8", Problem("unknown_charset", word[:40])


def _is_text(raw: bytes, charset: str) -> bool:
    try:
        return "\x00" not in raw.decode(charset)
    except UnicodeDecodeError:
        return False
