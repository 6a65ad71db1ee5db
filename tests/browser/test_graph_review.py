"""A change set is reviewed without a mouse, and read at every width."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from graphcurate.models import ChangeSet, ConflictStatement, Flag
from graphcurate.queries import review
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.demo import curating
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD, person

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def yuna(transactional_db: None) -> User:
    """A curator, of whom Kim asks a review with a removal and a quote in it."""
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    made = person("yuna", "Yuna Sato", north, Role.CURATOR)
    kim = person("kim", "Kim Castellanos", north, Role.CURATOR)
    curating.load(author=kim, reviewer=made, reader=person("ada", "Ada", north, Role.CLINICIAN))
    return made


@pytest.fixture
def desk(chromium: Browser, live_server: LiveServer, yuna: User) -> Iterator[Page]:
    """Her browser; an error on the page's own console fails the test."""
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1440, "height": 900}
    )
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto("/login/")
    tab.fill("[name=username]", yuna.username)
    tab.fill("[name=password]", PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{live_server.url}/")
    yield tab
    context.close()
    assert errors == []


def viewed(page: Page) -> int:
    return page.locator("[data-testid=change][data-viewed=yes]").count()


def test_a_change_set_is_viewed_discussed_and_approved_by_keyboard(desk: Page, yuna: User) -> None:
    made = ChangeSet.objects.get()
    desk.goto(f"/graph/changes/{made.pk}/")
    total = desk.locator("[data-testid=change]").count()

    # J steps from change to change, V marks the one the reader is at.
    desk.keyboard.press("j")
    desk.keyboard.press("j")
    expect(desk.locator("[data-testid=change]").nth(1)).to_have_attribute("data-here", "")
    desk.keyboard.press("v")
    expect(desk.locator("[data-testid=change]").nth(1)).to_have_attribute("data-viewed", "yes")
    expect(desk.locator("#progress")).to_contain_text(f"1 of {total}")

    # C writes beside it, and what was written stands there.
    desk.keyboard.press("c")
    expect(desk.locator("[data-testid=change]").nth(1).locator("textarea")).to_be_focused()
    desk.keyboard.type("@kim agreed")
    desk.keyboard.press("Control+Enter")
    second = desk.locator("[data-testid=change]").nth(1)
    expect(second.locator("[data-testid=comment]").last).to_contain_text("@kim agreed")

    # ] goes to what is not viewed yet, until nothing is.
    for count in range(2, total + 1):
        desk.keyboard.press("]")
        desk.keyboard.press("v")
        expect(desk.locator("#progress")).to_contain_text(f"{count} of {total}")
    assert viewed(desk) == total

    # The statement is asked for, and the decision goes on from there.
    desk.locator("#decide-comment").focus()
    desk.keyboard.type("Read in full.")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-testid=asks-statement]")).to_be_focused()
    desk.locator("input[name=has_interests][value=no]").focus()
    desk.keyboard.press("Space")
    desk.locator("#approve").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-testid=state]")).to_have_attribute("data-state", "approved")

    made.refresh_from_db()
    assert made.state == "approved"
    assert ConflictStatement.objects.filter(by=yuna).count() == 1
    assert review.unseen_mentions(User.objects.get(username="kim")).count() == 1


def test_next_unviewed_comes_round_to_what_was_left_behind(desk: Page) -> None:
    desk.goto(f"/graph/changes/{ChangeSet.objects.get().pk}/")
    changes = desk.locator("[data-testid=change]")
    for _ in range(changes.count()):
        desk.keyboard.press("j")

    desk.keyboard.press("]")

    expect(changes.first).to_have_attribute("data-here", "")


def test_the_pages_of_reviewing_have_no_fault_of_accessibility_at_any_width(desk: Page) -> None:
    made, flag = ChangeSet.objects.get(), Flag.objects.get()
    places = (
        "/graph/changes/",
        f"/graph/changes/{made.pk}/",
        "/graph/changes/interests/",
        "/graph/changes/mentions/",
        "/graph/changes/bulk/",
        "/graph/flags/",
        f"/graph/flags/{flag.pk}/",
        "/graph/flags/mine/",
        "/graph/flags/new/?kind=biomarker&key=potassium",
    )

    found = {}
    for width in WIDTHS:
        desk.set_viewport_size({"width": width, "height": 900})
        for place in places:
            desk.goto(place)
            desk.wait_for_load_state("networkidle")
            wider = desk.evaluate("document.documentElement.scrollWidth > window.innerWidth")
            if wrong := faults(desk) + ["wider than the screen"] * wider:
                found[width, place] = wrong

    assert found == {}
