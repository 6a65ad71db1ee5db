"""Every page of every role: no barrier at any width, none run off the side, none lost at 200 %."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.pipeline.models import Analysis
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD, person
from tests.factories.review import make_review, make_story_patient

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PAGES = {
    Role.CURATOR: (
        "/",
        "/graph/",
        "/graph/coverage/",
        "/graph/coverage/gaps/",
        "/graph/coverage/lists/unreviewed/",
        "/settings/",
        "/audit/",
    ),
    Role.AUDITOR: ("/", "/audit/", "/runs/", "/costs/", "/skills/", "/settings/password/"),
    Role.ADMIN: (
        "/",
        "/runs/",
        "/costs/",
        "/skills/",
        "/skills/diagnostician/",
        "/runs/?state=failed",
        "/people/",
        "/health/",
        "/patients/",
    ),
}


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def barriers(page: Page, addresses: tuple[str, ...] | list[str]) -> dict[str, object]:
    """What is wrong with each page at each width; at 320 only whether it runs off the side."""
    found: dict[str, object] = {}
    for address in addresses:
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if wrong := faults(page):
                found[f"{address} at {width}"] = wrong
        page.set_viewport_size({"width": 320, "height": 700})
        if sideways(page) > 0:
            found[f"{address} at 320"] = "runs off the side"
        page.set_viewport_size({"width": 1440, "height": 900})
    return found


def signed_in(chromium: Browser, live_server: LiveServer, user: User) -> Page:
    page = chromium.new_context(base_url=live_server.url).new_page()
    page.goto("/login/")
    page.fill("[name=username]", user.username)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#account")).to_be_visible()
    return page


@pytest.mark.parametrize("role", list(PAGES))
def test_no_page_of_a_role_has_a_barrier(
    chromium: Browser, live_server: LiveServer, waiting: Analysis, role: Role
) -> None:
    page = signed_in(chromium, live_server, person("nora", "Nora N", waiting.hospital, role))

    found = barriers(page, PAGES[role])

    page.context.close()
    assert found == {}


def test_no_page_of_a_clinician_has_a_barrier(page: Page, waiting: Analysis) -> None:
    addresses = [
        "/",
        "/waiting/criticals/",
        "/waiting/drafts/",
        "/reviews/?show=signed",
        "/patients/",
        "/patients/?show=criticals",
        "/imports/",
        "/settings/",
        "/audit/",
        "/patients/pat_of_nobody/",
        reverse("front:patient", args=[waiting.patient_id]),
        reverse("front:patient-results", args=[waiting.patient_id, 1]),
        reverse("front:run-detail", args=[waiting.run_id]),
        reverse("review:request", args=[waiting.patient_id]),
    ]

    assert barriers(page, addresses) == {}


def test_nobody_signed_in_meets_no_barrier(
    chromium: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = chromium.new_context(base_url=live_server.url).new_page()

    found = barriers(page, ["/login/"])

    page.context.close()
    assert found == {}


@pytest.mark.parametrize("key", ["pereira", "svensson", "sokolova", "wang"])
def test_the_odd_records_meet_no_barrier(page: Page, reviewer: User, key: str) -> None:
    """All too old, nothing abnormal, a report in Russian, one in Chinese."""
    analysis = make_review(by=reviewer, key=key)
    addresses = [
        reverse("review:request", args=[analysis.patient_id]),
        reverse("review:analysis-detail", args=[analysis.pk]),
        reverse("review:print", args=[analysis.pk]),
    ]

    assert barriers(page, addresses) == {}


def test_a_name_without_end_pushes_nothing_off_the_side(page: Page, reviewer: User) -> None:
    patient = make_story_patient("svensson", hospital=reviewer.hospital)
    patient.family, patient.given = "Wolfeschlegelsteinhausen" * 5, "Hubert Blaine " * 9
    patient.save()
    page.set_viewport_size({"width": 320, "height": 700})

    for address in ("/patients/", reverse("front:patient", args=[patient.pk])):
        page.goto(address)

        assert sideways(page) <= 0, address


def test_text_of_twice_the_size_loses_nothing(page: Page, waiting: Analysis) -> None:
    for address in (
        "/",
        "/patients/",
        reverse("front:patient", args=[waiting.patient_id]),
        reverse("review:finding", args=[waiting.pk, 1]),
    ):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")

        assert sideways(page) <= 0, address


def test_forced_colours_keep_flags_marks_and_focus(page: Page, waiting: Analysis) -> None:
    page.emulate_media(forced_colors="active")
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))

    flag = page.locator(".flag.critical").first
    edge = flag.evaluate("element => getComputedStyle(element).borderTopStyle")
    page.locator("#accept").focus()
    ring = page.locator("#accept").evaluate("element => getComputedStyle(element).outlineStyle")

    expect(flag).to_contain_text("HH")
    assert edge == "solid"
    assert ring == "solid"
    # The colours are the reader's own there: contrast is not ours to judge.
    assert [each for each in faults(page) if not each.startswith("color-contrast")] == []


def test_points_of_a_picture_are_read_by_brackets(page: Page, waiting: Analysis) -> None:
    page.goto(reverse("review:biomarker", args=[waiting.pk, 1]))

    said = []
    for press in ("BracketRight", "BracketRight", "BracketLeft"):
        page.keyboard.press(press)
        said.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    page.keyboard.press("t")

    assert said[0] == said[2] != said[1]
    assert page.evaluate("document.activeElement.id") == "h-table"
