"""The rail, the suggestions and the line of who else is here answer alone."""

import pytest
from django.urls import reverse

from tests.factories.curation import make_set, set_field

pytestmark = pytest.mark.django_db


def options(client, **query):
    return client.get(reverse("graphcurate:entry-options"), query).context["options"]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("chronic kidney", "Chronic kidney disease · condition:ckd"),
        ("2276-4", "Ferritin · parameter:ferritin"),
        ("Ферритин", "Ferritin · parameter:ferritin"),
        ("acei", "ACE inhibitors · medication:acei"),
    ],
)
def test_a_target_is_suggested_by_any_name_code_or_key(kim, signed_in, words, value):
    found = [option.value for option in options(signed_in(kim), of="target", q=words)]

    assert any(one.endswith(value.rpartition(" · ")[2]) for one in found)


def test_suggestions_are_of_the_kind_that_is_asked_for(kim, signed_in):
    found = options(signed_in(kim), of="medication", q="a")

    assert found
    assert all("medication:" in option.value for option in found)


def test_nothing_is_suggested_for_no_words(kim, signed_in):
    assert options(signed_in(kim), of="source", q=" ") == []


def rail(client, **query):
    url = reverse("graphcurate:edit-rail", args=["biomarker", "potassium"])
    return client.get(url, query).context


def test_the_rail_says_state_and_share_of_quoted_links(kim, signed_in):
    set_field(make_set(kim), "specimen", "Plasma", by=kim)

    lines = {line.name: line for line in rail(signed_in(kim), q="potassium")["rail"]}

    line = lines["Potassium"]
    assert (str(line.word), line.current, line.quoted) == ("Draft", True, 0)
    assert "1 change" in line.detail


def test_a_biomarker_without_medications_is_a_gap(kim, signed_in):
    line = rail(signed_in(kim), q="erythrocytes")["rail"][0]

    assert str(line.word) == "Gap"
    assert "no medications" in line.detail


def test_the_rail_lists_other_kinds_of_entries(kim, signed_in):
    context = rail(signed_in(kim), type="condition", q="kidney")

    assert "/graph/edit/thing/condition:ckd/" in [line.url for line in context["rail"]]
    assert context["create_url"].endswith("?kind=condition")


def test_who_asks_who_is_here_is_here(kim, signed_in):
    url = reverse("graphcurate:entry-presence", args=["biomarker", "potassium"])

    page = signed_in(kim).get(url, headers={"HX-Request": "true"}).content.decode()

    assert kim.full_name not in page
    assert 'id="presence"' in page


def test_the_rail_opens_at_the_page_of_the_entry_and_leads_to_the_others(kim, signed_in):
    client = signed_in(kim)

    here = rail(client)["rail"]
    before = rail(client, page=here.previous_page_number())["rail"]

    assert sum(line.current for line in here) == 1
    assert len(here) == len(before) == 50
    assert before.end_index() + 1 == here.start_index() < here.end_index() < here.paginator.count
    assert not any(line.current for line in before)


def test_words_narrow_the_whole_rail_and_not_only_the_page_that_is_shown(kim, signed_in):
    found = rail(signed_in(kim), q="albumin")["rail"]

    assert "Albumin" in [line.name for line in found]
    assert found.paginator.num_pages == 1
