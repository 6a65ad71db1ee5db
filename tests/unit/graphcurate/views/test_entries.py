"""The graph is read by whom may, and always says what nobody has reviewed."""

import pytest
from django.urls import reverse

from graphcurate.queries import current_release, snapshot_of
from tests.conftest import person

pytestmark = pytest.mark.django_db

STARTER = "starter content, not clinically reviewed"


def listed(client, **query):
    return client.get(reverse("graphcurate:entry-list"), query)


def names(response):
    return {row.name for row in response.context["rows"]}


def test_everybody_with_the_permission_sees_the_whole_list(ada, signed_in):
    response = listed(signed_in(ada))

    assert response.status_code == 200
    assert response.context["total"] == len(snapshot_of(current_release()).biomarkers)
    assert STARTER in response.content.decode()


def test_every_role_reads_the_graph_and_a_person_without_one_is_refused(
    ada, kim, nell, root, north, signed_in
):
    nobody = person("nobody", "No Role", north)

    answers = [listed(signed_in(one)).status_code for one in (ada, kim, nell, root, nobody)]

    assert answers == [200, 200, 200, 200, 403]


def test_nobody_reads_it_without_signing_in(client):
    assert listed(client).status_code == 302


@pytest.mark.parametrize("words", ["kalium", "2823-3", "Калий", "钾", "potassium"])
def test_search_goes_by_any_name_or_code(ada, signed_in, words):
    response = listed(signed_in(ada), q=words)

    assert "Potassium" in names(response)


def test_a_domain_narrows_the_list(ada, signed_in):
    response = listed(signed_in(ada), domain="electrolytes")

    assert "Potassium" in names(response)
    assert "Ferritin" not in names(response)


def test_words_that_nothing_goes_by_say_so(ada, signed_in):
    response = listed(signed_in(ada), q="<b>nothing</b>")

    assert "Nothing goes by these words." in response.content.decode()
    assert "<b>nothing</b>" not in response.content.decode()


def test_htmx_gets_the_rows_alone(ada, signed_in):
    response = signed_in(ada).get(
        reverse("graphcurate:entry-list"), {"q": "k"}, headers={"HX-Request": "true"}
    )

    assert "<html" not in response.content.decode()


def test_an_entry_shows_its_relations_limits_and_sources(ada, signed_in):
    response = signed_in(ada).get(reverse("graphcurate:entry-detail", args=["potassium"]))

    page = response.content.decode()
    assert response.status_code == 200
    assert STARTER in page
    assert "Haemolysed specimen" in page
    assert "≥ 6.5" in page
    assert "neonate" in page
    assert "2823-3" in page
    assert "Калий" in page


def test_every_entry_and_domain_has_a_page(ada, signed_in):
    client = signed_in(ada)
    snapshot = snapshot_of(current_release())
    pages = [
        *(
            reverse("graphcurate:entry-detail", args=[key])
            for key in list(snapshot.biomarkers)[::9]
        ),
        *(reverse("graphcurate:domain-detail", args=[key]) for key in snapshot.domains),
    ]

    answers = {client.get(page).status_code for page in pages}

    assert answers == {200}


@pytest.mark.parametrize("route", ["entry-detail", "domain-detail"])
def test_an_unknown_key_is_not_found(ada, signed_in, route):
    response = signed_in(ada).get(reverse(f"graphcurate:{route}", args=["nothing"]))

    assert response.status_code == 404


def test_a_limit_in_multiples_and_one_in_words_are_written_out(ada, signed_in):
    client = signed_in(ada)

    alt = client.get(reverse("graphcurate:entry-detail", args=["alt"])).content.decode()
    culture = client.get(reverse("graphcurate:entry-detail", args=["blood_culture"]))

    assert "≥ 15 × upper limit" in alt
    assert "any positive result" in culture.content.decode()
