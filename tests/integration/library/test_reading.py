"""Files of strangers, each read in a process of its own: what is text, and what is refused."""

import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphcurate.library.errors import Unreadable
from graphcurate.library.quotes import find, searchable
from graphcurate.library.reading import reader
from graphcurate.library.reading.limits import MEGABYTE, Limits
from graphcurate.library.vocabulary import MediaType
from tests.factories.library import assembled, pdf_of, stream_object

QUICK = Limits(cpu_seconds=5, wall_seconds=20)

PAGE = (
    "<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources << /XObject << /I 5 0 R >>"
    " /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>"
)


def one_page(content: bytes, *others: bytes, words: str = "", box: str = "0 0 595 842") -> bytes:
    """A PDF of one page with this content stream."""
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            PAGE.format(box=box).encode(),
            stream_object(content, words),
            *others,
        ]
    )


def refusal(name: str, content: bytes, limits: Limits = QUICK) -> str:
    with pytest.raises(Unreadable) as refused:
        reader.read(name, content, limits)
    return str(refused.value)


def test_a_pdf_has_its_pages_and_a_divided_word_is_found_whole() -> None:
    content = pdf_of([["Severe hyper-", "kalaemia is treated at once."], ["Sodium"]])

    media_type, contents = reader.read("guideline.pdf", content)

    assert media_type is MediaType.PDF
    assert contents.text == "Severe hyper-\nkalaemia is treated at once.\n\nSodium"
    assert [contents.page_at(at) for at in (0, 30, contents.text.index("Sodium"))] == [1, 1, 2]
    assert find(searchable(contents.text), "Severe hyperkalaemia is treated") is not None


def test_html_is_its_text_and_what_runs_is_left_out() -> None:
    page = (
        "<!doctype html><html><head><title>No</title><script>steal()</script></head><body>"
        "<h2>Treat<b>ment</b></h2><p onclick='x()'>10<sup>9</sup>/L &amp; more<br>next"
        "<style>p{}</style><p>shown<select><option>unseen</select><table><tr><td>a<td>b</table>"
    )

    _, contents = reader.read("page.html", page.encode())

    assert contents.text == "Treatment\n10⁹/L & more\nnext\nshown\na b"
    assert [(one.title, one.level, one.offset) for one in contents.sections] == [
        ("Treatment", 2, 0)
    ]


def test_markdown_is_what_its_reader_sees() -> None:
    text = (
        "# Potassium\n\nIt is **raised** by `ACE` inhibitors.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )

    _, contents = reader.read("note.md", text.encode())

    assert contents.text == "Potassium\nIt is raised by ACE inhibitors.\na b\n1 2"
    assert contents.sections[0].title == "Potassium"


@pytest.mark.parametrize(
    ("name", "content", "text"),
    [
        ("a.txt", "\ufeffКалий\r\nвысокий".encode(), "Калий\nвысокий"),
        ("a.txt", "Калий".encode("utf-16"), "Калий"),
        ("a.html", '<meta charset="windows-1251"><p>Калий'.encode("cp1251"), "Калий"),
    ],
)
def test_an_encoding_is_believed_where_it_is_said(name: str, content: bytes, text: str) -> None:
    assert reader.read(name, content)[1].text == text


def test_a_form_feed_begins_a_page() -> None:
    _, contents = reader.read("a.txt", b"one\ftwo")

    assert contents.pages == (0, 5)


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("e.txt", b" \n ", "is empty"),
        ("a.docx", b"PK\x03\x04rest", "an Office document"),
        ("a.png", b"\x89PNG\r\n", "a picture"),
        ("a.exe", b"MZ\x00", "no ending the library knows"),
        ("a.pdf", b"just words", "named as PDF"),
        ("a.txt", b"%PDF-1.7 words", "named as plain text"),
        ("a.txt", b"<!DOCTYPE html><p>x", "named as plain text"),
        ("a.txt", b"a\x00b", "zero bytes"),
        ("a.txt", "Калий".encode("cp1251"), "not UTF-8 throughout: byte 1"),
        ("a.txt", b"good " + "плохо".encode("koi8-r"), "byte 6"),
        ("a.html", b'<meta charset="x-secret"><p>a', "an encoding the library does not read"),
        ("a.md", b"*** \n---\n", "holds no text"),
        ("a.pdf", b"%PDF-1.7\nnothing of the kind", "damaged or cut short"),
        ("a.pdf", pdf_of([["Sodium"]])[:300], "damaged or cut short"),
        ("a.pdf", pdf_of([[]]), "holds no text"),
        ("a.pdf", pdf_of([[]] * 2001), "2001 pages; a document may have 2000"),
    ],
)
def test_what_can_not_be_read_is_told_in_a_sentence(name: str, content: bytes, word: str) -> None:
    said = refusal(name, content)

    assert said.startswith(name)
    assert word in said
    assert said.endswith(".")


