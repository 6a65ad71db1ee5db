"""A PDF's text page by page, its outline, and one page as a picture. Runs in the child only."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2 as pdfium

from graphcurate.library.contents import Contents, Section
from graphcurate.library.reading.limits import LONGEST_TITLE, MOST_PAGES, MOST_SECTIONS
from graphcurate.library.reading.plain_text import cleaned, joined
from graphcurate.library.reading.refusals import Refused

_PICTURE_WIDTH = 1000
_PICTURE_DOTS = 3_000_000
_DIVIDED = ("\ufffe", "\x02")
"""What PDFium writes for a hyphen at a line's end, in place of the line's end."""


def read(content: bytes) -> Contents:
    """Text, pages and headings of a PDF."""
    with _opened(content) as file:
        if len(file) > MOST_PAGES:
            raise Refused("too_many_pages", pages=len(file), most=MOST_PAGES)
        contents = joined([_page_text(file, number) for number in range(len(file))])
        return Contents(contents.text, contents.pages, tuple(_outline(file, contents)))


def picture(content: bytes, number: int) -> bytes:
    """A page as a PNG picture, whatever size it says it has."""
    with _opened(content) as file:
        page = file[number - 1]
        width, height = page.get_size()
        scale = min(_PICTURE_WIDTH / width, (_PICTURE_DOTS / (width * height)) ** 0.5)
        drawn = page.render(scale=scale, rev_byteorder=True, may_draw_forms=False)
        return png(bytes(drawn.buffer), drawn.width, drawn.height, drawn.stride)


@contextmanager
def _opened(content: bytes) -> Iterator[pdfium.PdfDocument]:
    try:
        file = pdfium.PdfDocument(content)
        len(file)
    except pdfium.PdfiumError as problem:
        raise Refused("encrypted" if "assword" in str(problem) else "damaged") from problem
    try:
        yield file
    finally:
        file.close()


def _page_text(file: pdfium.PdfDocument, number: int) -> str:
    try:
        page = file[number]
        found = page.get_textpage()
        text = str(found.get_text_range())
        found.close()
        page.close()
    except pdfium.PdfiumError as problem:
        raise Refused("damaged") from problem
    for mark in _DIVIDED:
        text = text.replace(mark, "-\n")
    return cleaned(text)


def _outline(file: pdfium.PdfDocument, contents: Contents) -> Iterator[Section]:
    """The headings of the outline, each where its words stand on its page."""
    found = []
    for mark in file.get_toc(max_depth=6):
        target = mark.get_dest()
        page = target.get_index() if target else None
        title = " ".join(cleaned(mark.get_title()).split())[:LONGEST_TITLE]
        if page is not None and page < len(contents.pages) and title:
            start = contents.pages[page]
            end = contents.pages[page + 1] if page + 1 < len(contents.pages) else None
            at = contents.text.find(title, start, end)
            found.append(Section(max(start, at), mark.level + 1, title))
        if len(found) == MOST_SECTIONS:
            break
    yield from sorted(found, key=lambda section: section.offset)


def png(dots: bytes, width: int, height: int, stride: int) -> bytes:
    """RGB dots as a PNG file."""
    rows = b"".join(
        b"\x00" + dots[row * stride : row * stride + width * 3] for row in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    checksum = zlib.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", checksum)
