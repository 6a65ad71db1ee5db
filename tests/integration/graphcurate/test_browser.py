"""The graph is found, narrowed and read by its address alone."""

import re
from html import unescape

import pytest
from django.urls import reverse

from graphcurate.entry_fields import EntryKind
from graphcurate.queries import browser
from graphcurate.services import change_sets
from medreview.accounts.roles import Role
from tests.conftest import person
from tests.factories.curation import make_set, set_field
from tests.factories.neighbourhood import biomarker

pytestmark = pytest.mark.django_db

LIST = "graphcurate:entry-list"


@pytest.fixture
def reader(kim, signed_in):
    return signed_in(kim)


def names(response):
    return [row.name for row in response.context["rows"]]


def test_every_list_holds_what_its_tab_counts(reader):
    tabs = reader.get(reverse(LIST)).context["types"]

    assert [key for key, *_ in tabs] == [
        "biomarker", "condition", "medication", "preanalytical", "domain", "source",
    ]  # fmt: skip
    for _key, _words, url, number in tabs:
        assert reader.get(url).context["total"] == number > 0


def test_an_address_gives_the_same_rows_as_page_and_as_fragment(reader):
    query = {"q": "a", "domain": "renal", "coverage": "with:any", "quotes": "none"}

    page = reader.get(reverse(LIST), query)
    part = reader.get(reverse(LIST), query, headers={"HX-Request": "true"})

    assert names(page) == names(part) != []
    assert "<html" not in part.content.decode()
    assert 'value="renal" selected' in page.content.decode()
    assert 'value="with:any" selected' in page.content.decode()
    assert re.search(r'name="quotes"[^>]* checked', page.content.decode())


def test_a_narrowed_list_says_so_and_can_be_cleared(reader):
    page = reader.get(reverse(LIST), {"domain": "iron"})

    text = page.content.decode()

    assert "narrowed by the filter above" in text
    assert f'href="{reverse(LIST)}"' in text


def test_pages_go_on_and_back_with_their_filter(reader):
    first = reader.get(reverse(LIST), {"state": "starter"})
    second = reader.get(first.context["older_url"])
    back = reader.get(second.context["newer_url"])

    assert len(names(first)) == 100
    assert set(names(first)).isdisjoint(names(second))
    assert names(back) == names(first)
    assert "state=starter" in first.context["older_url"]


@pytest.mark.parametrize(
    ("query", "title"),
    [({"q": "zzzz"}, "Nothing goes by these words"), ({"state": "retired"}, "Nothing is left")],
)
def test_an_empty_list_says_why_and_what_next(reader, query, title):
    text = reader.get(reverse(LIST), query).content.decode()

    assert title in text
    assert "Clear" in text


@pytest.mark.parametrize(
    "query",
    [
        {"type": "<x>"},
        {"after": "biomarker:gone"},
        {"since": "never"},
        {"coverage": "with:'"},
        {"q": "%00" * 99},
    ],
)
def test_an_address_that_makes_no_sense_is_answered_all_the_same(reader, query):
    assert reader.get(reverse(LIST), query).status_code == 200


def test_a_draft_shows_in_the_list_and_on_the_page_with_its_change_set(kim, reader):
    made = make_set(kim, title="Potassium with care")
    set_field(made, "comparability_note", "Read with care.", by=kim)
    change_sets.add_entry(change_set=made, entry=biomarker("galectin_3", "Galectin-3"), by=kim)

    drafts = reader.get(reverse(LIST), {"state": "draft"})
    page = reader.get(reverse("graphcurate:entry-detail", args=["potassium"])).content.decode()

    assert names(drafts) == ["Potassium"]
    assert "Galectin-3" in drafts.content.decode()
    assert "Potassium with care" in page
    assert reverse("graphcurate:change-detail", args=[made.pk]) in page
    assert "Read with care." not in page


def test_numbers_of_the_overview_are_those_of_the_lists_they_lead_to(reader):
    page = reader.get(reverse("graphcurate:overview"))
    cells = re.findall(
        r'class="cell[^"]*" href="([^"]+)"[^>]*data-number="(\d+)"', page.content.decode()
    )
    table = re.findall(r'aria-label="[^"]+">(\d+) of \d+</a></td>', page.content.decode())

    assert [number for _, number in cells] == table
    assert len(cells) == 4 * len(browser.index().by_type["domain"])
    for href, number in cells[::13]:
        assert reader.get(unescape(href)).context["total"] == int(number), href


def test_a_domain_shows_its_biomarkers_as_picture_and_table_and_its_defaults(reader):
    text = reader.get(reverse("graphcurate:domain-detail", args=["iron"])).content.decode()

    assert text.count('<a class="name"') == text.count('data-testid="entry"') > 3
    assert "Default links" in text
    assert 'data-testid="links"' in text


@pytest.mark.parametrize(
    ("role", "edits", "reports"),
    [
        (Role.CURATOR, True, True),
        (Role.CLINICIAN, False, True),
        (Role.AUDITOR, False, False),
        (Role.ADMIN, False, False),
    ],
)
def test_a_page_offers_what_its_reader_may_do(north, signed_in, role, edits, reports):
    client = signed_in(person("reader", "Some Reader", north, role))

    text = client.get(reverse("graphcurate:entry-detail", args=["potassium"])).content.decode()

    edit = reverse("graphcurate:entry-edit", args=["biomarker", "potassium"])
    assert (edit in text) is edits
    assert (reverse("graphcurate:flag-create") in text) is reports


def test_a_report_of_a_problem_names_the_link_it_is_about(reader):
    text = reader.get(reverse("graphcurate:entry-detail", args=["potassium"])).content.decode()
    address = unescape(re.search(r'href="([^"]*kind=relation[^"]*)"', text)[1])

    assert reader.get(address).status_code == 200


@pytest.mark.parametrize(
    ("route", "key"),
    [
        ("condition-detail", "ckd"),
        ("medication-detail", "acei"),
        ("preanalytical-detail", "biotin_hi"),
        ("source-detail", "ACG_HH19"),
    ],
)
def test_every_kind_of_entry_says_that_nobody_reviewed_it_and_what_leads_to_it(reader, route, key):
    text = reader.get(reverse(f"graphcurate:{route}", args=[key])).content.decode()

    assert 'data-testid="incoming"' in text
    assert "not clinically reviewed" in text
    assert "starter-2026.11" in text


def test_a_medication_of_another_kind_is_no_condition(reader):
    assert reader.get(reverse("graphcurate:condition-detail", args=["acei"])).status_code == 404


def test_kinds_of_entries_are_addressed_as_change_sets_name_them(reader):
    text = reader.get(reverse("graphcurate:condition-detail", args=["ckd"])).content.decode()

    assert reverse("graphcurate:entry-edit", args=[EntryKind.THING, "condition:ckd"]) in text
