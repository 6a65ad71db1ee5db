"""A release goes out as a table and comes back as drafts, by keyboard and on a phone."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from graphcurate.models import ChangeSet
from medreview.accounts.models import Hospital
from medreview.accounts.roles import Role
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways, signed_in
from tests.conftest import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PAGE = "/graph/exchange/"
WORDS = "Kidneys excrete less of it."


@pytest.fixture
def curator(chromium: Browser, live_server: LiveServer, transactional_db: None) -> Iterator[Page]:
    """Kim's browser."""
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    page = signed_in(chromium, live_server, person("kim", "Kim Kaya", north, Role.CURATOR))
    yield page
    page.context.close()


def test_a_table_goes_out_is_edited_and_comes_back_as_drafts(curator: Page, tmp_path: Path) -> None:
    curator.goto(PAGE)
    with curator.expect_download() as downloading:
        curator.get_by_test_id("export-relations").press("Enter")
    edited = tmp_path / "links.csv"
    edited.write_text(edited_table(Path(downloading.value.path())), encoding="utf-8-sig")

    curator.set_input_files("#file", str(edited))
    curator.locator("#import").press("Enter")

    report = curator.get_by_test_id("import")
    expect(report).to_have_attribute("data-state", "done")
    expect(report.locator("tr.rec")).to_have_count(2)
    expect(report.locator('[data-outcome="changed"]')).to_contain_text("Rationale")
    expect(report.locator('[data-outcome="refused"]')).to_contain_text("row 3")
    assert ChangeSet.objects.get().revisions.get().new == WORDS
    for width in WIDTHS:
        curator.set_viewport_size({"width": width, "height": 900})
        assert faults(curator) == []
        assert sideways(curator) <= 0


def edited_table(path: Path) -> str:
    """The first link of a table in other words, and one that nobody knows."""
    head, first, *_ = csv.reader(path.read_text(encoding="utf-8-sig").splitlines())
    row = dict(zip(head, first, strict=True))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, head)
    writer.writeheader()
    writer.writerow(row | {"rationale": WORDS})
    writer.writerow(row | {"relation": "rel:nothing", "target": "nothing"})
    return out.getvalue()


def test_a_file_that_is_none_is_told_on_the_form(curator: Page, tmp_path: Path) -> None:
    broken = tmp_path / "table.csv"
    broken.write_text("name;age\nx;1\n")
    curator.goto(PAGE)

    curator.set_input_files("#file", str(broken))
    curator.locator("#import").press("Enter")

    expect(curator.locator("#file-error")).to_contain_text("no file of the graph")
    expect(curator.locator("#file")).to_have_attribute("aria-invalid", "true")
    assert faults(curator) == []