def test_a_pdf_with_a_password_says_so() -> None:
    locked = (
        "/Encrypt << /Filter /Standard /V 1 /R 2 /P -44"
        f" /O <{'41' * 32}> /U <{'42' * 32}> >> /ID [<00> <00>]"
    )
    content = assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [] /Count 0 >>",
        ],
        locked,
    )

    assert "protected by a password" in refusal("locked.pdf", content)


def test_a_table_of_places_that_lies_costs_nothing() -> None:
    content = pdf_of([["Sodium is low."]]).replace(b"0000000", b"9999999")

    _, contents = reader.read("moved.pdf", content)

    assert contents.text == "Sodium is low."


def bomb_of_streams() -> bytes:
    """A gigabyte of drawing, packed a thousandfold and packed again."""
    inner = zlib.compress(b"BT /F1 12 Tf (a) Tj ET\n" * 5_000_000, 9)
    return one_page(zlib.compress(inner, 9), words="/Filter [/FlateDecode /FlateDecode]")


def huge_picture() -> bytes:
    """A picture that says it is a hundred thousand dots wide and high."""
    dots = stream_object(
        zlib.compress(bytes(50_000_000), 9),
        "/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB"
        " /BitsPerComponent 8 /Filter /FlateDecode",
    )
    return one_page(b"q 595 0 0 842 0 0 cm /I Do Q", dots)


def deep_brackets() -> bytes:
    """Arrays in arrays, a hundred thousand deep."""
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R /Deep " + b"[" * 100_000 + b"]" * 100_000 + b" >>",
            b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>",
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("bomb", [bomb_of_streams, huge_picture, deep_brackets])
def test_a_bomb_costs_only_its_sender(bomb: Callable[[], bytes]) -> None:
    said = refusal("bomb.pdf", bomb(), Limits(cpu_seconds=3, wall_seconds=20))

    assert "bomb.pdf" in said
    assert reader.read("next.txt", b"Sodium")[1].text == "Sodium"


def test_too_deep_a_nest_of_elements_is_read_all_the_same() -> None:
    nest = b"<div>" * 50_000 + b"Sodium" + b"</div>" * 50_000

    assert reader.read("nest.html", nest)[1].text == "Sodium"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "times", "word"),
    [
        (Limits(cpu_seconds=1, wall_seconds=30), 200_000, "took longer"),
        (Limits(cpu_seconds=30, wall_seconds=1), 200_000, "took longer"),
        (Limits(memory=64 * MEGABYTE), 200_000, "more memory"),
        (Limits(output=64 * 1024), 10_000, "more text"),
    ],
)
def test_each_limit_ends_the_reading_with_a_sentence(limits: Limits, times: int, word: str) -> None:
    content = b"<p>" + b"sodium &amp; potassium <i>low</i> " * times

    assert word in refusal("long.html", content, limits)


def test_more_text_than_a_document_may_hold_is_refused() -> None:
    assert "more text" in refusal("long.txt", b"sodium " * 1_200_000)


def test_the_reading_process_holds_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDREVIEW_SECRET_KEY", "secret")
    given: dict[str, Any] = {}
    original = reader.subprocess.Popen

    def watched(*arguments: Any, **options: Any) -> object:
        given.update(options)
        return original(*arguments, **options)

    monkeypatch.setattr(reader.subprocess, "Popen", watched)
    reader.read("a.txt", b"Sodium")

    assert not {*given["env"]} & {name for name in os.environ if name.startswith("MEDREVIEW")}


def test_a_page_is_drawn_whatever_size_it_says_it_has(tmp_path: Path) -> None:
    content = pdf_of([["Sodium"]], box="0 0 14000 20000")

    drawn = reader.picture(content, 1)

    assert drawn is not None
    width, height = (int.from_bytes(drawn[at : at + 4], "big") for at in (16, 20))
    assert width <= 1000
    assert width * height <= 3_100_000


@pytest.mark.parametrize("page", [0, 2, 99])
def test_a_page_that_is_not_there_has_no_picture(page: int) -> None:
    assert reader.picture(pdf_of([["Sodium"]]), page) is None
