"""What kind of file some bytes are, and whether their name says so. Pure."""

from pathlib import PurePath

from graphcurate.library.reading.refusals import Refused
from graphcurate.library.vocabulary import MediaType
from medreview.common.errors import gettext_noop

ENDINGS = {
    ".pdf": MediaType.PDF,
    ".html": MediaType.HTML,
    ".htm": MediaType.HTML,
    ".xhtml": MediaType.HTML,
    ".md": MediaType.MARKDOWN,
    ".markdown": MediaType.MARKDOWN,
    ".txt": MediaType.PLAIN,
    ".text": MediaType.PLAIN,
}
_OTHERS = {
    b"PK\x03\x04": gettext_noop("a zip archive or an Office document"),
    b"PK\x05\x06": gettext_noop("an empty zip archive"),
    b"\xd0\xcf\x11\xe0": gettext_noop("an old Office document"),
    b"{\\rtf": gettext_noop("a rich text document"),
    b"\x1f\x8b": gettext_noop("a gzip file"),
    b"7z\xbc\xaf": gettext_noop("a 7z archive"),
    b"Rar!": gettext_noop("a rar archive"),
    b"BZh": gettext_noop("a bzip2 archive"),
    b"\xfd7zXZ": gettext_noop("an xz archive"),
    b"\x28\xb5\x2f\xfd": gettext_noop("a zstd archive"),
    b"%!PS": gettext_noop("a PostScript file"),
    b"\x89PNG": gettext_noop("a picture"),
    b"\xff\xd8\xff": gettext_noop("a picture"),
    b"GIF8": gettext_noop("a picture"),
    b"II*\x00": gettext_noop("a picture"),
    b"MM\x00*": gettext_noop("a picture"),
}
_PDF_WITHIN = 1024
"""A PDF may begin with other bytes; readers look this far."""
_HTML_WITHIN = 4096


def kind_of(name: str, content: bytes) -> MediaType:
    """The kind of a file by its bytes; Refused where its name says another, or none is read."""
    if not content.strip():
        raise Refused("empty")
    for magic, kind in _OTHERS.items():
        if content.startswith(magic):
            raise Refused("other_kind", kind=kind)
    named = ENDINGS.get(PurePath(name).suffix.lower())
    if named is None:
        raise Refused("unknown_ending")
    if (b"%PDF-" in content[:_PDF_WITHIN]) != (named is MediaType.PDF):
        raise Refused("not_that_kind", kind=_NAMES[named])
    if named is MediaType.PLAIN and _is_html(content):
        raise Refused("not_that_kind", kind=_NAMES[named])
    return named


_NAMES = {
    MediaType.PDF: "PDF",
    MediaType.HTML: "HTML",
    MediaType.MARKDOWN: "Markdown",
    MediaType.PLAIN: gettext_noop("plain text"),
}


def _is_html(content: bytes) -> bool:
    begin = content[:_HTML_WITHIN].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return begin.lower().startswith((b"<!doctype html", b"<html"))
