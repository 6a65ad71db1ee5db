"""A table goes in and onto a list by keyboard, and an analysis is heard of later."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.module_loading import import_string
from playwright.sync_api import Page, expect

from analysis.pipeline.models import Analysis
from graphcurate.services.releases import load_starter
from medreview.accounts.models import User
from medreview.common import queue
from medreview.patients.models import Patient
from tests.browser.conftest import WIDTHS, faults
from tests.factories.review import make_story_patient

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NIGHT = Path(__file__).parents[1] / "data" / "results" / "night.csv"


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """No worker takes up what is asked for, until the test says so."""
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(queue, "enqueue", lambda job, thing_id: asked.append((job, thing_id)))

    def work() -> None:
        while asked:
            job, thing_id = asked.pop(0)
            import_string(job)(thing_id)

    return work


def focus_by_tab(page: Page, selector: str) -> None:
    """Tab until the control has the focus, as somebody without a mouse would."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator(f"{selector}:focus").count():
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def without_a_barrier(page: Page) -> None:
    for width in (*WIDTHS[1:], WIDTHS[0]):
        page.set_viewport_size({"width": width, "height": 900})
        assert faults(page) == [], f"{page.url} at {width}"
        over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert over <= 0, f"{page.url} at {width}"


def test_a_table_goes_in_and_its_patient_onto_a_list_by_keyboard(
    page: Page, work: Callable[[], None]
) -> None:
    page.goto("/imports/")
    page.set_input_files("#files", NIGHT)
    page.evaluate(STAYS)
    page.click("#upload")
    expect(page.locator("#upload-form .busy-word")).to_be_visible()
    expect(page.locator("#live")).to_have_text("Reading the files…")
    page.reload()
    page.set_input_files("#files", NIGHT)
    page.locator("#files").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#page-title")).to_have_text("What do these columns mean?")
    without_a_barrier(page)

    focus_by_tab(page, "#id_source")
    page.keyboard.type("Night laboratory")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#page-title")).to_have_text("Import preview")
    expect(page.locator("[data-testid=problems]")).to_contain_text("It names no patient id")
    without_a_barrier(page)

    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-testid=receipt]")).to_be_visible()
    without_a_barrier(page)

    page.goto("/patients/")
    focus_by_tab(page, "#patient-lists")
    page.keyboard.press("Enter")
    expect(page.locator("#page-title")).to_have_text("Lists of patients")
    focus_by_tab(page, "#name")
    page.keyboard.type("To call")
    page.keyboard.press("Enter")
    expect(page.locator("#page-title")).to_have_text("To call")
    without_a_barrier(page)
    focus_by_tab(page, "#ask-delete")
    page.keyboard.press("Enter")
    expect(page.locator("#delete-list-dialog")).to_be_visible()
    without_a_barrier(page)
    page.keyboard.press("Escape")
    expect(page.locator("#ask-delete")).to_be_focused()

    page.goto(reverse("front:patient", args=[Patient.objects.earliest("created_at").pk]))
    focus_by_tab(page, "#put-on-list")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=on-lists]")).to_contain_text("To call")
    page.goto("/patients/")
    focus_by_tab(page, "#show-all")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-testid=patients] tbody tr")).to_have_count(1)
    expect(page.locator("#live")).to_have_text("1 patient matches.")
    assert page.evaluate("document.activeElement.name") == "list"
    assert "list=" in page.url
    without_a_barrier(page)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=results]")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-testid=patients] [data-row]")).to_be_focused()


def test_an_analysis_that_ended_is_told_elsewhere_once_and_never_over_the_control_in_use(
    page: Page, work: Callable[[], None], reviewer: User
) -> None:
    load_starter()
    patient = make_story_patient("okafor", hospital=reviewer.hospital)
    page.goto(reverse("review:request", args=[patient.pk]))
    page.click("#start-analysis")
    expect(page.locator("[data-testid=progress][data-state=queued]")).to_be_visible()
    page.goto("/settings/")
    page.locator("#save-settings").focus()
    number = Analysis.objects.get().number

    work()

    expect(page.locator("[data-testid=ended]")).to_contain_text(f"Analysis {number} is done.")
    expect(page.locator("#live")).to_contain_text(f"Analysis {number} is done.")
    expect(page.locator("#save-settings")).to_be_focused()
    assert not page.evaluate(COVERS)
    without_a_barrier(page)
    page.click("[data-puts-away]")
    expect(page.locator("[data-testid=ended]")).to_have_count(0)
    page.goto("/patients/")
    page.wait_for_timeout(3000)
    expect(page.locator("[data-testid=ended]")).to_have_count(0)


STAYS = """() => document.getElementById("upload-form")
  .addEventListener("submit", (event) => event.preventDefault())"""

COVERS = """() => {
  const box = document.getElementById("ended").getBoundingClientRect();
  const used = document.activeElement.getBoundingClientRect();
  return box.left < used.right && used.left < box.right
    && box.top < used.bottom && used.top < box.bottom;
}"""
