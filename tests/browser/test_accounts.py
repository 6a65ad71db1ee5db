"""Accounts in a browser: an invitation, a second factor, settings two people change at once."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from medreview.accounts import invitations, password_reset, services
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Hospital, OpenSession, User
from medreview.accounts.roles import Role
from medreview.common.clock import now
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways
from tests.conftest import PASSWORD, person
from tests.factories.codes import code_of, enrol

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def admin(transactional_db: None) -> User:
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    return person("root", "Rut Adminova", north, Role.ADMIN)


@pytest.fixture
def door(chromium: Browser, live_server: LiveServer, admin: User) -> Iterator[BrowserContext]:
    context = chromium.new_context(base_url=live_server.url)
    yield context
    context.close()


def type_password(page: Page, username: str) -> None:
    page.goto("/login/")
    page.fill("[name=username]", username)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")


def signed_in(door: BrowserContext, username: str = "root") -> Page:
    page = door.new_page()
    type_password(page, username)
    expect(page.locator("#account")).to_be_visible()
    return page


def barriers(page: Page) -> dict[str, object]:
    found: dict[str, object] = {}
    for width in (*WIDTHS, 320):
        page.set_viewport_size({"width": width, "height": 900})
        if width in WIDTHS and (wrong := faults(page)):
            found[f"{page.url} at {width}"] = wrong
        if sideways(page) > 0:
            found[f"{page.url} at {width}"] = "runs off the side"
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


def test_a_second_factor_is_turned_on_and_asked_for_at_the_door(door: BrowserContext):
    page = signed_in(door)
    page.goto(reverse("front:factor-on"))
    found = barriers(page)
    secret = page.locator("#manual-key").inner_text().replace(" ", "")
    page.fill("[name=code]", code_of(secret, later=-1))
    page.keyboard.press("Enter")
    expect(page.locator("#recovery-codes li")).to_have_count(10)
    found |= barriers(page)
    page.click("#codes-kept")
    page.click("#account summary")
    page.click("#sign-out")

    type_password(page, "root")
    expect(page).to_have_title("Your code – medreview")
    expect(page.locator("[name=code]")).to_be_focused()
    found |= barriers(page)
    page.fill("[name=code]", "000000")
    page.keyboard.press("Enter")
    expect(page.locator("#form-errors")).to_be_focused()
    page.fill("[name=code]", code_of(secret))
    page.keyboard.press("Enter")

    expect(page.locator("#account")).to_be_visible()
    assert found == {}


def test_somebody_invited_makes_an_account_and_signs_in(door: BrowserContext, admin: User):
    _invitation, token = invitations.invite(roles=[Role.CLINICIAN], by=admin)
    page = door.new_page()

    page.goto(reverse("front:invitation", args=[token]))
    found = barriers(page)
    assert token not in page.url
    for name, text in {"full_name": "Mia New", "username": "mia", "new": PASSWORD}.items():
        page.fill(f"[name={name}]", text)
    page.fill("[name=again]", PASSWORD)
    page.click("#accept-invitation")
    expect(page.locator("#messages")).to_contain_text("Your account is made")
    page.fill("[name=username]", "mia")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")

    expect(page.locator("#account")).to_contain_text("Mia New")
    assert found == {}


def test_whoever_saves_second_sees_both_settings_and_uses_theirs(door: BrowserContext, admin: User):
    page = signed_in(door)
    page.goto("/hospital/")
    services.change_hospital_settings(
        hospital=admin.hospital, settings=HospitalSettings(claim_minutes=45), version=1, by=admin
    )

    page.fill("[name=claim_minutes]", "20")
    page.click("#add-step")
    expect(page.locator(".ladder li")).to_have_count(2)
    page.fill("#id_step_1_after_minutes", "30")
    page.click("#save-hospital")
    expect(page.locator("#conflict")).to_contain_text("45 minutes")
    found = barriers(page)
    page.click("#save-hospital")

    expect(page.locator("#messages")).to_contain_text("Saved")
    expect(page.locator("[name=claim_minutes]")).to_have_value("20")
    assert found == {}


def test_an_admin_ends_a_session_of_somebody(door: BrowserContext, admin: User):
    ada = person("ada", "Ada Albrecht", admin.hospital, Role.CLINICIAN)
    OpenSession.objects.create(user=ada, browser="Firefox · Linux", seen_at=now())
    page = signed_in(door)

    page.goto("/people/")
    page.fill("[name=q]", "albrecht")
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=people-count]")).to_have_text("1 person found")
    page.click(f"#person-{ada.pk}")
    page.locator("[data-testid=sessions]").get_by_role("button", name="End").click()

    expect(page.locator("#messages")).to_contain_text("That session has ended")
    expect(page.locator("[data-testid=sessions]")).to_have_count(0)


def test_no_page_around_accounts_has_a_barrier(door: BrowserContext, admin: User):
    ada = person("ada", "Ada Albrecht", admin.hospital, Role.CLINICIAN)
    enrol(ada)
    OpenSession.objects.create(user=ada, browser="Firefox · Linux", seen_at=now())
    invitations.invite(roles=[Role.CLINICIAN, Role.CURATOR], by=admin, email="m@hospital.test")
    token = password_reset.token_for(ada)
    stranger = door.new_page()
    found: dict[str, object] = {}
    for path in (
        "/login/",
        reverse("front:forgotten"),
        reverse("front:reset-link", args=[token]),
        "/invitation/",
    ):
        stranger.goto(path)
        found |= barriers(stranger)

    page = signed_in(door)
    for path in (
        "/people/",
        "/people/?q=nobody",
        "/people/new/",
        "/people/rights/",
        "/people/invitations/",
        reverse("front:person", args=[ada.pk]),
        "/hospital/",
        "/hospital/teams/",
        "/health/",
        "/settings/",
        "/settings/sessions/",
        "/settings/factor/",
    ):
        page.goto(path)
        found |= barriers(page)

    assert found == {}
