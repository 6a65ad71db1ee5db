"""From a file on a clinician's disk to a signed report on paper, by mouse."""

import io
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils.module_loading import import_string
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from analysis.pipeline.models import Analysis
from analysis.review import queries
from graphcurate.services.releases import load_starter
from medreview.accounts.models import User
from medreview.common import queue
from medreview.common.clock import today
from medreview.demo.stories import STORIES
from medreview.fhir import json_text
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD
from tests.factories.review import accept_all

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """No worker takes up what is asked for, until the test says so."""
    load_starter()
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(queue, "enqueue", lambda job, thing_id: asked.append((job, thing_id)))

    def work() -> None:
        while asked:
            job, thing_id = asked.pop(0)
            import_string(job)(thing_id)

    return work


def file_of(key: str) -> dict[str, object]:
    """The record of one invented patient, as a file to be chosen."""
    story = next(story for story in STORIES if story.key == key)
    (bundle, *_) = story.build(today())
    content = json_text.dumps(bundle).encode()
    return {"name": "record.json", "mimeType": "application/json", "buffer": content}


def without_a_barrier(page: Page) -> None:
    """No fault of axe and no sideways scroll, at every width; then as wide as before."""
    for width in (*WIDTHS[1:], WIDTHS[0]):
        page.set_viewport_size({"width": width, "height": 900})
        assert faults(page) == [], f"{page.url} at {width}"
        over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert over <= 0, f"{page.url} at {width}"


def paper(page: Page) -> PdfReader:
    return PdfReader(io.BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))


def test_the_main_job_is_done_by_mouse_from_a_file_to_paper(
    page: Page, nobody_works: Callable[[], None]
) -> None:
    without_a_barrier(page)
    page.click("nav >> text=Patients")
    page.wait_for_url("**/patients/")
    without_a_barrier(page)

    page.click("text=Import a record")
    page.wait_for_url("**/imports/")
    without_a_barrier(page)
    page.set_input_files("#files", files=[file_of("hargreaves")])  # type: ignore[list-item]
    page.click("#upload")
    expect(page.locator("#page-title")).to_have_text("Import preview")
    without_a_barrier(page)
    page.click("#run-import")
    expect(page.locator("[data-testid=receipt]")).to_be_visible()
    without_a_barrier(page)
    page.click("[data-testid=patients] a")
    expect(page.locator("[data-testid=results]")).to_be_visible()
    without_a_barrier(page)

    page.click("#analyse")
    expect(page.locator("[data-testid=preview]")).to_contain_text("Potassium")
    without_a_barrier(page)
    page.click("#start-analysis")
    expect(page.locator("[data-testid=progress][data-state=queued]")).to_be_visible()
    without_a_barrier(page)
    nobody_works()
    expect(page.locator("#finding-1")).to_be_visible()
    analysis = Analysis.objects.get()
    without_a_barrier(page)

    page.click("#interpretation .prose a.cite >> nth=0")
    expect(page.locator("#drawer[data-state=open]")).to_be_visible()
    without_a_barrier(page)
    page.click("#close-evidence")
    page.click("[id^=ack-]")
    expect(page.locator("#told")).to_be_focused()
    without_a_barrier(page)
    page.fill("#told", "Dr Orlov, ward 3")
    page.fill("#read-back", "Hargreaves, potassium 6.8 mmol/L")
    page.click("#acknowledge-send")
    expect(page.locator("[data-testid=critical][data-state=acknowledged]")).to_be_visible()

    page.click("#accept")
    expect(page.locator("#finding-1[data-state=accepted]")).to_be_visible()
    page.click("#toast-undo")
    expect(page.locator("#finding-1[data-state=open]")).to_be_visible()
    page.click("#edit")
    without_a_barrier(page)
    page.fill("#edit-text", "Repeat at once; asked for an ECG.")
    page.click("#edit-save")
    expect(page.locator("#finding-1[data-state=edited]")).to_be_visible()

    page.click("#rail-2")
    expect(page.locator("#finding-2")).to_be_visible()
    page.click("#reject")
    expect(page.locator("#reject-dialog")).to_be_visible()
    without_a_barrier(page)
    page.check("#reason-not_relevant")
    page.click("#reject-send")
    expect(page.locator("#finding-2[data-state=rejected]")).to_be_visible()
    for number in range(3, 10):
        page.click(f"#rail-{number}")
        expect(page.locator(f"#finding-{number}")).to_be_visible()
        page.click("#accept")
        expect(page.locator(f"#finding-{number}[data-state=accepted]")).to_be_visible()

    page.click("#add-finding")
    expect(page.locator("dialog[open]")).to_be_visible()
    without_a_barrier(page)
    page.fill("dialog[open] [name=title]", "Weight loss")
    page.fill("dialog[open] [name=text]", "6 kg since spring.")
    page.click("dialog[open] button[type=submit]")
    expect(page.locator("[data-state=added]").first).to_be_visible()
    without_a_barrier(page)

    page.click("#sign")
    without_a_barrier(page)
    page.fill("#sign-password", "not it")
    page.click("#sign-send")
    expect(page.locator("#sign-error")).to_contain_text("not your password")
    page.fill("#sign-password", PASSWORD)
    page.click("#sign-send")
    expect(page.locator(".pagehead [data-state=signed]")).to_be_visible()
    without_a_barrier(page)

    page.click("#print")
    expect(page.locator("[data-testid=printed-finding]")).to_have_count(10)
    without_a_barrier(page)
    printed = "\n".join(leaf.extract_text() for leaf in paper(page).pages)
    assert "Version 1 signed by Ada Albrecht" in " ".join(printed.split())
    assert "asked for an ECG" in printed
    assert "6 kg since spring." in printed
    analysis.refresh_from_db()
    assert analysis.state == "signed"


