"""A session ends, or changes, while somebody writes: no word is lost."""

import pytest
from playwright.sync_api import Page, expect

from analysis.pipeline.models import Analysis
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def start_writing(page: Page, analysis: Analysis, words: str) -> None:
    page.goto(f"/analyses/{analysis.pk}/findings/1/")
    page.keyboard.press("e")
    expect(page.locator("#edit-text")).to_be_focused()
    page.locator("#edit-text").fill(words)


def sign_in(tab: Page) -> None:
    tab.fill("[name=username]", "ada")
    tab.fill("[name=password]", PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(lambda url: "/login/" not in url)


def test_words_written_after_the_session_ended_are_sent_after_signing_in_again(
    page: Page, waiting: Analysis
) -> None:
    start_writing(page, waiting, "Written too late.")
    page.context.clear_cookies(name="sessionid")

    page.keyboard.press("Control+Enter")
    link = page.locator("#problem a")
    expect(link).to_contain_text("what you wrote stays here")
    with page.context.expect_page() as opened:
        link.click()
    sign_in(opened.value)
    opened.value.close()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(link).to_have_count(0)
    page.locator("#edit-text").focus()
    page.keyboard.press("Control+Enter")

    expect(page.locator("#live")).to_have_text("Potassium edited and accepted")
    assert waiting.decisions.get().text == "Written too late."


def test_words_of_a_tab_older_than_the_session_are_sent_at_the_second_try(
    page: Page, waiting: Analysis
) -> None:
    start_writing(page, waiting, "From the old tab.")
    other = page.context.new_page()
    page.context.clear_cookies()
    other.goto("/login/")
    sign_in(other)

    with page.expect_response(lambda answer: answer.request.method == "GET"):
        page.keyboard.press("Control+Enter")
    expect(page.locator("#edit-saved")).to_contain_text("Draft saved")
    page.keyboard.press("Control+Enter")

    expect(page.locator("#live")).to_have_text("Potassium edited and accepted")
    assert waiting.decisions.get().text == "From the old tab."


def test_a_session_that_ended_with_nothing_written_leads_to_the_sign_in_page(
    page: Page, waiting: Analysis
) -> None:
    page.goto(f"/analyses/{waiting.pk}/findings/1/")
    page.context.clear_cookies(name="sessionid")

    page.keyboard.press("a")

    page.wait_for_url("**/login/?next=**")
