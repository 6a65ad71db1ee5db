"""An admin reads what models cost, and lets an altered skill run once its change was read."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.common.clock import now
from medreview.runtime.skills.read import read_skill
from medreview.runtime.skills.services import keep_text
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways, signed_in
from tests.conftest import person
from tests.factories.model_calls import make_calls
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished
from tests.factories.skills import allow, write_skill

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def root(transactional_db: None) -> User:
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    return person("root", "Robin Root", north, Role.ADMIN)


@pytest.fixture
def admin(chromium: Browser, live_server: LiveServer, root: User) -> Iterator[Page]:
    page = signed_in(chromium, live_server, root)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.context.close()
    assert errors == []


def test_figures_pictures_tables_and_files_say_the_same(
    admin: Page, live_server: LiveServer, root: User
) -> None:
    run = make_finished(patient=make_patient(hospital=root.hospital)).run
    yesterday = now() - dt.timedelta(days=1)
    said = {"run": run.pk, "purpose": "diagnostician", "at": yesterday, "micros": 50_000}
    make_calls(root.hospital, *({**said, "ask": f"a{number}"} for number in range(24)))

    admin.goto(live_server.url + reverse("front:costs"))

    expect(admin.locator("#tile-cost")).to_contain_text("1.2000 USD")
    expect(admin.locator("svg.days a")).to_have_count(1)
    admin.click("#days-table")
    row = admin.locator("[data-testid=days] tbody tr").filter(has_text="1.2000 USD")
    expect(row).to_contain_text("24")
    with admin.expect_download() as given:
        admin.click("#csv-days")
    assert '"1.2"' in Path(given.value.path()).read_text(encoding="utf-8-sig")
    admin.select_option("#id_stage", "writer")
    admin.click("#filter-costs")
    expect(admin.locator("#tile-cost")).to_contain_text("no data")
    admin.click("#clear-filter")
    admin.locator("[data-testid=dearest] a").click()
    expect(admin).to_have_url(live_server.url + reverse("front:run-detail", args=[run.pk]))


def test_a_change_is_read_approved_and_taken_back(
    admin: Page, live_server: LiveServer, root: User, settings, tmp_path: Path
) -> None:
    settings.SKILLS_ROOT = tmp_path / "analysis"
    folder = write_skill(tmp_path / "analysis" / "planner" / "skill")
    settings.SKILLS_ALLOWED = allow(tmp_path)
    keep_text(skill=read_skill(folder), hospital=root.hospital)
    write_skill(folder, instruction="Plan $aim, and say why.\n")
    admin.goto(live_server.url + reverse("front:skills"))
    expect(admin.get_by_test_id("waiting")).to_contain_text("1 waits")

    admin.click("#skill-planner")
    expect(admin.get_by_test_id("diff").locator("ins")).to_contain_text("and say why")
    assert faults(admin) == []
    admin.click("#approve-skill")

    standing = admin.get_by_test_id("standing")
    expect(standing).to_have_attribute("data-standing", "approved")
    admin.fill("#id_reason", "It says too much.")
    admin.click("#revoke-skill")
    expect(standing).to_have_attribute("data-standing", "waiting")
    expect(admin.get_by_test_id("approvals")).to_contain_text("It says too much.")


def test_both_pages_fit_every_width_and_have_no_faults(
    admin: Page, live_server: LiveServer, root: User
) -> None:
    make_calls(root.hospital, *({"at": now(), "ask": f"a{number}"} for number in range(24)))

    for address in (reverse("front:costs"), reverse("front:skills")):
        admin.goto(live_server.url + address)
        assert faults(admin) == []
        for width in WIDTHS:
            admin.set_viewport_size({"width": width, "height": 900})
            assert sideways(admin) == 0
