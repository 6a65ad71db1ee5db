"""The drawer gives the focus back, a deep link opens it, and results are read by keyboard."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from analysis.pipeline.models import Analysis
from medreview.audit.models import AuditEvent

pytestmark = pytest.mark.browser


def test_escape_closes_the_drawer_and_the_focus_is_where_it_was(
    page: Page, waiting: Analysis
) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    opener = page.locator(".prose .cite").first

    opener.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#h-evidence")).to_be_focused()
    assert "ev=" in page.url
    page.keyboard.press("Escape")

    expect(opener).to_be_focused()


def test_a_deep_link_opens_with_its_drawer_and_is_recorded(page: Page, waiting: Analysis) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 1]) + "?ev=s1")

    expect(page.locator("#h-evidence")).to_be_visible()
    assert AuditEvent.objects.filter(event="evidence.read", patient=waiting.patient_id).exists()


def test_points_are_read_one_by_one_and_the_table_is_a_key_away(
    page: Page, waiting: Analysis
) -> None:
    page.goto(reverse("review:biomarker", args=[waiting.pk, 1]))

    page.keyboard.press("BracketLeft")
    assert "6.8" in str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    page.keyboard.press("BracketLeft")
    assert "5.3" in str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    page.keyboard.press("BracketRight")
    assert "6.8" in str(page.evaluate("document.activeElement.getAttribute('aria-label')"))

    page.keyboard.press("t")
    expect(page.locator("#h-table")).to_be_in_viewport()


def test_a_picture_wider_than_the_screen_opens_at_its_newest_point(
    page: Page, waiting: Analysis
) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(reverse("review:biomarker", args=[waiting.pk, 1]))

    newest = page.locator("figure.scroll g[tabindex]").last

    expect(newest).to_be_in_viewport()
    expect(page.locator("figure.scroll g[tabindex]").first).not_to_be_in_viewport()
