"""A day in the life: an admin, two clinicians and an auditor in the demo hospitals.

Each step goes where a page leads; after each, every number is that of the list it opens.
"""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.day import (
    House,
    corrected,
    hospitals,
    house,
    morning,
    record_of,
    type_password,
    wrong_numbers,
)
from tests.factories.codes import code_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

__all__ = ["hospitals", "house"]

WORDS = "a long word for mia"
ADMIN_READS = ("/", "/runs/", "/audit/", "/people/")


def choose(page: Page, name: str) -> None:
    """An entry of the menu."""
    page.locator("header.appbar nav").get_by_role("link", name=name).click()
    page.wait_for_load_state()


def handed_over(page: Page) -> str:
    """The address of a link that is shown this once."""
    return urlsplit(page.locator("#link-once").input_value()).path


def send_files(page: Page, files: list[object]) -> None:
    choose(page, "Patients")
    page.click("#import")
    page.wait_for_url("**/imports/")
    page.set_input_files("#files", files=files)  # type: ignore[arg-type]
    page.click("#upload")
    expect(page.locator("#page-title")).to_have_text("Import preview")


def open_review(page: Page, family: str, show: str = "Waiting") -> None:
    choose(page, "Reviews")
    page.get_by_test_id("tab").filter(has_text=show).click()
    row = page.get_by_test_id("work-row").filter(has_text=family)
    row.locator("[data-row]").click()
    expect(page.locator("#finding-title")).to_be_visible()
    page.wait_for_load_state()


def accept_what_is_open(page: Page) -> None:
    """By keyboard, from the first to the last."""
    numbers = page.locator("[id^=rail-]").evaluate_all("each => each.map(one => one.id)")
    for rail in [each for each in numbers if each.removeprefix("rail-").isdigit()]:
        page.click(f"#{rail}")
        finding = page.locator(f"#finding-{rail.removeprefix('rail-')}")
        expect(finding).to_be_visible()
        if finding.get_attribute("data-state") == "open":
            page.keyboard.press("a")
            expect(finding).to_have_attribute("data-state", "accepted")


def sign(page: Page, password: str) -> None:
    page.keyboard.press("Shift+S")
    page.fill("#sign-password", password)
    page.keyboard.press("Enter")
    expect(page.locator(".pagehead [data-state=signed]")).to_be_visible()


def acknowledge(page: Page, told: str) -> None:
    page.fill("#told", told)
    page.fill("#read-back", "Potassium, value and unit as measured.")
    page.click("#acknowledge-send")
    expect(page.locator("#acknowledge-dialog")).to_have_count(0)


