"""Bytes as text, and text without what no page shows. Pure."""

import codecs
import re

from graphcurate.library.contents import Contents
from graphcurate.library.reading.limits import MOST_CHARACTERS
from graphcurate.library.reading.refusals import Refused

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.I)
_DECLARED_WITHIN = 2048
_KNOWN = re.compile(
    r"(utf-?8|utf-?16(le|be)?|us-ascii|windows-125\d|iso-8859-\d+|koi8-[ru]|gb2312|gbk|gb18030|"
    r"big5|shift_jis|euc-(jp|kr))",
    re.I,
)
_UNSHOWN = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff]")
_LONE = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n?")


def read(content: bytes) -> Contents:
    """Plain text; a form feed begins a page."""
    text = decoded(content)
    parts = [cleaned(part) for part in text.split("\f")]
    return joined(parts) if len(parts) > 1 else Contents(checked(parts[0]))


def decoded(content: bytes, *, declares: bool = False) -> str:
    """Bytes as text: by their mark, else by what HTML declares, else as UTF-8. Never by guess."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _in(encoding, content[len(mark) :])
    if b"\x00" in content:
        raise Refused("zero_bytes")
    said = _DECLARED.search(content[:_DECLARED_WITHIN]) if declares else None
    encoding = said[1].decode("ascii", "replace") if said else "utf-8"
    if not _KNOWN.fullmatch(encoding):
        raise Refused("unknown_encoding")
    return _in(encoding, content)


def _in(encoding: str, content: bytes) -> str:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as problem:
        raise Refused("encoding", encoding=encoding.upper(), place=problem.start + 1) from problem
    if "\x00" in text:
        raise Refused("zero_bytes")
    return text


def cleaned(text: str) -> str:
    """A text with one kind of line end and without characters that show nothing and say nothing."""
    return _LONE.sub("\ufffd", _UNSHOWN.sub("", _LINE_ENDS.sub("\n", text))).strip("\n")


def joined(parts: list[str]) -> Contents:
    """Pages one after the other, and where each begins."""
    starts, at = [], 0
    for part in parts:
        starts.append(at)
        at += len(part) + 2
    return Contents(checked("\n\n".join(parts)), tuple(starts))


def checked(text: str) -> str:
    """The text, if it is one and not too much of it."""
    if len(text) > MOST_CHARACTERS:
        raise Refused("too_much_text")
    if not any(letter.isalnum() for letter in text):
        raise Refused("no_text")
    return text
