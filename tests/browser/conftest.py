"""The machine's own Chromium, a live server, and an analysis that waits for a review."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from analysis.pipeline.models import Analysis
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from tests.conftest import PASSWORD, person
from tests.factories.review import make_review

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDTHS = (1440, 1100, 390)
PATIENCE = 20_000
"""For so long a page may take to answer: a busy machine breaks no promise of a walk."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; its absence is a failure where every change is checked."""
    if not CHROMIUM.exists() and not os.environ.get("CI"):
        pytest.skip("there is no Chromium on this machine")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def reviewer(transactional_db: None) -> User:
    """Ada, who signs in with a password of her own."""
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    return person("ada", "Ada Albrecht", north, Role.CLINICIAN)


@pytest.fixture
def waiting(reviewer: User) -> Analysis:
    """Nine findings, one of them a critical potassium."""
    return make_review(by=reviewer, key="hargreaves")


@pytest.fixture
def page(chromium: Browser, live_server: LiveServer, reviewer: User) -> Iterator[Page]:
    """A signed-in browser; an error on the page's own console fails the test."""
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1440, "height": 900}
    )
    tab = context.new_page()
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto("/login/")
    tab.fill("[name=username]", reviewer.username)
    tab.fill("[name=password]", PASSWORD)
    tab.keyboard.press("Enter")
    tab.wait_for_url(f"{live_server.url}/")
    yield tab
    context.close()
    assert errors == []


def faults(page: Page) -> list[str]:
    """What axe finds wrong with the page, in words."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:120]}" for rule in found]
