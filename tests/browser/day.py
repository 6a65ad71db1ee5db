"""People of the demo hospitals in browsers of their own, and the files of a morning."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from medreview.common.clock import today
from medreview.demo.record import as_bundle
from medreview.demo.stories import STORIES
from medreview.fhir import json_text
from tests.factories.demo import open_hospitals
from tests.integration.walls.crawling import Seen, within

PATIENCE = 30_000
"""How long a step may take on a busy machine, in milliseconds."""
LISTS = ("/", "/reviews/", "/reviews/?show=mine", "/waiting/criticals/", "/patients/lists/")
"""Where a clinician reads numbers."""


@pytest.fixture
def hospitals(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both demo hospitals, with all that waits in them."""
    open_hospitals(monkeypatch)


class House:
    """The doors of the running house: each person comes in by a browser of their own."""

    def __init__(self, chromium: Browser, url: str) -> None:
        self.chromium, self.url = chromium, url
        self.errors: list[str] = []

    def stranger(self) -> Page:
        """A browser nobody is signed in with; an error on its console is kept."""
        context = self.chromium.new_context(
            base_url=self.url, viewport={"width": 1440, "height": 900}
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def enter(self, username: str, password: str = "") -> Page:
        """Somebody signed in."""
        page = self.stranger()
        page.goto("/login/")
        type_password(page, username, password)
        expect(page.locator("#account")).to_be_visible()
        return page

    def close(self) -> None:
        for context in self.chromium.contexts:
            context.close()


@pytest.fixture
def house(chromium: Browser, live_server: LiveServer, hospitals: None) -> Iterator[House]:
    """The demo hospitals, open for the day; nothing may break on any page."""
    house = House(chromium, live_server.url)
    expect.set_options(timeout=PATIENCE)
    yield house
    expect.set_options(timeout=None)
    house.close()
    assert house.errors == []


def type_password(page: Page, username: str, password: str = "") -> None:
    page.fill("[name=username]", username)
    page.fill("[name=password]", password or f"demo-{username}-2026")
    page.keyboard.press("Enter")


def seen_by(page: Page, url: str) -> Seen:
    """What this person is shown at an address just now, beside the page they have open."""
    answer = page.request.get(url)
    assert answer.status == 200, url
    seen = Seen()
    seen.feed(answer.text())
    return seen


def rows_at(page: Page, url: str) -> int:
    """How many rows a list has over all its pages."""
    seen = seen_by(page, url)
    following = within(url, seen.following) if seen.following else ""
    return seen.rows + (rows_at(page, following) if following else 0)


def wrong_numbers(page: Page, addresses: tuple[str, ...] = LISTS) -> dict[str, str]:
    """The badges on these pages that say another number than the list they lead to."""
    badges = {
        (within(at, link), number) for at in addresses for link, number in seen_by(page, at).badges
    }
    rows = {link: rows_at(page, link) for link, _ in badges}
    return {link: f"{n}, not {rows[link]}" for link, n in badges if rows[link] != n}


# Files


def as_file(name: str, content: str | bytes) -> Any:
    """A file to be chosen in a browser."""
    buffer = content.encode() if isinstance(content, str) else content
    return {"name": name, "mimeType": "application/octet-stream", "buffer": buffer}


def record_of(key: str) -> dict[str, Any]:
    """The newest record of an invented patient, as FHIR."""
    bundle: dict[str, Any] = next(one for one in STORIES if one.key == key).build(today())[-1]
    return bundle


def corrected(bundle: dict[str, Any], ending: str, value: str) -> Any:
    """A file in which the laboratory corrects one result of a record."""
    resources = [entry["resource"] for entry in bundle["entry"]]
    results = [each for each in resources if each["id"].endswith(ending)]
    newest = max(results, key=lambda each: str(each["effectiveDateTime"]))
    quantity = newest["valueQuantity"] | {"value": Decimal(value)}
    said = newest | {"status": "corrected", "valueQuantity": quantity}
    return as_file("correction.json", json_text.dumps(as_bundle([said])))


def morning() -> list[Any]:
    """What the night left on a clinician's disk: FHIR, a table and a message.

    It is yesterday's: just after midnight nothing of today's early morning has happened yet.
    """
    day = today() - dt.timedelta(days=1)
    table = (
        "Patient ID;Name;DOB;Sex;Test;LOINC;Result;Unit;Reference;Flag;Collected;Status\n"
        "MRN-7101;Novak, Jana;14.03.1961;F;Potassium;2823-3;2,4;mmol/L;3,5 - 5,1;LL;"
        f"{day:%d.%m.%Y} 05:10;F\n"
    )
    message = "\r".join(
        (
            f"MSH|^~\\&|LAB|NORTH|MEDREVIEW|NORTH|{day:%Y%m%d}060000||ORU^R01^ORU_R01|1|P|2.5.1",
            "PID|1||MRN-7102^^^NORTH^MR||Ferreira^Rui||19540902|M",
            f"OBR|1|P-9|F-9|24323-8^Comprehensive panel^LN|||{day:%Y%m%d}050000|||||||||||||||"
            f"{day:%Y%m%d}055000||LAB|F",
            f"OBX|1|NM|2823-3^Potassium^LN||5.6|mmol/L|3.5-5.1|H|||F|||{day:%Y%m%d}050000",
        )
    )
    record = json_text.dumps(record_of("wang"))
    return [
        as_file("record.json", record),
        as_file("night.csv", table),
        as_file("day.hl7", message),
    ]
