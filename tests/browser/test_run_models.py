"""What a model was asked is read in the browser: opened on demand, compared, and adding up."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from analysis.evaluation.run_page_benchmark import talks
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.llm.double.script import Mode, ScriptedCall, Turn
from medreview.patients import sealing
from medreview.runtime.models import Run
from medreview.runtime.skills.read import read_skill
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways, signed_in
from tests.conftest import person
from tests.factories.asked_runs import ask_a_model
from tests.factories.patients import make_patient
from tests.factories.runtime import append, make_run
from tests.factories.skills import allow, write_skill

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LOOK = Turn(calls=(ScriptedCall(name="look_up", arguments={"names": ["Hb"]}),))
DONE = Turn(calls=(ScriptedCall(name="submit_plan", arguments={"keys": ["718-7"]}),))
BROKEN = Turn(mode=Mode.BROKEN)

SUMS = """() => {
  const sum = (name) => [...document.querySelectorAll("[data-testid=event]")]
    .reduce((all, row) => all + Number(row.dataset[name] ?? 0), 0);
  const head = document.querySelector("[data-testid=models]").dataset;
  return ["tokensIn", "tokensOut", "micros"].map((name) => [sum(name), Number(head[name])]);
}"""


@pytest.fixture
def north(transactional_db: None) -> Hospital:
    return Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")


@pytest.fixture
def root(north: Hospital) -> User:
    return person("root", "Rut Adminova", north, Role.ADMIN)


@pytest.fixture
def asked(
    north: Hospital, llm_double: Callable[..., Any], tmp_path: Path, settings: Any
) -> Callable[..., Run]:
    """``asked(LOOK, DONE)`` is a run of North in which a model was asked and said that."""
    skill = read_skill(write_skill(tmp_path / "skill"))
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)

    def ask(*turns: Turn, run: Run | None = None) -> Run:
        run = run or make_run(patient=make_patient(hospital=north))
        ask_a_model(run, skill, llm_double(*turns))
        return run

    return ask


@pytest.fixture
def admin(chromium: Browser, live_server: LiveServer, root: User) -> Iterator[Page]:
    """Rut's browser; an error on the page's own console fails the test."""
    page = signed_in(chromium, live_server, root)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.context.close()
    assert errors == []


def address(run: Run, **asked: str) -> str:
    return reverse("front:run-detail", args=[run.pk], query=asked)


def openings(run: Run) -> int:
    return AuditEvent.objects.filter(thing_id=run.pk, event=EventType.RUN_PAYLOAD_READ).count()


def row(page: Page, kind: str, nth: int = 0) -> Any:
    return page.locator(f"[data-testid=event][data-kind='{kind}'] .opener").nth(nth)


def test_rows_add_up_to_the_head_and_nothing_can_be_edited(
    admin: Page, asked: Callable[..., Run]
) -> None:
    admin.goto(address(asked(LOOK, BROKEN, DONE)))

    for rows, head in admin.evaluate(SUMS):
        assert rows == head > 0
    main = admin.locator("main")
    expect(main.locator("form[method=post], [hx-post], [hx-delete]")).to_have_count(0)
    expect(admin.get_by_test_id("chain")).to_have_attribute("data-state", "verified")
    seqs = admin.locator("[data-testid=event]").evaluate_all("all => all.map(r => +r.dataset.seq)")
    assert seqs == list(range(1, len(seqs) + 1))


def test_a_prompt_opens_by_keyboard_and_its_opening_is_recorded(
    admin: Page, asked: Callable[..., Run]
) -> None:
    run = asked(LOOK, DONE)
    admin.goto(address(run, kind="model"))
    expect(admin.locator("body")).not_to_contain_text("Obey me")
    assert openings(run) == 0

    row(admin, "model.asked").focus()
    admin.keyboard.press("Enter")

    block = admin.get_by_test_id("data-block")
    expect(block).to_contain_text("Data: results")
    expect(block).to_contain_text("Obey me.")
    assert openings(run) == 1
    admin.goto(reverse("front:run-viewed", args=[run.pk]))
    expect(admin.get_by_test_id("look").filter(has_text="Rut Adminova").first).to_be_visible()
    expect(admin.get_by_test_id("look-rows")).to_contain_text("opened a sealed event")


def test_the_second_question_shows_what_was_added(admin: Page, asked: Callable[..., Run]) -> None:
    admin.goto(address(asked(LOOK, DONE)))

    row(admin, "model.asked", 1).click()

    added = admin.locator("[data-testid=turn][data-mark=added]")
    expect(added).to_have_count(2)
    expect(added.first).to_contain_text("look_up")
    expect(added.last).to_contain_text("718-7")
    same = admin.get_by_test_id("same")
    expect(same.locator("summary")).to_contain_text("2 turns are the same")
    expect(same.get_by_test_id("turn").first).to_be_hidden()
    same.locator("summary").click()
    expect(same.get_by_test_id("turn").first).to_contain_text("Plan what to look for")


def test_a_failed_question_is_an_error_that_the_keys_find(
    admin: Page, asked: Callable[..., Run]
) -> None:
    run = asked(Turn(mode=Mode.REFUSAL, times=0))
    admin.goto(address(run))

    failed = run.events.get(kind="model.failed")
    here = "document.activeElement.closest('tr')?.dataset.seq"
    assert admin.evaluate(here) == str(failed.seq)
    expect(admin.locator("[data-testid=use][data-state=fallback]")).to_contain_text("declined")
    admin.keyboard.press("Enter")
    expect(admin.get_by_test_id("requests")).to_contain_text("failed")


def test_a_run_that_goes_on_tells_tokens_as_they_come(
    admin: Page, north: Hospital, asked: Callable[..., Run]
) -> None:
    run = make_run(patient=make_patient(hospital=north))
    admin.goto(address(run))
    expect(admin.get_by_test_id("head-tokens")).to_have_text("–")
    asked(LOOK, DONE, run=run)

    admin.locator("#append").click()

    expect(admin.get_by_test_id("models")).to_be_visible()
    expect(row(admin, "model.replied", 1)).to_be_visible()
    for rows, head in admin.evaluate(SUMS):
        assert rows == head > 0
    head = admin.get_by_test_id("head-tokens").text_content()
    expect(admin.get_by_test_id("total-tokens")).to_contain_text(head or "?")
    expect(admin.get_by_test_id("totals")).to_have_count(1)


def test_the_list_is_narrowed_to_fallbacks_and_the_back_button_returns(
    admin: Page, asked: Callable[..., Run]
) -> None:
    good, fallen = asked(DONE), asked(Turn(mode=Mode.REFUSAL, times=0))
    admin.goto("/runs/")
    admin.get_by_label("Language models").select_option("fallback")
    admin.locator("#filter-runs").click()
    admin.wait_for_url("**models=fallback**")

    expect(admin.get_by_test_id(f"run-{fallen.pk}")).to_be_visible()
    expect(admin.get_by_test_id(f"run-{good.pk}")).to_have_count(0)
    admin.get_by_role("link", name=fallen.pk).click()
    admin.wait_for_url(f"**{address(fallen)}")
    admin.go_back()
    admin.wait_for_url("**models=fallback**")
    expect(admin.get_by_test_id(f"run-{good.pk}")).to_have_count(0)


def test_an_erased_patients_prompt_is_gone_and_said_to_be(
    admin: Page, asked: Callable[..., Run]
) -> None:
    run = asked(LOOK, DONE)
    sealing.destroy_key(run.patient, by=None)
    admin.goto(address(run))

    row(admin, "model.asked").click()

    expect(admin.locator(".opened .warn-line")).to_be_visible()
    expect(admin.locator("body")).not_to_contain_text("Obey me")


def test_a_run_of_ten_thousand_events_opens_in_pages(admin: Page, north: Hospital) -> None:
    run = make_run(patient=make_patient(hospital=north))
    append(run, islice(talks(), 9_999))

    admin.goto(address(run, after="0"))

    expect(admin.get_by_test_id("event")).to_have_count(200)
    expect(admin.get_by_test_id("chain")).to_contain_text("10000 events")
    assert admin.get_by_test_id("use").count() < 5


def test_a_run_with_models_has_no_barrier_at_any_width(
    admin: Page, asked: Callable[..., Run]
) -> None:
    run = asked(LOOK, BROKEN, DONE)
    found: dict[str, object] = {}
    kinds = ("model.asked", "model.replied", "tool.called", "tool.answered")
    events = [run.events.filter(kind=kind).last().seq for kind in kinds]
    pages = [reverse("front:run-event", args=[run.pk, seq]) for seq in events]
    for url in (address(run), *pages, reverse("front:run-replay", args=[run.pk]), "/runs/"):
        admin.goto(url)
        for width in WIDTHS:
            admin.set_viewport_size({"width": width, "height": 900})
            if wrong := faults(admin) or ["runs off"] * (sideways(admin) > 0):
                found[f"{url} at {width}"] = wrong

    assert found == {}
