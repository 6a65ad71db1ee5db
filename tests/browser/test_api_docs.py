"""The page of the API under our own policy: it describes every area, and the console is silent."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from medreview.accounts.models import Hospital
from medreview.accounts.roles import Role
from medreview.tokens import services as tokens
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways, signed_in
from tests.conftest import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_the_description_is_read_offline_and_without_a_fault(
    chromium: Browser, live_server: LiveServer
) -> None:
    north = Hospital.objects.create(name="Hospital North", slug="north")
    ada = person("ada", "Ada Albrecht", north, Role.CLINICIAN)
    token, _text = tokens.make(name="Laboratory", days=30, by=ada)
    page = signed_in(chromium, live_server, ada)
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda problem: said.append(str(problem)))
    page.on("request", lambda request: asked.append(request.url))

    page.goto("/api/v1/docs/")
    page.locator(".opblock-tag", has_text="patients").click()
    page.locator(".opblock-summary", has_text="/patients/search/").click()

    expect(page.locator(".opblock-description")).to_contain_text("Posted, because a name")
    assert said == []
    assert [url for url in asked if not url.startswith((live_server.url, "data:"))] == []
    page.goto("/settings/tokens/")
    expect(page.get_by_test_id(f"token-{token.pk}")).to_contain_text("Laboratory")
    for width in (*WIDTHS, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert not faults(page)
        assert sideways(page) <= 0
    page.locator(f"#revoke-{token.pk}").click()
    expect(page.get_by_test_id("tokens-over")).to_contain_text("Revoked")
