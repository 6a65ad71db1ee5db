"""Signed, corrected, run again: the old value struck through, the differences, what was kept."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from analysis.pipeline.models import Analysis
from analysis.review.services import signing
from medreview.accounts.models import User
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD
from tests.factories.changes import correct, with_value
from tests.factories.review import accept_all, make_review

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def signed(reviewer: User) -> Analysis:
    """Signed before the laboratory corrects a haemoglobin."""
    analysis = make_review(by=reviewer)
    accept_all(analysis, by=reviewer)
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=reviewer)
    return analysis


def test_a_correction_after_the_signature_is_seen_run_again_and_decided(
    page: Page, signed: Analysis
) -> None:
    correct(signed.patient, "okafor-report-2-hemoglobin-f", with_value("106"))
    page.goto(reverse("review:analysis-detail", args=[signed.pk]))
    banner = page.get_by_test_id("outdated")
    expect(banner.locator("del").first).to_have_text("96\u00a0g/L")
    expect(banner.locator("ins").first).to_have_text("106\u00a0g/L")
    assert faults(page) == []

    page.get_by_role("button", name="Run it again").click()
    # The queue of the tests works at once: the progress page leads straight to the result.
    page.wait_for_url(lambda url: signed.pk not in url)
    rerun = signed.reruns.get()

    expect(page.get_by_test_id("rerun")).to_contain_text(signed.number)
    expect(page.get_by_test_id("not-carried")).to_contain_text("this changed:")
    page.keyboard.press("a")
    expect(page.locator("#live")).to_contain_text("accepted")
    page.locator("#what-differs").click()
    expect(page.get_by_test_id("difference").first).to_contain_text("corrected")
    assert faults(page) == []

    page.get_by_test_id("rail-item").filter(has_text="Platelets").click()
    expect(page.get_by_test_id("carried")).to_contain_text(f"Carried over from {signed.number}")
    assert faults(page) == []

    page.goto(reverse("review:analysis-detail", args=[signed.pk]))
    expect(page.get_by_test_id("replaced")).to_contain_text(rerun.number)


@pytest.mark.parametrize("width", WIDTHS)
def test_what_changed_has_no_barrier_at_any_width(page: Page, signed: Analysis, width: int) -> None:
    correct(signed.patient, "okafor-report-2-hemoglobin-f", with_value("106"))
    page.set_viewport_size({"width": width, "height": 900})

    for name in ("analysis-detail", "changes"):
        page.goto(reverse(f"review:{name}", args=[signed.pk]))
        assert faults(page) == []
        across = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        assert page.evaluate(across)
