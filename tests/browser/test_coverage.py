"""A name nobody knows is mapped in two keys, and the starter content is read by keyboard."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from graphcurate.gaps.states import GapState
from graphcurate.gaps.suggestions import Asked
from graphcurate.models import Gap, PassedOver, Revision
from graphcurate.queries import coverage
from graphcurate.queries import guided as queries
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways, signed_in
from tests.conftest import person
from tests.factories.gaps import make_gap, make_sent_set

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LIST = "/graph/coverage/gaps/?show=names"


@pytest.fixture
def north(transactional_db: None) -> Hospital:
    return Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")


@pytest.fixture
def kim(north: Hospital) -> User:
    return person("kim", "Kim Kaya", north, Role.CURATOR)


@pytest.fixture
def curator(chromium: Browser, live_server: LiveServer, kim: User) -> Iterator[Page]:
    """Kim's browser; an error on the page's own console fails the test."""
    # A server has asked its first suggestion long before the first curator does.
    coverage.suggestions().of(Asked("Ferritin", ("ug/L",)))
    page = signed_in(chromium, live_server, kim)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.context.close()
    assert errors == []


def test_a_name_is_mapped_in_two_keys_and_the_next_one_in_two_more(curator: Page) -> None:
    ferritin = make_gap("Serum ferritin level II", hits=2, unit="ug/L")
    bilirubin = make_gap("Bili tot", unit="umol/L")
    curator.goto(LIST)

    curator.keyboard.press("m")
    expect(curator.locator(f"#choose-{ferritin.pk}-1")).to_be_focused()
    curator.keyboard.press("1")
    expect(curator.locator(f"#map-{bilirubin.pk}")).to_be_focused()
    curator.keyboard.press("Enter")
    expect(curator.locator(f"#choose-{bilirubin.pk}-1")).to_be_focused()
    curator.keyboard.press("Digit1")

    expect(curator.locator(f"#gap-{bilirubin.pk}")).to_have_attribute("data-state", "mapped")
    expect(curator.locator(f"#gap-{ferritin.pk}")).to_contain_text("Ferritin")
    expect(curator.locator(f"#set-{ferritin.pk}")).to_have_text("CS-1")
    mapped = dict(Gap.objects.values_list("name", "mapped_to"))
    assert mapped == {"Serum ferritin level II": "ferritin", "Bili tot": "bilirubin_total"}
    assert Revision.objects.count() == 2


def test_u_takes_the_last_mapping_back(curator: Page) -> None:
    gap = make_gap("Serum ferritin level II", unit="ug/L")
    curator.goto(LIST)
    curator.keyboard.press("m")
    expect(curator.locator(f"#choose-{gap.pk}-1")).to_be_focused()
    curator.keyboard.press("1")
    expect(curator.locator("#toast-undo")).to_be_visible()

    curator.keyboard.press("u")

    expect(curator.locator(f"#map-{gap.pk}")).to_be_focused()
    assert Gap.objects.get().state == GapState.OPEN
    assert not Revision.objects.exists()


def test_x_says_that_it_is_no_laboratory_test(curator: Page) -> None:
    gap = make_gap("Albumin of the shoe")
    curator.goto(LIST)
    curator.keyboard.press("m")
    expect(curator.locator(f"#not-lab-{gap.pk}")).to_be_visible()

    curator.keyboard.press("x")

    expect(curator.locator(f"#gap-{gap.pk}")).to_have_attribute("data-state", "set_aside")


def test_the_starter_content_is_read_by_keyboard(curator: Page, kim: User) -> None:
    curator.goto("/graph/guided/")
    curator.keyboard.press("Enter")
    expect(curator.locator("#item-title")).to_have_text("Sodium")
    curator.wait_for_load_state()  # the words are there before the keys are

    curator.keyboard.press("a")
    expect(curator.locator("#item-title")).not_to_have_text("Sodium")
    first_link = curator.locator("#item-title").inner_text()
    curator.keyboard.press("j")
    expect(curator.locator("#item-title")).not_to_have_text(first_link)
    curator.keyboard.press("k")
    expect(curator.locator("#item-title")).to_have_text(first_link)
    curator.keyboard.press("f")
    curator.locator("#pass-reason").fill("Ask endocrinology.")
    curator.locator("#skip").press("Enter")
    expect(curator.locator("#item-title")).not_to_have_text(first_link)

    assert {key for _, key in queries.taken()} == {"sodium"}
    assert PassedOver.objects.get().by == kim


def test_e_opens_the_editor_in_the_same_set(curator: Page) -> None:
    curator.goto(reverse("graphcurate:guided-item", args=["biomarker", "potassium"]))

    curator.keyboard.press("e")

    curator.wait_for_url("**/graph/edit/biomarker/potassium/?set=*")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_of_coverage_have_no_fault_at_any_width(
    curator: Page, north: Hospital, width: int
) -> None:
    make_gap("Serum ferritin level II", unit="ug/L", laboratory="North Lab", tier="uncovered")
    made = make_sent_set("potassium", by=person("carl", "Carl Kollege", north, Role.CURATOR))
    curator.set_viewport_size({"width": width, "height": 900})
    wrong = {}
    for url in (
        "/graph/coverage/",
        LIST,
        "/graph/coverage/lists/unquoted/",
        "/graph/guided/",
        reverse("graphcurate:guided-item", args=["biomarker", "sodium"]),
        reverse("graphcurate:second-set", args=[made.pk]),
        reverse("graphcurate:second-item", args=[made.pk, "biomarker", "potassium"]),
    ):
        curator.goto(url)
        if url == LIST:
            curator.keyboard.press("m")
            curator.locator(".suggest").wait_for()
        found = [*faults(curator), *(["sideways"] if sideways(curator) else [])]
        if found:
            wrong[url] = found

    assert wrong == {}