def test_an_admin_opens_the_house_and_somebody_new_comes_in(house: House) -> None:
    root, mia = house.enter("root"), house.stranger()
    choose(root, "People")
    root.get_by_role("link", name="Invite somebody").click()
    root.check("input[name=roles][value=clinician]")
    root.click("#send-invitation")
    mia.goto(handed_over(root))
    for name, text in {"full_name": "Mia Brandt", "username": "mia", "new": WORDS}.items():
        mia.fill(f"[name={name}]", text)
    mia.fill("[name=again]", WORDS)
    mia.click("#accept-invitation")
    type_password(mia, "mia", WORDS)
    mia.click("#account summary")
    mia.get_by_role("link", name="My settings").click()
    mia.goto("/settings/factor/")
    mia.click("#factor-on")
    secret = mia.locator("#manual-key").inner_text().replace(" ", "")
    mia.fill("[name=code]", code_of(secret, later=-1))
    mia.click("#turn-on")
    mia.click("#codes-kept")

    mia.click("#account summary")
    mia.click("#sign-out")
    mia.go_back()
    expect(mia).to_have_title("Sign in – medreview")
    type_password(mia, "mia", WORDS)
    mia.fill("[name=code]", code_of(secret))
    mia.keyboard.press("Enter")
    expect(mia.locator("#account")).to_contain_text("Mia Brandt")
    assert wrong_numbers(mia) == {}

    choose(root, "Hospital")
    root.click("#to-teams")
    root.fill("[name=name]", "Renal team")
    root.click("#create-team")
    for name in ("Dr Ada Petrova", "Mia Brandt"):
        root.get_by_label(name).check()
    root.get_by_role("button", name="Save").click()
    expect(root.get_by_test_id("teams")).to_contain_text("Mia Brandt")
    root.click("#to-webhooks")
    root.fill("[name=name]", "Pager")
    root.fill("[name=url]", "https://pager.example/hook")
    root.click("#add-webhook")
    root.get_by_role("link", name="All webhooks").click()
    root.click("#to-settings")
    root.click("#add-step")
    root.fill("#id_step_1_after_minutes", "30")
    root.locator("[name=whom]").last.select_option(label="Renal team")
    root.click("#save-hospital")
    expect(root.locator("#messages")).to_contain_text("Saved")

    choose(root, "People")
    root.get_by_role("link", name="Dr Noor Haddad").click()
    root.click("#password-link")
    noor = house.stranger()
    noor.goto(handed_over(root))
    expect(noor.locator("[name=new]")).to_be_visible()
    root.click("#back-to-people")
    root.get_by_role("link", name="Robin Achebe").click()
    expect(root.locator("#deactivate")).to_have_count(0)
    expect(root.locator("main, .pagehead").first).to_contain_text("This is you")
    choose(root, "Runs")
    root.get_by_test_id("runs").locator("tbody a").first.click()
    expect(root.locator("#page-title, h1").first).to_be_visible()
    choose(root, "Health")
    expect(root.get_by_test_id("health")).to_be_visible()
    assert wrong_numbers(root, ADMIN_READS) == {}


def test_two_clinicians_work_a_day_from_the_nights_files_to_a_second_signature(
    house: House,
) -> None:
    root, ada, noor = house.enter("root"), house.enter("ada"), house.enter("noor")
    root.goto("/hospital/")
    root.check("[name=analyse_on_import]")
    root.click("#save-hospital")

    send_files(ada, morning())
    ada.get_by_role("link", name="Explain the columns").click()
    ada.fill("[name=source]", "Night laboratory")
    ada.click("#explain")
    expect(ada.locator("#run-import")).to_contain_text("3 files")
    ada.click("#run-import")
    expect(ada.locator("#messages")).to_contain_text("3 files were imported")
    assert wrong_numbers(ada) == wrong_numbers(noor) == {}

    ada.reload()
    strip = ada.locator("#criticals-strip-link")
    before = int(ada.locator("#criticals-strip").get_attribute("data-count") or 0)
    strip.click()
    novak = ada.get_by_role("row").filter(has_text="MRN-7101")
    novak.get_by_role("button").click()
    acknowledge(ada, "Dr Orlov, ward 3")
    ada.goto("/waiting/criticals/")
    expect(ada.locator("#criticals-strip")).to_have_attribute("data-count", str(before - 1))
    assert wrong_numbers(ada) == {}

    choose(ada, "Reviews")
    row = ada.get_by_test_id("work-row").filter(has_text="HARGREAVES")
    row.get_by_role("button", name="Take it up").click()
    expect(ada.locator("#holding")).to_have_attribute("data-state", "mine")
    ada.wait_for_load_state()
    ada.locator("[id^=ack-]").first.click()
    acknowledge(ada, "Dr Orlov, ward 3")
    ada.keyboard.press("a")
    expect(ada.locator("#finding-1")).to_have_attribute("data-state", "accepted")
    ada.keyboard.press("h")
    ada.locator("#give-to").select_option(label="Dr Noor Haddad")
    ada.locator("#give-note").fill("Potassium is called in. The rest is open.")
    with ada.expect_navigation():
        ada.keyboard.press("Control+Enter")
    assert wrong_numbers(ada) == wrong_numbers(noor) == {}

    open_review(noor, "HARGREAVES", "Mine")
    expect(noor.get_by_test_id("handed-note")).to_contain_text("The rest is open.")
    address = noor.url.partition("findings/")[0]
    accept_what_is_open(noor)
    sign(noor, "demo-noor-2026")
    for link in noor.locator("[data-testid=export] a").evaluate_all("all => all.map(a => a.href)"):
        answer = noor.request.get(link)
        assert answer.ok, link
        assert answer.body(), link
    assert noor.locator("[data-testid=export] a").count() == 5
    assert wrong_numbers(ada) == wrong_numbers(noor) == {}
    noor.keyboard.press("d")
    noor.wait_for_url(lambda url: address not in url)
    expect(noor.locator("#finding-title")).to_be_visible()

    send_files(ada, [corrected(record_of("hargreaves"), "phosphate", "1.91")])
    ada.click("#run-import")
    expect(ada.get_by_test_id("receipt")).to_be_visible()
    ada.goto(address)
    expect(ada.get_by_test_id("outdated")).to_contain_text("hosphate")
    # New results are analysed as they arrive, so the re-run is there already.
    ada.click("#newest")
    ada.wait_for_url(lambda url: address not in url and "/analyses/" in url)
    expect(ada.get_by_test_id("rerun")).to_be_visible()
    ada.click("#what-differs")
    expect(ada.get_by_test_id("difference").first).to_be_visible()
    accept_what_is_open(ada)
    sign(ada, "demo-ada-2026")
    assert wrong_numbers(ada) == wrong_numbers(noor) == {}


