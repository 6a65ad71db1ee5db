"""The bytes of a file as text: gzip opened, encoding found, everything else refused."""

import gzip
import io
import json
import zlib
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from medreview.fhir.errors import Unreadable

_GZIP_MAGIC = b"\x1f\x8b"
_PDF_MAGIC = b"%PDF"
_TAR_MAGIC = b"ustar"
_TAR_MAGIC_AT = 257
_OLE_MAGIC = b"\xd0\xcf\x11\xe0"
_MEGABYTE = 1024 * 1024

_ARCHIVES = {
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "an empty zip archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a rar archive",
    b"\xfd7zXZ": "an xz archive",
    b"BZh": "a bzip2 archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
}


@dataclass(frozen=True)
class FileText:
    """What one file holds, as text. Bytes that are no text are kept as lone surrogates."""

    name: str
    text: str


def max_bytes() -> int:
    """How large a file may be once it is unpacked."""
    return int(settings.UPLOAD_LIMIT)


def too_large(name: str, limit: int | None = None) -> Unreadable:
    """The sentence about a file over the limit."""
    return Unreadable(
        _("%(name)s is larger than the %(limit)d MB that are read at once.")
        % {"name": name, "limit": (limit or max_bytes()) // _MEGABYTE}
    )


def unpack(name: str, content: bytes) -> FileText:
    """The text of a file; Unreadable says in one sentence why there is none."""
    if content.startswith(_GZIP_MAGIC):
        content = _inflate(name, content)
    if len(content) > max_bytes():
        raise too_large(name)
    if not content.strip():
        raise Unreadable(_("%s is empty.") % name)
    refuse_archives(name, content)
    text = _decode(name, content).lstrip("\ufeff")
    if text.lstrip()[:1] == "<":
        raise Unreadable(
            _("%s is XML or HTML; FHIR is read as JSON, NDJSON, or gzip of either.") % name
        )
    return FileText(name, text)


def _inflate(name: str, content: bytes) -> bytes:
    limit = max_bytes()
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
            inflated = packed.read(limit + 1)
    except (OSError, EOFError, zlib.error) as problem:
        raise Unreadable(_("%s is a gzip file that is damaged or cut short.") % name) from problem
    if len(inflated) > limit:
        raise too_large(name)
    return inflated


def refuse_archives(name: str, content: bytes) -> None:
    """Unreadable for what must be unpacked or saved as something else first."""
    if content.startswith(_OLE_MAGIC) or (content.startswith(b"PK") and b"xl/" in content):
        raise Unreadable(
            _("%s is a spreadsheet workbook; save the sheet as CSV (UTF-8) and import that.") % name
        )
    for magic, kind in _ARCHIVES.items():
        if content.startswith(magic):
            raise Unreadable(
                _("%(name)s is %(kind)s; unpack it and import the FHIR JSON files inside.")
                % {"name": name, "kind": kind}
            )
    if content.startswith(_PDF_MAGIC):
        raise Unreadable(_("%s is a PDF; FHIR is read as JSON, NDJSON, or gzip of either.") % name)
    if content[_TAR_MAGIC_AT : _TAR_MAGIC_AT + len(_TAR_MAGIC)] == _TAR_MAGIC:
        raise Unreadable(
            _("%s is a tar archive; unpack it and import the FHIR JSON files inside.") % name
        )
    if content.startswith(_GZIP_MAGIC):
        raise Unreadable(_("%s is gzip inside gzip; unpack it once.") % name)


def _decode(name: str, content: bytes) -> str:
    encoding = json.detect_encoding(content)
    if encoding in ("utf-8", "utf-8-sig"):
        return content.decode(encoding, errors="surrogateescape")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as problem:
        raise Unreadable(
            _("%s is neither UTF-8 nor UTF-16 text, so it can't be JSON.") % name
        ) from problem
