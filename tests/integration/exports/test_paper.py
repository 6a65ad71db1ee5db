"""The PDF file is the printed page: the same words in the same order, whose it is on every page."""

import io
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from analysis.exports.formats import ExportFormat
from analysis.exports.paper import OwnStyleSheets, rendered
from analysis.exports.services import export
from analysis.pipeline.models import Analysis
from medreview.accounts.models import User

pytestmark = pytest.mark.django_db


def pages_of(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


@pytest.fixture
def pdf(analysis: Analysis, ada: User) -> bytes:
    return export(analysis=analysis, edition=1, form=ExportFormat.PDF, by=ada).content


def test_the_patient_the_state_and_the_number_stand_on_every_page(
    pdf: bytes, analysis: Analysis
) -> None:
    pages = pages_of(pdf)

    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        assert "HARGREAVES, Eleanor (Mrs)" in page
        assert "40011827" in page
        assert "Version 1 signed by Ada Albrecht" in page
        assert f"{number} / {len(pages)}" in page


def test_the_title_of_the_file_names_nobody(pdf: bytes, analysis: Analysis) -> None:
    told = PdfReader(io.BytesIO(pdf)).metadata

    assert told is not None
    assert told.title == f"{analysis.number}, version 1"
    assert "HARGREAVES" not in str(dict(told))


def test_two_files_differ_in_their_moment_only(analysis: Analysis, ada: User, pdf: bytes) -> None:
    again = export(analysis=analysis, edition=1, form=ExportFormat.PDF, by=ada).content

    def timeless(page: str) -> str:
        return re.sub(r"Printed .*", "", page)

    assert list(map(timeless, pages_of(again))) == list(map(timeless, pages_of(pdf)))


def test_letters_and_arrows_of_every_script_are_there() -> None:
    page = "<html><body><p>ИВАНОВА, Мария ▲▲ HH ▼ L ◆ A ×10⁹/L µmol/L ≥ 6.5</p></body></html>"

    text = " ".join(pages_of(rendered(page, title="x"))[0].split())

    assert text == "ИВАНОВА, Мария ▲▲ HH ▼ L ◆ A ×10⁹/L µmol/L ≥ 6.5"


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "/etc/passwd",
        "https://paper.invalid/static/css/../settings/base.py",
        "https://paper.invalid/static/js/app.js",
        "http://169.254.169.254/",
        "https://paper.invalid/static/css/no-such.css",
    ],
)
def test_the_renderer_reads_our_style_sheets_and_nothing_else(address: str) -> None:
    window = OwnStyleSheets()

    with pytest.raises(PermissionError):
        window.fetch_url(address)
    page = f'<html><head><link rel="stylesheet" href="{address}"></head><body>x</body></html>'
    assert pages_of(rendered(page, title="x")) == ["x"]


def test_the_style_sheets_of_the_page_are_all_found(
    analysis: Analysis, ada: User, signed_in: Callable[[User], Client]
) -> None:
    page = signed_in(ada).get(reverse("review:print-edition", args=[analysis.pk, 1]))
    named = re.findall(r'<link rel="stylesheet" href="/([^"]+)"', page.content.decode())

    sheets = [OwnStyleSheets().fetch_url(f"https://paper.invalid/{name}") for name in named]

    assert len(sheets) >= 8
