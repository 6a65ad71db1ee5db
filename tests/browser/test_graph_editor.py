"""A curator adds a link with a quote by keyboard; nothing typed is lost; no page has a barrier."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet
from graphcurate.queries import change_sets as queries
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD, person
from tests.factories.library import make_document

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FERRITIN = "/graph/edit/biomarker/ferritin/"
GOUT = "rel:ferritin:condition:gout"
KEY = "rel:ferritin:condition:ckd"
CKD = f"/graph/edit/relation/{KEY}/"
QUOTE = "A haemolysed sample is drawn again before anybody acts on it."


@pytest.fixture
def kim(transactional_db: None) -> User:
    """Kim, who curates."""
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    return person("kim", "Kim Castellanos", north, Role.CURATOR)


@pytest.fixture
def vera(kim: User) -> User:
    """Vera, who curates too."""
    return person("vera", "Vera Orlova", kim.hospital, Role.CURATOR)


@pytest.fixture
def tab(chromium: Browser, live_server: LiveServer) -> Iterator[Callable[[User], Page]]:
    """``tab(kim)`` is a page in which she is signed in."""
    contexts = []
    errors: list[str] = []

    def opened(user: User) -> Page:
        context = chromium.new_context(
            base_url=live_server.url, viewport={"width": 1440, "height": 900}
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto("/login/")
        page.fill("[name=username]", user.username)
        page.fill("[name=password]", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda address: "/login/" not in address)
        page.wait_for_load_state()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def tab_to(page: Page, place: str) -> None:
    """By the Tab key alone, as far as it takes."""
    for _step in range(40):
        if focused(page) == place:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {place}, only to {focused(page)}")


def kept(field: str, key: str = GOUT) -> object:
    return queries.working_fields(ChangeSet.objects.get(), EntryKind.RELATION, key).get(field)


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for what the server does after the page has gone on."""
    for _try in range(150):
        if is_so():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come to be so")


def specimen() -> object:
    sets = ChangeSet.objects.all()
    return sets and queries.working_fields(sets[0], EntryKind.BIOMARKER, "ferritin")["specimen"]


