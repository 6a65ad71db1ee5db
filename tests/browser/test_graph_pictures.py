"""A picture of the graph is walked by Tab, by arrows and on paper, and hides nothing."""

import io
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import barriers, signed_in
from tests.conftest import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FERRITIN = "/graph/biomarkers/ferritin/"
BOXES = "svg.ego.wide a"
FOCUSED = "document.activeElement.getAttribute('aria-label')"


@pytest.fixture
def curating(chromium: Browser, live_server: LiveServer, reviewer: User) -> Iterator[Page]:
    """A browser in which a curator is signed in."""
    page = signed_in(
        chromium, live_server, person("nora", "Nora N", reviewer.hospital, Role.CURATOR)
    )
    yield page
    page.context.close()


def test_the_graphs_pages_have_no_barrier(curating: Page) -> None:
    addresses = [
        "/graph/?domain=iron",
        "/graph/?type=source&q=kdigo",
        "/graph/?q=zzzz",
        "/graph/overview/",
        FERRITIN,
        "/graph/biomarkers/ck/?depth=2",
        "/graph/domains/iron/",
        "/graph/conditions/addison/",
        "/graph/sources/ACG_HH19/",
    ]

    assert barriers(curating, addresses) == {}


def test_every_box_is_reached_by_tab_and_named(curating: Page) -> None:
    curating.goto(FERRITIN)
    named = curating.locator(BOXES).evaluate_all("all => all.map(one => one.ariaLabel)")
    curating.locator(BOXES).first.focus()

    reached = [curating.evaluate(FOCUSED)]
    for _ in named[1:]:
        curating.keyboard.press("Tab")
        reached.append(curating.evaluate(FOCUSED))

    assert reached == named
    assert "Condition: Chronic kidney disease, raises" in reached
    rows = curating.locator("tr[data-link]").count()
    assert curating.locator("svg.ego.wide a.node").count() == rows == len(named) - 1
    assert curating.locator("canvas").count() == 0


def test_arrows_move_between_boxes_and_enter_opens_what_a_box_leads_to(curating: Page) -> None:
    curating.goto(FERRITIN)
    curating.locator("svg.ego.wide a.middle").focus()

    curating.keyboard.press("ArrowLeft")
    left = curating.evaluate(FOCUSED)
    curating.keyboard.press("ArrowDown")
    below = curating.evaluate(FOCUSED)
    curating.keyboard.press("ArrowRight")

    assert left.startswith("Parameter")
    assert below != left
    assert "in the middle" in curating.evaluate(FOCUSED)
    curating.keyboard.press("ArrowLeft")
    curating.keyboard.press("Enter")
    curating.wait_for_url(lambda url: "/graph/biomarkers/" in url and not url.endswith(FERRITIN))


def test_plus_goes_a_step_further_and_slash_to_the_search(curating: Page) -> None:
    curating.goto(FERRITIN)

    curating.keyboard.press("Shift+Equal")
    curating.wait_for_url("**?depth=2*")
    curating.goto("/graph/")
    curating.keyboard.press("/")

    assert curating.evaluate("document.activeElement.id") == "graph-words"


def test_a_narrowed_list_has_its_address_and_back_takes_the_filter_away(curating: Page) -> None:
    curating.goto("/graph/")
    curating.select_option("#graph-domain", "iron")
    expect(curating.locator("[data-testid=entry]")).to_have_count(6)

    curating.goto(curating.url)
    expect(curating.locator("[data-testid=entry]")).to_have_count(6)
    expect(curating.locator("#graph-domain")).to_have_value("iron")
    curating.go_back()

    expect(curating.locator("[data-testid=entry]")).to_have_count(100)
    expect(curating.locator("#graph-domain")).to_have_value("")


def test_names_stay_within_their_boxes(curating: Page) -> None:
    curating.goto(f"{FERRITIN}?depth=2")
    for form, width in (("wide", 1440), ("narrow", 390)):
        curating.set_viewport_size({"width": width, "height": 900})
        out = curating.locator(f"svg.ego.{form} a.node").evaluate_all(
            """all => all.filter(one => {
                const [name, mark] = one.querySelectorAll('text');
                return name.getBBox().x + name.getBBox().width > mark.getBBox().x;
            }).map(one => one.ariaLabel)"""
        )
        assert out == []


def test_forced_colours_keep_boxes_lines_and_the_ring(curating: Page) -> None:
    curating.emulate_media(forced_colors="active")
    curating.goto(FERRITIN)
    box = curating.locator("svg.ego.wide a.node").first
    plain = box.locator("rect").evaluate("one => getComputedStyle(one).stroke")

    box.focus()

    ringed = box.locator("rect").evaluate("one => getComputedStyle(one).stroke")
    assert ringed != plain
    assert [each for each in faults(curating) if not each.startswith("color-contrast")] == []


def test_a_telephone_shows_one_column_and_the_same_boxes(curating: Page) -> None:
    curating.set_viewport_size({"width": min(WIDTHS), "height": 900})
    curating.goto(FERRITIN)

    expect(curating.locator("svg.ego.narrow")).to_be_visible()
    expect(curating.locator("svg.ego.wide")).to_be_hidden()
    rows = curating.locator("tr[data-link]").count()
    assert curating.locator("svg.ego.narrow a.node").count() == rows


def test_a_printed_picture_holds_every_name_it_shows_and_nothing_to_press(curating: Page) -> None:
    curating.goto(FERRITIN)

    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(curating.pdf())).pages)

    for words in ("Ferritin", "Coeliac disease", "Parameters", "LOINC 2276-4", "raises it"):
        assert words in text
    assert "Two steps" not in text
