"""The export menu by keyboard, what it saves, and a PDF file that equals the printed page."""

import io
import json
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from analysis.pipeline.models import Analysis
from analysis.review.services import signing
from medreview.accounts.models import User
from tests.browser.conftest import faults
from tests.conftest import PASSWORD
from tests.factories.review import accept_all

pytestmark = pytest.mark.browser


@pytest.fixture
def signed(waiting: Analysis, reviewer: User) -> Analysis:
    accept_all(waiting, by=reviewer)
    signing.sign(analysis=waiting, version=waiting.version, password=PASSWORD, by=reviewer)
    waiting.refresh_from_db()
    return waiting


HEAD = re.compile(r"HARGREAVES,Eleanor.*?signedbyAdaAlbrecht,\d\d-[A-Z][a-z]{2}-\d{4}\d\d:\d\d")
MOMENT = re.compile(r"(?<=Printed)\d\d-[A-Z][a-z]{2}-\d{4}\d\d:\d\d")


def letters(content: bytes) -> tuple[str, int]:
    """The document without its head, which each program draws at another time; and its heads."""
    pages = PdfReader(io.BytesIO(content)).pages
    text, heads = "", 0
    for number, page in enumerate(pages, start=1):
        said, count = HEAD.subn("", "".join(page.extract_text().split()))
        said = said.removeprefix(f"{number}/{len(pages)}").removesuffix(f"{number}/{len(pages)}")
        text, heads = text + MOMENT.sub("", said), heads + count
    return text, heads


def test_the_pdf_file_has_the_letters_of_the_printed_page_in_their_order(
    page: Page, signed: Analysis
) -> None:
    page.goto(reverse("review:print-edition", args=[signed.pk, 1]))
    printed = page.pdf(prefer_css_page_size=True)
    page.locator("[data-testid=export] summary").click()
    with page.expect_download() as saving:
        page.get_by_role("link", name="PDF").click()
    filed = saving.value.path().read_bytes()

    assert saving.value.suggested_filename == f"{signed.number}-e1.pdf"
    (ours, heads), (theirs, _) = letters(filed), letters(printed)
    assert heads == len(PdfReader(io.BytesIO(filed)).pages)
    assert ours == theirs
    assert len(ours) > 10_000


def test_the_menu_is_opened_walked_and_closed_by_keyboard(page: Page, signed: Analysis) -> None:
    page.goto(reverse("review:finding", args=[signed.pk, 1]))
    summary = page.locator("[data-testid=export] summary")

    summary.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="PDF, as printed")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="PDF, as printed")).to_be_focused()
    page.keyboard.press("Escape")

    expect(summary).to_be_focused()
    expect(page.get_by_role("link", name="PDF, as printed")).to_be_hidden()


def test_the_contract_is_saved_under_our_own_number(page: Page, signed: Analysis) -> None:
    page.goto(reverse("review:finding", args=[signed.pk, 1]))

    page.locator("[data-testid=export] summary").click()
    with page.expect_download() as saving:
        page.get_by_role("link", name="All of it (JSON)").click()

    assert saving.value.suggested_filename == f"{signed.number}-e1.json"
    assert json.loads(saving.value.path().read_text())["number"] == signed.number


def test_the_text_is_copied_by_a_button(page: Page, signed: Analysis) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(reverse("review:finding", args=[signed.pk, 1]))
    page.locator("[data-testid=export] summary").click()
    page.get_by_role("link", name="Text to paste").click()

    page.locator("#copy").click()

    expect(page.locator("#live")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#export-text").input_value()
    assert "Potassium 6.8 mmol/L" in copied
    assert faults(page) == []


@pytest.mark.parametrize("width", [1440, 1100, 390])
def test_menu_and_text_have_no_barrier_and_stay_inside_the_page(
    page: Page, signed: Analysis, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for address in (
        reverse("review:finding", args=[signed.pk, 1]),
        reverse("exports:text", args=[signed.pk, 1]),
    ):
        page.goto(address)
        menu = page.locator("[data-testid=export] summary")
        if menu.count():
            menu.click()
        assert faults(page) == []
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(over) <= 0
