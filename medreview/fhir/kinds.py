"""What kind of file somebody chose: told by what is in it, and only then by its name."""

import gzip
import io
import re
import zlib
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, Protocol

from django.conf import settings
from django.utils.translation import gettext as _

from medreview.fhir.csv_results.table import SAMPLE, layout_of, text_of
from medreview.fhir.errors import Unreadable
from medreview.fhir.unpacking import refuse_archives, too_large

GZIP_MAGIC = b"\x1f\x8b"
_TABLE_NAME = re.compile(r"\.(csv|tsv|tab)(\.gz)?$", re.IGNORECASE)
_MESSAGE_START = re.compile(rb"(?:\xef\xbb\xbf)?[\s\x0b]*(?:MSH|FHS|BHS)[^A-Za-z0-9\s]")
_JSON_START = ("{", "[", "<")
_FEWEST_CELLS = 2


class Kind(StrEnum):
    """What a file holds."""

    FHIR = "fhir"
    CSV = "csv"
    HL7 = "hl7"


class _Stream(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...
    def close(self) -> None: ...


def kind_of(name: str, head: bytes) -> Kind:
    """The kind of a file, by the unpacked bytes it begins with."""
    if _MESSAGE_START.match(head):
        return Kind.HL7
    refuse_archives(name, head)
    layout = layout_of(head)
    text = text_of(head, layout.encoding).lstrip()
    if not text or text.startswith(_JSON_START):
        return Kind.FHIR
    first = next((line for line in text.splitlines() if line.strip()), "")
    cells = first.count(layout.delimiter) + 1
    if _TABLE_NAME.search(name) or cells >= _FEWEST_CELLS:
        return Kind.CSV
    return Kind.FHIR


def head_of(name: str, content: bytes | Path) -> bytes:
    """The first bytes of a file, unpacked."""
    with opened(name, content, limit=None) as stream:
        return stream.read(SAMPLE)


def opened(name: str, content: bytes | Path, *, limit: int | None) -> BinaryIO:
    """A file's bytes, unpacked as they are read; Unreadable beyond the limit, or when damaged."""
    try:
        raw = io.BytesIO(content) if isinstance(content, bytes) else content.open("rb")
    except OSError as problem:
        raise Unreadable(_("%s can't be opened.") % name) from problem
    magic = raw.read(2)
    raw.seek(0)
    streams: list[_Stream] = [raw]
    if magic == GZIP_MAGIC:
        streams.insert(0, gzip.GzipFile(fileobj=raw))
    return io.BufferedReader(_Watched(name, streams, limit))


def table_limit() -> int:
    """How large a table may be that is read row by row from a shell."""
    return int(settings.TABLE_LIMIT)


class _Watched(io.RawIOBase):
    """A stream that counts what is read, and says in a sentence what goes wrong."""

    def __init__(self, name: str, streams: Sequence[_Stream], limit: int | None) -> None:
        self._name, self._streams, self._limit, self._read = name, streams, limit, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        try:
            data = self._streams[0].read(len(buffer))
        except (OSError, EOFError, zlib.error) as problem:
            raise Unreadable(
                _("%s is a gzip file that is damaged or cut short.") % self._name
            ) from problem
        self._read += len(data)
        if self._limit is not None and self._read > self._limit:
            raise too_large(self._name, self._limit)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        for stream in self._streams:
            stream.close()
        super().close()