def test_a_link_with_a_quote_is_added_by_keyboard(kim: User, tab: Callable[[User], Page]) -> None:
    document = make_document(by=kim)
    page = tab(kim)
    page.goto(FERRITIN)

    page.keyboard.press("n")
    expect(page.locator("#new-target")).to_be_focused()
    page.keyboard.type("gout")
    expect(page.locator("#new-target-list [role=option]").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#new-target")).to_have_value("Gout · condition:gout")
    page.keyboard.press("Tab")
    page.keyboard.type("raises")
    page.keyboard.press("Control+Enter")

    expect(page.locator("#c-rationale")).to_be_focused()
    page.keyboard.type("A flare is inflammation.")
    tab_to(page, "open-evidence-0")
    page.keyboard.press("Enter")
    tab_to(page, "c-evidence-0-source")
    page.keyboard.type("KDIGO_AKI12")
    expect(page.locator("#c-evidence-0-source-list [role=option]").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type(document.title)
    tab_to(page, "c-evidence-0-quote")
    page.keyboard.type(QUOTE.replace("drawn", "drown"))
    page.keyboard.press("Tab")
    check = page.locator("#q-evidence-0 [data-testid=quote-check]")
    expect(check).to_have_attribute("data-state", "not_found")
    expect(check.locator("ins")).to_contain_text("drawn")

    page.keyboard.press("Shift+Tab")
    tab_to(page, "use-c-evidence-0-quote")
    page.keyboard.press("Enter")
    expect(check).to_have_attribute("data-state", "found")
    page.keyboard.press("Control+s")
    expect(page.locator("[data-testid=problems]")).to_have_attribute("data-blocking", "0")

    item = next(
        value
        for field, value in queries.working_fields(
            ChangeSet.objects.get(), EntryKind.RELATION, GOUT
        ).items()
        if field.startswith("evidence/")
    )
    assert (item["quote"], item["checked_by"]) == (QUOTE, "kim")
    expect(page.locator("#send")).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator(f'[data-id="{GOUT}"]').first).to_have_attribute(
        "aria-label", "Condition: Gout, raises, added"
    )


def test_what_is_typed_is_kept_by_itself_and_survives_leaving(
    kim: User, tab: Callable[[User], Page]
) -> None:
    page = tab(kim)
    page.goto(CKD)

    page.locator("#c-rationale").fill("Kept by itself.")
    expect(page.locator("#saved")).to_contain_text("Saved ", timeout=8000)
    assert kept("rationale", KEY) == "Kept by itself."

    page.locator("#c-rationale").fill("Kept on the way out.")
    page.locator("#rail-words").fill("albumin")
    page.locator("#rail-biomarker-albumin").click()
    page.wait_for_url("**/biomarker/albumin/")
    assert kept("rationale", KEY) == "Kept on the way out."

    page.goto(CKD)
    page.locator("#c-rationale").fill("Kept at the very last moment.")
    page.goto("about:blank")
    until(page, lambda: kept("rationale", KEY) == "Kept at the very last moment.")


def test_two_curators_on_one_field_choose_and_on_two_fields_merge(
    kim: User, vera: User, tab: Callable[[User], Page]
) -> None:
    first = tab(kim)
    first.goto(FERRITIN)
    first.locator("#part-about summary").click()
    first.locator("#c-specimen").fill("Plasma")
    first.keyboard.press("Control+s")
    until(first, lambda: specimen() == "Plasma")
    second = tab(vera)
    second.goto(f"{FERRITIN}?set={ChangeSet.objects.get().pk}")
    expect(second.locator("#presence")).to_have_text("Kim Castellanos is viewing")

    first.locator("#c-specimen").fill("Serum")
    first.keyboard.press("Control+s")
    until(first, lambda: specimen() == "Serum")
    second.locator("#c-specimen").fill("Whole blood")
    second.locator("#c-molar-mass").fill("450")
    second.keyboard.press("Control+s")

    clash = second.locator("#s-specimen [data-testid=clash]")
    expect(clash.locator("[data-testid=theirs]")).to_have_text("Serum")
    expect(clash.locator("[data-testid=mine]")).to_have_text("Whole blood")
    expect(second.locator("#live")).to_contain_text("Somebody else changed the same field.")
    fields = queries.working_fields(ChangeSet.objects.get(), EntryKind.BIOMARKER, "ferritin")
    assert (fields["specimen"], fields["molar_mass"]) == ("Serum", "450")

    second.locator("#keep-specimen").click()
    expect(second.locator("#c-specimen")).to_have_value("Serum")
    expect(clash).to_have_count(0)


def test_links_are_ordered_and_removed_by_their_keys(
    kim: User, tab: Callable[[User], Page]
) -> None:
    page = tab(kim)
    page.goto(FERRITIN)
    page.keyboard.press("j")
    first = focused(page)

    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#live")).to_contain_text("moved")
    expect(page.locator(".linktable tr.rec").nth(1).locator("[data-row]")).to_have_id(first)

    page.locator(f"#{first}").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#remove-reason")).to_be_focused()
    page.keyboard.type("It says nothing.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".linktable tr.dg-del")).to_have_count(1)
    expect(page.locator(".linktable tr.dg-del")).to_contain_text("Removed")


def test_no_page_of_the_editor_has_a_barrier_or_runs_off_the_side(
    kim: User, tab: Callable[[User], Page]
) -> None:
    page = tab(kim)
    pages = [
        FERRITIN,
        "/graph/edit/relation/rel:ferritin:condition:ckd/",
        "/graph/edit/new/relation/?biomarker=ferritin",
        "/graph/edit/domain/renal/",
        "/graph/edit/thing/condition:ckd/",
        "/graph/edit/source/ACG17/",
        "/graph/edit/new/biomarker/",
        "/graph/edit/set/",
    ]

    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        # Between the widest and the narrowest only the drawer lies differently.
        for address in pages[:2] if width == 1100 else pages:
            page.goto(address)
            page.evaluate("for (const one of document.querySelectorAll('.fold')) one.open = true")
            over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            found[width, address] = [*faults(page), *(["too wide"] if over > 0 else [])]

    assert {where: what for where, what in found.items() if what} == {}
