"""The main job by keyboard: decide, acknowledge, sign, print; and no barrier on any page."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.services import decisions
from medreview.accounts.models import User
from tests.browser.conftest import WIDTHS, faults
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_the_main_job_is_done_by_keyboard(page: Page, waiting: Analysis) -> None:
    live = page.locator("#live")
    page.goto("/")
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.wait_for_url("**/reviews/**")
    page.wait_for_load_state()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("#finding-title")).to_have_text("Potassium")
    page.wait_for_load_state()
    expect(page.locator("#sign")).to_have_attribute("aria-disabled", "true")

    page.keyboard.press("o")
    expect(page.locator("#drawer")).to_have_attribute("data-state", "open")
    opener = "cite-1-2"
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_have_attribute("data-state", "empty")
    assert focused(page) == opener

    page.keyboard.press("a")
    expect(live).to_have_text("Potassium accepted")
    assert focused(page) == "accept"
    page.keyboard.press("u")
    expect(live).to_have_text("Decision on Potassium undone")

    page.keyboard.press("e")
    expect(page.locator("#edit-text")).to_be_focused()
    page.keyboard.press("Control+End")
    page.keyboard.type(" Repeat at once; asked for an ECG.")
    page.keyboard.press("Control+Enter")
    expect(live).to_have_text("Potassium edited and accepted")

    page.keyboard.press("j")
    expect(page.locator("#finding-2")).to_be_visible()
    expect(page.locator("#finding-title")).to_be_focused()
    page.keyboard.press("r")
    expect(page.locator("#reason-wrong_fact")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+Enter")
    expect(live).to_contain_text("rejected")

    for number in range(3, 10):
        page.keyboard.press("j")
        expect(page.locator(f"#finding-{number}")).to_be_visible()
        expect(page.locator("#finding-title")).to_be_focused()
        page.keyboard.press("a")
        expect(page.locator(f"#finding-{number}[data-state=accepted]")).to_be_visible()

    page.locator("[id^=ack-]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_be_focused()
    page.keyboard.type("Dr Orlov, ward 3")
    page.keyboard.press("Tab")
    expect(page.locator("#told-at")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("Hargreaves, potassium 6.8 mmol/L")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-testid=critical][data-state=acknowledged]")).to_be_visible()

    page.keyboard.press("Shift+S")
    expect(page.locator("#sign-password")).to_be_focused()
    assert faults(page) == []
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".pagehead [data-state=signed]")).to_be_visible()

    page.locator("#print").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=signed]")).to_contain_text("Ada Albrecht")
    expect(page.locator("[data-testid=printed-finding]")).to_have_count(9)
    waiting.refresh_from_db()
    assert waiting.state == "signed"


def test_no_page_of_a_review_has_a_barrier_at_any_width(page: Page, waiting: Analysis) -> None:
    pages = [
        reverse("review:worklist"),
        reverse("review:request", args=[waiting.patient_id]),
        reverse("review:finding", args=[waiting.pk, 1]),
        reverse("review:finding", args=[waiting.pk, 1]) + "?ev=rel:potassium:medication:acei",
        reverse("review:overview", args=[waiting.pk]),
        reverse("review:biomarker", args=[waiting.pk, 1]),
        reverse("review:print", args=[waiting.pk]),
    ]

    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for address in pages:
            page.goto(address)
            found[width, address] = faults(page)

    assert {where: what for where, what in found.items() if what} == {}


def test_nothing_runs_off_the_side_at_320(page: Page, waiting: Analysis) -> None:
    page.set_viewport_size({"width": 320, "height": 700})

    for number in (1, 5):
        page.goto(reverse("review:finding", args=[waiting.pk, number]))

        over = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert over <= 0


def test_a_narrow_sheet_still_names_sex_and_allergies(page: Page, waiting: Analysis) -> None:
    page.set_viewport_size({"width": 390, "height": 700})

    page.goto(reverse("review:print", args=[waiting.pk]))

    expect(page.locator(".sheet .patient .sex")).to_be_visible()
    expect(page.locator(".sheet .patient [data-testid=allergies]")).to_be_visible()


def test_letters_typed_into_a_comment_decide_nothing(page: Page, waiting: Analysis) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))

    page.keyboard.press("c")
    expect(page.locator("#comment-text")).to_be_focused()
    page.keyboard.type("a and r and u")
    page.keyboard.press("Control+Enter")

    expect(page.locator("#live")).to_have_text("Comment added")
    assert queries.decisions_on(waiting, queries.finding_keys(waiting)[0]) == []


def pressed_at_once(page: Page, *codes: str) -> None:
    """Keys as quick as a hand on a known way: before any answer of the server."""
    page.evaluate(
        """(codes) => codes.forEach((code) => document.body.dispatchEvent(
            new KeyboardEvent('keydown', {code, key: code.slice(3).toLowerCase(), bubbles: true})))
        """,
        list(codes),
    )


def test_a_decision_pressed_while_the_next_finding_opens_never_lands_on_the_one_before(
    page: Page, waiting: Analysis
) -> None:
    first, second = queries.finding_keys(waiting)[:2]
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))

    pressed_at_once(page, "KeyJ", "KeyA")
    expect(page.locator("#finding-2")).to_be_visible()
    expect(page.locator("#problem")).to_contain_text("Not taken")
    page.wait_for_load_state("networkidle")
    assert queries.decisions_on(waiting, first) == []
    page.keyboard.press("a")
    expect(page.locator("#finding-2[data-state=accepted]")).to_be_visible()

    assert queries.decisions_on(waiting, first) == []
    assert [row.kind for row in queries.decisions_on(waiting, second)] == ["accepted"]


def test_a_mouse_is_no_quicker_than_a_key(page: Page, waiting: Analysis) -> None:
    first, _ = queries.finding_keys(waiting)[:2]
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))

    page.evaluate("['next', 'accept'].forEach((id) => document.getElementById(id).click())")
    expect(page.locator("#finding-2")).to_be_visible()
    page.wait_for_load_state("networkidle")

    assert queries.decisions_on(waiting, first) == []


def test_a_step_pressed_right_after_a_decision_waits_for_it(page: Page, waiting: Analysis) -> None:
    first, _ = queries.finding_keys(waiting)[:2]
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))

    pressed_at_once(page, "KeyA", "KeyJ")
    expect(page.locator("#finding-1[data-state=accepted]")).to_be_visible()
    page.wait_for_load_state("networkidle")

    assert page.locator("#finding-1").is_visible()
    assert page.url.endswith("/findings/1/")
    assert [row.kind for row in queries.decisions_on(waiting, first)] == ["accepted"]


def test_keys_work_on_a_russian_layout_and_rest_when_switched_off(
    page: Page, waiting: Analysis
) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    press = (
        "document.body.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: 'ф', code: 'KeyA', bubbles: true}))"
    )

    page.evaluate("document.body.dataset.singleKeys = 'off'")
    page.evaluate(press)
    expect(page.locator("#live")).to_have_text("")
    page.evaluate("document.body.dataset.singleKeys = 'on'")
    page.evaluate(press)

    expect(page.locator("#live")).to_have_text("Potassium accepted")


def test_every_badge_in_sight_has_a_control_that_answers_it(page: Page, waiting: Analysis) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 2]))

    orphans = page.evaluate(
        """() => [...document.querySelectorAll('kbd[data-badge]')]
            .map((badge) => badge.dataset.badge)
            .filter((name) => !['submit', 'close'].includes(name))
            .filter((name) => !document.querySelector(`[data-key~="${name}"]`))"""
    )

    assert orphans == []


def test_two_reviewers_lose_no_word(page: Page, waiting: Analysis, reviewer: User) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    page.keyboard.press("e")
    page.locator("#edit-text").fill("Repeat tomorrow.")
    key = queries.finding_keys(waiting)[0]
    decisions.edit(analysis=waiting, finding=key, version=0, text="Repeat at once.", by=reviewer)

    page.keyboard.press("Control+Enter")

    expect(page.locator("#conflict-dialog")).to_be_visible()
    expect(page.locator("[data-testid=theirs]")).to_have_text("Repeat at once.")
    expect(page.locator("[data-testid=mine]")).to_have_text("Repeat tomorrow.")
    assert faults(page) == []
    page.locator("#use-mine").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("Potassium edited and accepted")
    expect(page.locator("#interpretation .prose").first).to_contain_text("Repeat tomorrow.")
    assert [row.text for row in queries.decisions_on(waiting, key)] == [
        "Repeat at once.",
        "Repeat tomorrow.",
    ]


def test_a_draft_comes_back_after_the_session_ended(page: Page, waiting: Analysis) -> None:
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    page.keyboard.press("e")
    page.locator("#edit-text").fill("Half a thought")
    page.keyboard.press("Control+s")
    expect(page.locator("#edit-saved")).to_contain_text("Draft saved")

    page.context.clear_cookies()
    page.goto(reverse("review:finding", args=[waiting.pk, 1]))
    page.fill("[name=username]", "ada")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#finding-1")).to_be_visible()
    page.keyboard.press("e")

    expect(page.locator("#edit-text")).to_have_value("Half a thought")
