"""An analysis is handed off: found on the list, looked at, resolved with a note, by keyboard."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from analysis.pipeline.models import Analysis
from tests.browser.conftest import WIDTHS, faults
from tests.factories.handoffs import make_handoff

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

REASONS = ("critical_in_doubt", "incomplete_read")
NOTE = "The laboratory confirms the tube was fine."


def test_a_hand_off_is_found_by_its_filter_and_resolved_with_a_note(
    page: Page, waiting: Analysis
) -> None:
    handoff = make_handoff(waiting, *REASONS)
    page.goto("/reviews/")

    page.locator("#filter-handed-off").click()
    row = page.locator("[data-testid=work-row]")
    expect(row).to_have_count(1)
    expect(row.locator("[data-testid=handed-off]")).to_contain_text("Incomplete read")
    row.locator("[data-row]").click()
    open_one = page.locator("[data-testid=handoff][data-state=open]")
    expect(open_one).to_contain_text("Ask the laboratory")
    page.locator(f"#resolve-{handoff.pk}").click()
    expect(page.locator("#handoff-note")).to_be_focused()
    page.keyboard.type(NOTE)
    page.keyboard.press("Control+Enter")

    resolved = page.locator("[data-testid=handoff][data-state=resolved]")
    expect(resolved).to_contain_text(NOTE)
    expect(open_one).to_have_count(0)
    expect(page.locator("#holding")).to_have_attribute("data-state", "mine")
    page.goto("/reviews/?show=mine&handoff=open")
    expect(page.locator("[data-testid=filter-empty]")).to_be_visible()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_list_and_the_page_of_a_hand_off_have_no_fault_at_any_width(
    page: Page, waiting: Analysis, width: int
) -> None:
    handoff = make_handoff(waiting, *REASONS)
    page.set_viewport_size({"width": width, "height": 900})

    page.goto("/reviews/?handoff=open")
    assert faults(page) == []
    page.goto(reverse("review:overview", args=[waiting.pk]))
    page.locator(f"#resolve-{handoff.pk}").click()
    expect(page.locator("#handoff-dialog")).to_be_visible()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