def test_a_file_becomes_a_report_to_review_by_keyboard(
    page: Page, nobody_works: Callable[[], None]
) -> None:
    page.keyboard.press("g")
    page.keyboard.press("p")
    page.wait_for_url("**/patients/")
    page.wait_for_load_state()
    page.keyboard.press("n")
    page.wait_for_url("**/imports/")
    page.set_input_files("#files", files=[file_of("hargreaves")])  # type: ignore[list-item]
    page.locator("#files").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#page-title")).to_have_text("Import preview")
    page.wait_for_load_state()

    page.keyboard.press("Control+Enter")
    page.locator("[data-testid=patients] a").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=results]")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("n")
    expect(page.locator("[data-testid=preview]")).to_contain_text("Potassium")
    page.wait_for_load_state()
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-testid=progress][data-state=queued]")).to_be_visible()
    nobody_works()

    expect(page.locator("#finding-1")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("a")
    expect(page.locator("#live")).to_have_text("Potassium accepted")


def test_a_setting_turns_single_keys_off_and_the_rest_stays(page: Page, waiting: Analysis) -> None:
    page.goto("/settings/")
    page.uncheck("#id_single_keys")
    page.check("#id_opens_next")
    page.click("#save-settings")
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))

    page.keyboard.press("a")
    expect(page.locator("#finding-1[data-state=open]")).to_be_visible()
    page.click("#accept")

    expect(page.locator("#finding-2")).to_be_visible()
    expect(page.locator("#finding-title")).to_be_focused()
    expect(page.locator("#live")).to_have_text("Potassium accepted")
    assert page.url.endswith("/findings/2/")


def test_every_leaf_of_the_paper_says_whose_it_is_and_that_it_is_a_draft(
    page: Page, waiting: Analysis
) -> None:
    page.goto(reverse("review:print", args=[waiting.pk]))
    sources = page.locator(".endnote").all_inner_texts()
    names = [each.split("  ")[0] for each in page.locator(".printed h2").all_inner_texts()]

    leaves = [" ".join(leaf.extract_text().split()) for leaf in paper(page).pages]

    whole = " ".join(leaves)
    assert len(leaves) > 1
    for number, leaf in enumerate(leaves, start=1):
        assert "HARGREAVES, Eleanor" in leaf
        assert "40011827" in leaf
        assert "14-Mar-1958" in leaf
        assert "Draft, not signed" in leaf
        assert f"{number} / {len(leaves)}" in leaf
    for text in (*sources, *names):
        assert " ".join(text.split())[:40] in whole
    assert len(sources) > 3


def test_a_signed_paper_names_its_signer_on_every_leaf(
    page: Page, waiting: Analysis, reviewer: User
) -> None:
    accept_all(waiting, by=reviewer)
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    page.keyboard.press("Shift+S")
    page.fill("#sign-password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".pagehead [data-state=signed]")).to_be_visible()
    page.goto(reverse("review:print", args=[waiting.pk]))

    leaves = [" ".join(leaf.extract_text().split()) for leaf in paper(page).pages]

    assert all("signed by Ada Albrecht" in leaf for leaf in leaves)
    assert not any("Draft, not signed" in leaf for leaf in leaves)
    assert queries.review_of(waiting).signatures
