"""From a change set to the analyses it would change, by keyboard; and on to the old analysis."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.impact import services
from analysis.pipeline.models import Analysis
from graphcurate.models import ChangeSet
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import signed_in
from tests.conftest import person
from tests.factories.impacts import LINK, make_change_set, make_next_release, without

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def curator(reviewer: User) -> User:
    return person("kim", "Kim Castellanos", reviewer.hospital, Role.CURATOR)


@pytest.fixture
def curating(chromium: Browser, live_server: LiveServer, curator: User) -> Iterator[Page]:
    """A browser in which a curator is signed in."""
    tab = signed_in(chromium, live_server, curator)
    yield tab
    tab.context.close()


@pytest.fixture
def change_set(waiting: Analysis, curator: User) -> ChangeSet:
    return make_change_set(by=curator)


def test_a_curator_works_out_what_a_set_would_change_and_a_clinician_opens_it(
    curating: Page, page: Page, change_set: ChangeSet, waiting: Analysis
) -> None:
    curating.goto(f"/graph/impact/sets/{change_set.pk}/")
    assert faults(curating) == []
    curating.focus("#ask-impact")
    curating.keyboard.press("Enter")
    curating.wait_for_url("**/graph/impact/imp_*/")

    expect(curating.get_by_test_id("impact")).to_have_attribute("data-state", "done")
    row = curating.get_by_test_id(f"impact-{waiting.number}")
    expect(row).to_contain_text("Chronic kidney disease: found → not asked")
    expect(row.get_by_role("link")).to_have_count(0)
    for width in WIDTHS:
        curating.set_viewport_size({"width": width, "height": 900})
        assert faults(curating) == []
        assert curating.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.goto(curating.url)
    page.get_by_role("link", name=waiting.number).click()
    page.wait_for_url(f"**/analyses/{waiting.pk}/**")
    expect(page.locator("#h-analysis")).to_contain_text(waiting.number)


def test_an_old_analysis_says_what_a_newer_release_would_change_and_is_run_again(
    page: Page, waiting: Analysis
) -> None:
    services.after_release(make_next_release(without(LINK)).pk)
    page.goto(f"/analyses/{waiting.pk}/")

    note = page.get_by_test_id("newer-release")
    expect(note).to_contain_text("A newer release would change this: 2026.12")
    assert faults(page) == []
    page.focus("#run-with-newer")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: waiting.pk not in url)

    expect(page.get_by_test_id("rerun")).to_contain_text(waiting.number)
    expect(page.get_by_test_id("newer-release")).to_have_count(0)
