"""A critical value from its raising to its answer: strip, list, dialog, gone everywhere."""

import pytest
from playwright.sync_api import Page, expect

from analysis.escalation import services
from analysis.escalation.models import Message
from analysis.escalation.webhooks import add
from analysis.pipeline.models import Analysis
from medreview.accounts.models import RoleGrant, User
from medreview.accounts.roles import Role
from medreview.common.clock import now
from tests.browser.conftest import WIDTHS, faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STRIP = "[data-testid=criticals-strip]"


def test_a_value_is_seen_on_every_page_and_gone_everywhere_once_answered(
    page: Page, waiting: Analysis
) -> None:
    services.escalate()
    for path in ("/patients/", "/reviews/", "/settings/", f"/analyses/{waiting.pk}/"):
        page.goto(path)
        expect(page.locator(STRIP)).to_contain_text("1 critical value waits for an answer")

    page.click("#criticals-strip-link")
    expect(page.locator("[data-testid=criticals] tbody tr")).to_have_count(1)
    expect(page.get_by_text("Ada Albrecht: could not be reached")).to_be_visible()
    page.locator("[data-testid=criticals] button").press("Enter")
    expect(page.locator("#told")).to_be_focused()
    page.fill("#told", "Dr Orlov, ward 3")
    page.fill("#told-at", "2099-01-01 00:00")
    page.fill("#read-back", "Hargreaves, potassium 6.8")
    page.click("#acknowledge-send")
    expect(page.locator("#at-error")).to_contain_text("has not come yet")
    expect(page.locator("#told")).to_have_value("Dr Orlov, ward 3")
    assert faults(page) == []

    page.goto(page.url)
    page.locator("[data-testid=criticals] button").click()
    page.fill("#told", "Dr Orlov, ward 3")
    page.fill("#read-back", "Hargreaves, potassium 6.8")
    page.click("#acknowledge-send")

    expect(page.get_by_text("No critical value waits.")).to_be_visible()
    expect(page.locator(f"{STRIP} .waiting-strip")).to_have_count(0)
    expect(page.locator("#tab-open")).to_have_attribute("data-count", "0")
    page.click("#tab-answered")
    expect(page.locator("[data-testid=criticals] tbody tr")).to_have_count(1)
    page.goto("/")
    expect(page.locator("#tile-criticals")).to_have_attribute("data-count", "0")
    page.goto(f"/analyses/{waiting.pk}/")
    expect(page.locator("[data-testid=critical][data-state=acknowledged]")).to_contain_text(
        "Dr Orlov, ward 3 was told"
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_no_barrier_and_no_overflow_on_lists_and_the_page_of_one(
    page: Page, waiting: Analysis, width: int
) -> None:
    services.escalate()
    page.set_viewport_size({"width": width, "height": 900})

    found = {}
    for path in (
        "/waiting/criticals/",
        "/waiting/criticals/?list=overdue",
        f"/waiting/criticals/{waiting.alerts.get().pk}/",
    ):
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        found[path] = (faults(page), wide)

    assert found == dict.fromkeys(found, ([], False))


@pytest.mark.parametrize("width", WIDTHS)
def test_no_barrier_and_no_overflow_on_the_pages_of_webhooks(
    page: Page, reviewer: User, width: int
) -> None:
    RoleGrant.objects.create(user=reviewer, role=Role.ADMIN)
    webhook, _ = add(name="Pager gateway", url="https://pager.example/hook", by=reviewer)
    Message.objects.create(
        hospital=reviewer.hospital, webhook=webhook, place=webhook.pk, next_at=now()
    )
    page.set_viewport_size({"width": width, "height": 900})

    found = {}
    for path in ("/hospital/webhooks/", f"/hospital/webhooks/{webhook.pk}/"):
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        found[path] = (faults(page), wide)

    assert found == dict.fromkeys(found, ([], False))
