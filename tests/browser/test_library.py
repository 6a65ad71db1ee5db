"""A curator brings a document, reads it page by page, and takes it back; by keyboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD, person
from tests.factories.library import make_document, pdf_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PAGES = [["Severe hyper-", "kalaemia is treated at once."], ["Low sodium has many causes."]]


@pytest.fixture
def curators(chromium: Browser, live_server: LiveServer, reviewer: User) -> Iterator[Page]:
    """The browser of a curator."""
    kim = person("kim", "Kim Kurator", reviewer.hospital, Role.CURATOR)
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1440, "height": 900}
    )
    tab = context.new_page()
    tab.goto("/login/")
    tab.fill("[name=username]", kim.username)
    tab.fill("[name=password]", PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{live_server.url}/")
    yield tab
    context.close()


def test_a_document_is_brought_read_and_taken_back_by_keyboard(curators: Page) -> None:
    page = curators
    page.goto("/graph/library/")
    page.locator("#add-document").press("Enter")
    page.locator("#id_file").set_input_files(
        {"name": "scan.pdf", "mimeType": "application/pdf", "buffer": pdf_of([[]])}
    )
    for field, words in (
        ("title", "Invented guideline"),
        ("source", "KDIGO_AKI12"),
        ("licence_note", "Written for tests"),
    ):
        page.locator(f"#id_{field}").focus()
        page.keyboard.type(words)
    page.keyboard.press("Enter")

    expect(page.locator("#form-errors")).to_contain_text("scan.pdf holds no text")
    expect(page.locator("#form-errors")).to_be_focused()
    expect(page.locator("#id_title")).to_have_value("Invented guideline")

    page.locator("#id_file").set_input_files(
        {"name": "k.pdf", "mimeType": "application/pdf", "buffer": pdf_of(PAGES)}
    )
    page.locator("#upload-document").press("Enter")

    expect(page.locator("[data-testid=leaf]")).to_have_count(2)
    page.locator("#page-2 summary").press("Enter")
    picture = page.locator("#page-2 img")
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("image => image.naturalWidth") > 500

    page.locator("#open-withdraw").press("Enter")
    page.locator("#withdraw_reason").focus()
    page.keyboard.type("Its publisher retracted it.")
    page.locator("#withdraw").press("Enter")

    expect(page.locator("[data-testid=standing]")).to_contain_text("Its publisher retracted it.")
    expect(page.locator("[data-testid=document-head]")).to_have_attribute("data-state", "withdrawn")


@pytest.mark.parametrize("path", ["/graph/library/", "/graph/library/new/", "document"])
def test_no_page_of_the_library_has_a_barrier_at_any_width(
    curators: Page, path: str, reviewer: User
) -> None:
    document = make_document(by=reviewer)
    url = f"/graph/library/{document.pk}/?at=0&to=6" if path == "document" else path

    for width in WIDTHS:
        curators.set_viewport_size({"width": width, "height": 900})
        curators.goto(url)
        assert faults(curators) == []
    curators.set_viewport_size({"width": 320, "height": 900})
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not curators.evaluate(wide)
