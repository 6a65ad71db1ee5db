"""Documents of the library, and PDF files made letter by letter."""

from collections.abc import Iterable, Sequence

from graphcurate.library import services
from graphcurate.library.contents import Contents
from graphcurate.library.facts import Facts
from graphcurate.library.models import Document
from graphcurate.library.reading import plain_text
from graphcurate.library.vocabulary import MediaType
from medreview.accounts.models import User

GUIDELINE = (
    "Potassium\n\nSevere hyper-\nkalaemia is treated at once. A haemolysed sample is drawn again"
    " before anybody acts on it.\n\fSodium\n\nLow sodium has many causes."
)
"""Two pages that nobody ever published."""

FACTS = Facts(title="Invented guideline", source="KDIGO_AKI12", licence_note="Written for tests")


def make_document(
    *, by: User, text: str = GUIDELINE, facts: Facts = FACTS, contents: Contents | None = None
) -> Document:
    """A plain text document, read in this process."""
    content = text.encode()
    return services.keep(
        file_name="guideline.txt",
        content=content,
        media_type=MediaType.PLAIN,
        contents=contents or plain_text.read(content),
        facts=facts,
        by=by,
    )


def pdf_of(pages: Sequence[Iterable[str]], *, box: str = "0 0 595 842") -> bytes:
    """A PDF with these lines on its pages."""
    streams = [_drawn(lines) for lines in pages]
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", _page_tree(len(pages)), _FONT]
    for number, stream in enumerate(streams):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources"
            f" << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>".encode()
        )
        objects.append(stream_object(stream))
    return assembled(objects)


_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def _page_tree(count: int) -> bytes:
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(count))
    return f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode()


def _drawn(lines: Iterable[str]) -> bytes:
    shown = "".join(
        "({}) Tj T*\n".format(line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)"))
        for line in lines
    )
    return f"BT /F1 12 Tf 72 770 Td 14 TL\n{shown}ET".encode("cp1252")


def stream_object(stream: bytes, words: str = "") -> bytes:
    """The body of a stream object."""
    return f"<< /Length {len(stream)} {words} >>\nstream\n".encode() + stream + b"\nendstream"


def assembled(objects: Sequence[bytes], trailer: str = "") -> bytes:
    """Objects as a file with its table of places."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R {trailer} >>\n"
        f"startxref\n{len(out)}\n%%EOF\n"
    )
    return out + end.encode()
