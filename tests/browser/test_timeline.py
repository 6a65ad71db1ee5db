"""A run is read by keyboard: rows, errors, times; an event opens in place and closes again."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.runtime.events import MissesNoted
from medreview.runtime.models import Run
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways, signed_in
from tests.conftest import person
from tests.factories.patients import make_patient
from tests.factories.pipeline import Plans, Reads, make_finished, small_plan
from tests.factories.runtime import make_run, record

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def north(transactional_db: None) -> Hospital:
    return Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")


@pytest.fixture
def nell(north: Hospital) -> User:
    return person("nell", "Nell Audley", north, Role.AUDITOR)


@pytest.fixture
def broken(north: Hospital, nell: User) -> Run:
    """A run whose plan broke."""
    plan = small_plan(Reads(), Plans(broken_by=KeyError("canary")))
    return make_finished(patient=make_patient(hospital=north), by=nell, plan=plan).run


@pytest.fixture
def auditor(chromium: Browser, live_server: LiveServer, nell: User) -> Iterator[Page]:
    """Nell's browser; an error on the page's own console fails the test."""
    page = signed_in(chromium, live_server, nell)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.context.close()
    assert errors == []


def focused(page: Page) -> Any:
    return page.evaluate("document.activeElement.closest('tr')?.dataset.seq")


def address(run: Run) -> str:
    return reverse("front:run-detail", args=[run.pk])


def test_keys_move_from_row_to_row_and_to_the_next_error(auditor: Page, broken: Run) -> None:
    errors = [
        str(event.seq) for event in broken.events.filter(kind__in=("stage.broke", "run.failed"))
    ]
    auditor.goto(address(broken))

    assert focused(auditor) == errors[0]
    auditor.keyboard.press("k")
    assert focused(auditor) == str(int(errors[0]) - 1)
    auditor.keyboard.press("e")
    assert focused(auditor) == errors[0]
    auditor.keyboard.press("e")
    assert focused(auditor) == errors[1]
    auditor.keyboard.press("e")
    expect(auditor.locator("#live")).to_have_text("No further error.")
    auditor.keyboard.press("j")
    assert focused(auditor) == str(broken.last_seq)


def test_enter_opens_an_event_in_place_records_it_and_closes_it_again(
    auditor: Page, broken: Run
) -> None:
    auditor.goto(address(broken))
    seq = focused(auditor)
    auditor.keyboard.press("Enter")

    opened = auditor.get_by_test_id(f"payload-{seq}")
    expect(opened).to_contain_text("An unexpected fault (KeyError) ended this stage.")
    assert AuditEvent.objects.filter(event=EventType.RUN_PAYLOAD_READ).count() == 1
    opened.locator("summary").click()
    expect(opened.locator("pre")).to_contain_text('"kind": "stage.broke"')
    auditor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened.get_by_role("button", name="Copy").click()
    expect(opened.get_by_role("button", name="Copied")).to_be_visible()
    assert '"stage.broke"' in auditor.evaluate("navigator.clipboard.readText()")

    auditor.locator(f"#open-{seq}").focus()
    auditor.keyboard.press("Enter")

    expect(opened).to_have_count(0)
    assert AuditEvent.objects.filter(event=EventType.RUN_PAYLOAD_READ).count() == 1
    assert auditor.locator(f"#open-{seq}").get_attribute("aria-expanded") == "false"


def test_r_changes_between_times_of_day_and_times_since_the_start(
    auditor: Page, broken: Run
) -> None:
    auditor.goto(address(broken))
    auditor.keyboard.press("r")
    auditor.wait_for_url("**time=relative**")

    expect(auditor.locator("[data-seq='1']")).to_contain_text("+0 ms")

    auditor.keyboard.press("r")
    auditor.wait_for_url(lambda url: "time=relative" not in url)


def test_filters_and_search_stand_in_the_address(auditor: Page, broken: Run) -> None:
    auditor.goto(address(broken))
    auditor.get_by_role("link", name="Errors").click()
    auditor.wait_for_url("**kind=error**")
    expect(auditor.get_by_test_id("event")).to_have_count(2)

    auditor.keyboard.press("/")
    auditor.keyboard.type("failed")
    auditor.keyboard.press("Enter")
    auditor.wait_for_url("**q=failed**")

    expect(auditor.get_by_test_id("event")).to_have_count(1)
    auditor.reload()
    expect(auditor.get_by_test_id("event")).to_have_count(1)


def test_a_run_that_goes_on_says_how_many_are_new_and_jumps_nowhere(
    auditor: Page, north: Hospital
) -> None:
    run = make_run(patient=make_patient(hospital=north))
    auditor.goto(address(run))
    where = focused(auditor)
    for number in range(3):
        record(run, MissesNoted(count=number))

    chip = auditor.locator("#append")
    expect(chip).to_have_text("3 new", timeout=15_000)
    assert focused(auditor) == where
    expect(auditor.get_by_test_id("event")).to_have_count(1)
    chip.click()

    expect(auditor.get_by_test_id("event")).to_have_count(2)
    expect(auditor.get_by_test_id("event").last).to_contain_text("×3")
    expect(auditor.locator("#append")).to_have_count(0)


def test_the_replay_opens_on_the_page(auditor: Page, broken: Run) -> None:
    auditor.goto(address(broken))
    auditor.locator("#replay").click()

    expect(auditor.get_by_test_id("replay")).to_contain_text("the very state the run is in")
    expect(auditor.locator("#replay-title")).to_be_focused()


def test_the_pages_of_runs_have_no_barrier_at_any_width(auditor: Page, broken: Run) -> None:
    pages = [
        address(broken),
        *(reverse(f"front:run-{name}", args=[broken.pk]) for name in ("viewed", "replay")),
    ]
    found: dict[str, object] = {}
    for url in (*pages, reverse("front:run-event", args=[broken.pk, 1]), "/runs/?state=failed"):
        auditor.goto(url)
        for width in WIDTHS:
            auditor.set_viewport_size({"width": width, "height": 900})
            if wrong := faults(auditor) or ["runs off"] * (sideways(auditor) > 0):
                found[f"{url} at {width}"] = wrong

    assert found == {}


def test_an_opened_event_has_no_barrier_and_prints(auditor: Page, broken: Run) -> None:
    auditor.goto(address(broken))
    auditor.keyboard.press("Enter")
    expect(auditor.locator(".opened")).to_be_visible()
    auditor.locator(".opened summary").click()

    assert faults(auditor) == []
    auditor.emulate_media(media="print")
    expect(auditor.locator("#replay")).to_be_hidden()
    expect(auditor.locator("svg.bar").first).to_be_visible()
    assert len(auditor.pdf()) > 10_000
