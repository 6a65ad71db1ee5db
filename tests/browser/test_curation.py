"""From "add link with quote" to "published": two curators, by keyboard alone, no barrier."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from graphcurate import queries
from graphcurate.models import Release
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from tests.browser.conftest import faults
from tests.browser.test_every_page import signed_in
from tests.conftest import person
from tests.factories.library import make_document

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LINK = "rel:potassium:condition:gout"
RATIONALE = "Kidney disease is common to both."
QUOTE = "A haemolysed sample is drawn again before anybody acts on it."
FURTHEST = 140
PATIENCE = 90_000


@pytest.fixture
def north(transactional_db: None) -> Hospital:
    return Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")


@pytest.fixture
def kim(north: Hospital) -> User:
    made = person("kim", "Kim Kaya", north, Role.CURATOR)
    make_document(by=made)
    return made


@pytest.fixture
def yuna(north: Hospital) -> User:
    return person("yuna", "Yuna Sato", north, Role.CURATOR)


@pytest.fixture
def author(chromium: Browser, live_server: LiveServer, kim: User) -> Iterator[Page]:
    yield from watched(signed_in(chromium, live_server, kim))


@pytest.fixture
def reviewer(chromium: Browser, live_server: LiveServer, yuna: User) -> Iterator[Page]:
    yield from watched(signed_in(chromium, live_server, yuna))


def watched(page: Page) -> Iterator[Page]:
    """A browser in which an error on the page's own console fails the test."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.context.close()
    assert errors == []


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the control with this id has the focus."""
    for _ in range(FURTHEST):
        if page.evaluate("document.activeElement.id") == wanted:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to #{wanted}")


def press(page: Page, wanted: str) -> None:
    """Go to a control by Tab and press it."""
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def choose(page: Page, text: str) -> None:
    """Type into the combobox that has the focus, and take the first suggestion."""
    page.keyboard.type(text)
    expect(page.locator("[role=option]:visible").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


def without_barrier(page: Page) -> None:
    assert faults(page) == []


def test_a_link_with_a_quote_is_added_sent_approved_and_published_by_keyboard(
    author: Page, reviewer: Page
) -> None:
    add_link_with_quote(author)
    send(author)

    approve(reviewer)
    publish(author)

    release = queries.current_release()
    snapshot = queries.snapshot_of(release)
    [link] = [one for one in snapshot.biomarkers["potassium"].relations if one.key == "gout"]
    assert Release.objects.count() == 2
    assert (link.rationale, link.quotes[0].text) == (RATIONALE, QUOTE)
    assert release.publication.by.full_name == "Kim Kaya"


def add_link_with_quote(page: Page) -> None:
    page.goto("/graph/edit/biomarker/potassium/")
    page.keyboard.press("n")
    expect(page.locator("#new-target")).to_be_focused()
    without_barrier(page)
    choose(page, "gout")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#c-rationale")).to_be_focused()
    page.keyboard.type(RATIONALE)
    press(page, "open-evidence-0")
    tab_to(page, "c-evidence-0-source")
    choose(page, "KDIGO_AKI12")
    tab_to(page, "c-evidence-0-document")
    page.keyboard.type("Invented")
    tab_to(page, "c-evidence-0-locator")
    page.keyboard.type("page 1")
    tab_to(page, "c-evidence-0-quote")
    page.keyboard.type(QUOTE)
    page.keyboard.press("Tab")
    expect(page.locator("#q-evidence-0")).to_contain_text("Found")
    page.keyboard.press("Control+s")
    expect(page.locator("#rows-evidence")).to_contain_text("KDIGO")
    without_barrier(page)


def send(page: Page) -> None:
    page.goto("/graph/edit/biomarker/potassium/")
    press(page, "send")
    expect(page.locator("[data-testid=state]")).to_have_attribute("data-state", "in_review")
    without_barrier(page)


def approve(page: Page) -> None:
    page.goto("/graph/changes/")
    without_barrier(page)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=change]").first).to_be_visible()
    without_barrier(page)
    press(page, "approve")
    expect(page.locator("[data-testid=asks-statement]")).to_be_visible()
    without_barrier(page)
    tab_to(page, page.locator("[name=has_interests]").first.get_attribute("id") or "")
    page.keyboard.press("Space")
    press(page, "approve")
    expect(page.locator("[data-testid=state]")).to_have_attribute("data-state", "approved")


def publish(page: Page) -> None:
    page.goto("/graph/releases/")
    without_barrier(page)
    page.keyboard.press("n")
    expect(page.locator("#id_number")).to_be_visible()
    without_barrier(page)
    number = page.input_value("#id_number")
    tab_to(page, "id_notes")
    page.keyboard.type("Gout and potassium.")
    page.keyboard.press("Control+Enter")
    # In a test the worker's part is done before the page answers.
    expect(page.locator("[data-testid=plan-head]")).to_be_visible(timeout=PATIENCE)
    sign_what_changed(page)
    expect(page.locator("#publish-number")).to_be_visible(timeout=PATIENCE)
    without_barrier(page)
    tab_to(page, "publish-number")
    page.keyboard.type(number)
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=release-head]")).to_have_attribute(
        "data-state", "current", timeout=PATIENCE
    )
    without_barrier(page)


def sign_what_changed(page: Page) -> None:
    """The vignettes with a high potassium now ask for gout too: each is looked at."""
    gate = page.locator("[data-gate=vignettes]")
    expect(gate).not_to_have_attribute("data-state", "waiting", timeout=PATIENCE)
    plan = page.url
    page.goto(f"{plan}cases/")
    without_barrier(page)
    tab_to(page, "seen-each")
    page.keyboard.press("Space")
    press(page, "sign-vignettes")
    expect(page.locator("[data-testid=plan-head]")).to_be_visible(timeout=PATIENCE)
