"""Two clinicians share the worklist: take up, decide, hand over, read the note, go on."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.pipeline.models import Analysis
from analysis.worklist import queries, services
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD, person
from tests.factories.worklist import make_waiting

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LIST = "/reviews/"


@pytest.fixture
def colleague(reviewer: User) -> User:
    return person("noor", "Noor Haddad", reviewer.hospital, Role.CLINICIAN)


@pytest.fixture
def theirs(chromium: Browser, live_server: LiveServer, colleague: User) -> Iterator[Page]:
    """The colleague's own browser."""
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1440, "height": 900}
    )
    tab = context.new_page()
    tab.goto("/login/")
    tab.fill("[name=username]", colleague.username)
    tab.fill("[name=password]", PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{live_server.url}/")
    yield tab
    context.close()


def test_work_is_taken_up_decided_handed_over_and_gone_on_with(
    page: Page, theirs: Page, waiting: Analysis, colleague: User
) -> None:
    following = make_waiting(waiting.hospital)
    page.goto(LIST)
    expect(page.locator("[data-testid=work-row]")).to_have_count(2)

    page.locator(f"#claim-{waiting.pk}").click()
    page.wait_for_url(f"**/analyses/{waiting.pk}/**")
    expect(page.locator("#holding")).to_have_attribute("data-state", "mine")
    expect(page.locator("#finding-title")).to_have_text("Potassium")
    page.keyboard.press("a")
    expect(page.locator("#finding-1[data-state=accepted]")).to_be_visible()

    theirs.goto(reverse("review:finding", args=[waiting.pk, 2]))
    expect(theirs.locator("#holding")).to_contain_text("In the hands of Ada Albrecht")
    expect(theirs.locator("#accept")).to_have_count(0)

    page.keyboard.press("h")
    expect(page.locator("#give-to")).to_be_focused()
    page.locator("#give-to").select_option(label="Noor Haddad")
    page.locator("#give-note").fill("Potassium is called in. Creatinine is open.")
    with page.expect_navigation():
        page.keyboard.press("Control+Enter")
    expect(page.locator("#holding")).to_have_attribute("data-state", "others")

    theirs.goto(f"{LIST}?show=mine")
    expect(theirs.locator("[data-testid=work-row] q")).to_contain_text("Potassium is called in.")
    theirs.keyboard.press("j")
    theirs.keyboard.press("Enter")
    theirs.wait_for_url(f"**/analyses/{waiting.pk}/**")
    note = theirs.locator("[data-testid=handed-note]")
    expect(note).to_have_text("Potassium is called in. Creatinine is open.")
    expect(theirs.locator("#finding-2")).to_be_visible()
    theirs.keyboard.press("a")
    expect(theirs.locator("#finding-2[data-state=accepted]")).to_be_visible()

    theirs.keyboard.press("d")
    expect(theirs.locator("#finding-3")).to_be_visible()
    page.keyboard.press("d")
    page.wait_for_url(f"**/analyses/{following.pk}/**")


def test_a_stale_page_is_told_who_decides_now_and_can_take_over(
    page: Page, theirs: Page, waiting: Analysis, reviewer: User, colleague: User
) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    services.claim(analysis=waiting, by=colleague)

    page.keyboard.press("a")
    expect(page.locator("[data-testid=held]")).to_contain_text("Noor Haddad holds this analysis")
    assert faults(page) == []
    with page.expect_navigation():
        page.locator("#held-take").click()
    expect(page.locator("#holding")).to_have_attribute("data-state", "mine")
    page.wait_for_load_state()
    page.keyboard.press("a")
    expect(page.locator("#finding-1[data-state=accepted]")).to_be_visible()

    theirs.goto(f"{LIST}?show=mine")
    expect(theirs.locator("[data-testid=taken]")).to_contain_text("Ada Albrecht took it over")
    assert queries.holder_of(waiting) == reviewer


def test_a_list_is_walked_by_key_and_shows_where_one_was(page: Page, waiting: Analysis) -> None:
    others = [make_waiting(waiting.hospital) for _ in range(30)]
    page.goto(LIST)
    for _ in range(25):
        page.keyboard.press("j")
    page.keyboard.press("k")
    at = page.evaluate("document.activeElement.id")
    # A page scrolls when it is drawn next: it is waited for, not asked at once.
    expect(page.locator("[id^=open-]").first).not_to_be_in_viewport()

    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    page.goto(LIST)

    expect(page.locator(f"#{at}")).to_be_focused()
    expect(page.locator(f"#{at}")).to_be_in_viewport()
    assert at == f"open-{others[22].pk}"


def test_no_list_has_a_barrier_at_any_width(
    page: Page, waiting: Analysis, reviewer: User, colleague: User
) -> None:
    for hand in (None, reviewer, colleague):
        analysis = make_waiting(waiting.hospital, criticals=1)
        if hand:
            services.claim(analysis=analysis, by=hand)
    mine = make_waiting(waiting.hospital)
    services.assign(analysis=mine, to=reviewer, note="Please look.", by=colleague)

    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for show in ("waiting", "mine", "others", "overdue", "signed", "mine&severity=other"):
            page.goto(f"{LIST}?show={show}")
            found[width, show] = faults(page)
        page.goto(f"{LIST}?show=mine")
        page.locator(f"#give-{mine.pk}").click()
        expect(page.locator("#give-to")).to_be_visible()
        found[width, "give"] = faults(page)
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"{LIST}?show=mine")
    over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")

    assert {where: what for where, what in found.items() if what} == {}
    assert over <= 0
