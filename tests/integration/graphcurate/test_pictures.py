"""The picture of a biomarker and its table are the same items, and every link leads somewhere."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from graphcurate.queries import browser

pytestmark = pytest.mark.django_db

SOME = ("potassium", "ferritin", "hba1c", "tsh", "alt", "lipase", "troponin_i", "aldolase")


def page_of(client, key, **query):
    response = client.get(reverse("graphcurate:entry-detail", args=[key]), query)
    assert response.status_code == 200
    return response.content.decode()


def drawn(page, form):
    svg = re.search(rf'<svg class="ego {form}".*?</svg>', page, re.S)
    return re.findall(r'<a class="node [^>]*data-id="([^"]*)"', svg[0]) if svg else []


def listed(page):
    return re.findall(r'data-link="([^"]*)"', page)


@pytest.fixture
def reader(kim, signed_in):
    return signed_in(kim)


@pytest.mark.parametrize("depth", [1, 2])
def test_picture_and_table_hold_the_same_links(reader, depth):
    known = browser.index().items
    for key in (key for key in SOME if f"biomarker:{key}" in known):
        page = page_of(reader, key, depth=depth)

        rows = listed(page)

        if "ego matrix" in page:
            continue
        assert sorted(drawn(page, "wide")) == sorted(drawn(page, "narrow")) == sorted(rows)
        assert len(rows) == len(set(rows))


@pytest.mark.parametrize("narrowed", [{"kind": "condition"}, {"through": "crp", "depth": 2}])
def test_what_narrows_the_picture_narrows_the_table(reader, narrowed):
    whole = page_of(reader, "ferritin", depth=narrowed.get("depth", 1))

    page = page_of(reader, "ferritin", **narrowed)

    assert sorted(drawn(page, "wide")) == sorted(listed(page))
    assert 0 < len(listed(page)) < len(listed(whole))


def test_more_links_than_can_be_looked_at_stand_in_a_matrix(reader):
    page = page_of(reader, "ck", depth=2)

    numbers = [int(number) for number in re.findall(r'data-number="(\d+)"', page)]
    total = int(re.search(r'data-nodes="(\d+)"', page)[1])

    assert total > 150
    assert drawn(page, "wide") == []
    assert sum(numbers) == total
    assert "Narrow the filter" in page
    assert len(listed(page)) == 150
    assert f"1–150 of {total} links" in page


def test_the_pages_of_a_large_table_hold_every_link_once(reader):
    first, rest = (listed(page_of(reader, "ck", depth=2, **{"from": n})) for n in (0, 150))

    total = int(re.search(r'data-nodes="(\d+)"', page_of(reader, "ck", depth=2))[1])

    assert len({*first, *rest}) == len(first) + len(rest) == total


def test_each_cell_of_the_matrix_shows_as_many_links_as_it_says(reader):
    page = page_of(reader, "ck", depth=2)
    cells = re.findall(r'class="cell[^"]*" href="([^"]+)"[^>]*data-number="(\d+)"', page)

    address = reverse("graphcurate:entry-detail", args=["ck"])
    for href, number in cells[::5]:
        narrowed = reader.get(address + unescape(href))
        assert len(listed(narrowed.content.decode())) == int(number), href


def test_every_box_is_named_by_kind_name_and_effect(reader):
    page = page_of(reader, "potassium")

    assert 'aria-label="Condition: Chronic kidney disease, raises"' in page


def test_a_box_two_steps_away_says_through_what(reader):
    page = page_of(reader, "ferritin", depth=2)

    said = re.findall(r'aria-label="(Condition: [^"]*)"', page)

    assert "Condition: Sepsis, raises" in said
    assert any(words.endswith(", raises C-reactive protein") for words in said)


def test_there_is_no_canvas_and_no_style_in_a_picture(reader):
    page = page_of(reader, "ferritin", depth=2)

    assert "<canvas" not in page
    assert "<style" not in page


def test_a_biomarker_without_links_leads_to_the_defaults_of_its_domain(reader):
    bare = next(item for item in browser.index().by_type["biomarker"] if not item.total)

    page = page_of(reader, bare.entry.key)

    assert "no links of its own" in page
    assert reverse("graphcurate:domain-detail", args=[bare.domain]) in page


def test_every_box_leads_to_a_page_that_names_the_link_back(reader):
    page = page_of(reader, "ferritin")
    addresses = set(re.findall(r'<a class="node [^>]*href="([^"]+)"', page))
    addresses |= set(re.findall(r'href="(/graph/sources/[^"]+)"', page))

    assert len(addresses) > 15
    for address in addresses:
        answer = reader.get(address)
        assert answer.status_code == 200, address
        assert "Ferritin" in answer.content.decode(), address


def test_the_database_is_asked_the_same_for_a_large_picture_as_for_a_small_one(reader):
    browser.index()

    def asked(key, depth):
        page_of(reader, key, depth=depth)
        with CaptureQueriesContext(connection) as queries:
            page_of(reader, key, depth=depth)
        return len(queries)

    assert asked("potassium", 2) == asked("lipase", 1)


def test_a_picture_speaks_the_readers_language(kim, signed_in):
    kim.language = "ru"
    kim.save()

    page = page_of(signed_in(kim), "potassium")

    assert "хроническая болезнь почек" in page.casefold()