def test_patients_are_put_on_a_list_and_an_auditor_sees_who_did(house: House) -> None:
    ada, nell = house.enter("ada"), house.enter("nell")
    choose(ada, "Patients")
    ada.click("#patient-lists")
    ada.fill("#name", "Friday round")
    ada.click("#create-list")
    ada.goto("/patients/")
    ada.get_by_role("link", name="HARGREAVES").first.click()
    ada.locator("#put-on").select_option(label="Friday round")
    ada.click("#put-on-list")
    expect(ada.get_by_test_id("on-lists")).to_contain_text("Friday round")
    ada.get_by_test_id("on-lists").get_by_role("link", name="Friday round").click()
    expect(ada.locator("main")).to_contain_text("HARGREAVES")
    assert wrong_numbers(ada) == {}

    choose(nell, "Audit trail")
    nell.get_by_role("link", name="Who looked", exact=True).click()
    nell.get_by_label("MRN, whole").fill("40011827")
    nell.keyboard.press("Enter")
    expect(nell.get_by_test_id("looker").first).to_contain_text("Ada Petrova")
    choose(nell, "Audit trail")
    export = nell.locator("#export-json").get_attribute("href") or ""
    bundle = json.loads(nell.request.get(export).text())
    assert {entry["resource"]["resourceType"] for entry in bundle["entry"]} == {"AuditEvent"}
    nell.goto("/audit/weeks/")
    expect(nell.locator("#page-title")).to_be_visible()
    assert wrong_numbers(nell, ADMIN_READS[:3]) == {}


def test_who_signed_out_in_another_tab_signs_in_and_is_where_they_were(house: House) -> None:
    ada = house.enter("ada")
    open_review(ada, "HARGREAVES")
    here = ada.url
    other = ada.context.new_page()
    other.goto("/")
    other.click("#account summary")
    other.click("#sign-out")

    ada.keyboard.press("a")
    ada.wait_for_url("**/login/?next=**")
    type_password(ada, "ada")

    ada.wait_for_url(lambda url: "/login/" not in url)
    assert ada.url.split("?")[0].startswith(here.split("findings/")[0])
    expect(ada.locator("#finding-title")).to_be_visible()
    other.goto("/nowhere/")
    other.get_by_role("link", name="Go to the start page").click()
    expect(other.locator("#account")).to_be_visible()
