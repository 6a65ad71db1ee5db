"""The coverage map in the browser's words: every number is the list it links to."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from graphcurate.gaps.coverage import Concern
from graphcurate.gaps.states import GapState
from graphcurate.models import Gap, Revision
from graphcurate.queries.coverage import Show
from graphcurate.services import gaps
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from tests.conftest import person
from tests.factories.gaps import make_gap

pytestmark = pytest.mark.django_db

SignedIn = Callable[[User], Client]
AS_HTMX = {"HX-Request": "true"}


def page(client: Client, name: str, *args: str, **query: str) -> str:
    answer = client.get(reverse(f"graphcurate:{name}", args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def row_count(html: str) -> int:
    found = re.search(r'data-count="(\d+)"', html)
    return int(found[1]) if found else 0


def test_a_cells_number_is_the_length_of_the_list_it_links_to(signed_in: SignedIn, kim: User):
    client = signed_in(kim)
    cells = re.findall(
        r'data-lacking="(\d+)">.*?<a class="sm" href="([^"]+)"', page(client, "coverage"), re.S
    )

    for lacking, url in cells[:: max(len(cells) // 12, 1)]:
        listed = client.get(url.replace("&amp;", "&")).context["total"]
        assert listed == int(lacking), url
    assert len(cells) > 20


def test_a_cell_reads_without_colour_and_says_its_domain_to_a_listener(
    signed_in: SignedIn, kim: User
):
    html = page(signed_in(kim), "coverage")

    assert re.search(r'<span class="said">\d+ of \d+</span>', html)
    assert re.search(r'aria-label="[^"]+, [^"]+: \d+ without"', html)


@pytest.mark.parametrize("concern", list(Concern))
def test_every_concern_counts_its_list(signed_in: SignedIn, kim: User, concern: Concern):
    client = signed_in(kim)
    counted = re.search(rf'data-count="{concern}">(\d+)<', page(client, "coverage"))

    assert counted is not None
    assert row_count(page(client, "coverage-list", concern.value)) == int(counted[1])


@pytest.mark.parametrize("show", list(Show))
def test_every_list_of_gaps_counts_its_rows(signed_in: SignedIn, kim: User, show: Show):
    make_gap("Model", tier="model_knowledge")
    make_gap("Domain", tier="domain_inference", biomarker="mch")
    make_gap("Uncovered", tier="uncovered")
    gaps.map_to(gap=make_gap("Mapped"), biomarker="ferritin", version=1, by=kim)
    client = signed_in(kim)
    counted = re.search(rf'data-count="{show}">(\d+)<', page(client, "coverage"))

    html = page(client, "gap-list", show=show.value)

    assert counted is not None
    assert row_count(html) == int(counted[1]) == html.count('data-testid="gap"')


def test_unknown_names_are_listed_with_units_laboratories_and_counts(
    signed_in: SignedIn, kim: User
):
    make_gap("Tryptase", hits=3, unit="ug/L", laboratory="North Lab")

    html = page(signed_in(kim), "gap-list", show="names")

    row = html[html.index("Tryptase") :]
    assert row.index("ug/L") < row.index("North Lab") < row.index(">3<")


def test_what_a_model_took_a_name_for_is_mapped_with_the_first_digit(
    signed_in: SignedIn, kim: User
):
    gap = make_gap("Zzyzx", proposed="ferritin", unit="ug/L", tier="algorithm")
    client = signed_in(kim)

    row = page(client, "gap-list")
    choices = page(client, "gap-suggest", gap.pk)
    chosen = re.search(r'name="biomarker" value="(\w+)" data-key="choose-1"', choices)

    assert "a model took it for Ferritin" in row
    assert "a model took it for this" in choices
    assert chosen is not None
    assert chosen[1] == "ferritin"
    gap.refresh_from_db()
    assert (gap.state, gap.mapped_to) == ("open", "")


def test_a_gap_opens_the_editor_with_what_is_known_filled_in(signed_in: SignedIn, kim: User):
    gap = make_gap("Tryptase", unit="ug/L", domain="immunology", tier="domain_inference")
    client = signed_in(kim)

    html = page(client, "gap-suggest", gap.pk)
    found = re.search(r'id="new-[^"]+" href="([^"]+)"', html)
    assert found is not None
    editor = client.get(found[1].replace("&amp;", "&")).content.decode()

    assert 'value="Tryptase"' in editor
    assert "ug/L" in editor


def test_a_biomarker_without_relations_opens_in_the_editor(signed_in: SignedIn, kim: User):
    make_gap("MCH", biomarker="mch", tier="domain_inference")

    html = page(signed_in(kim), "gap-list")

    assert reverse("graphcurate:entry-edit", args=["biomarker", "mch"]) in html


def test_mapping_answers_with_the_row_as_it_stands_and_where_it_went(
    signed_in: SignedIn, kim: User
):
    gap = make_gap("Serum ferritin level II", unit="ug/L")

    answer = signed_in(kim).post(
        reverse("graphcurate:gap-map", args=[gap.pk]),
        {"biomarker": "ferritin", "version": 1},
        headers=AS_HTMX,
    )

    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Ferritin" in html
    assert f"CS-{Revision.objects.get().change_set.number}" in html
    assert "goOn" in answer["HX-Trigger-After-Settle"]


def test_a_gap_somebody_else_dealt_with_is_a_conflict(signed_in: SignedIn, kim: User):
    gap = make_gap("One")
    gaps.map_to(gap=gap, biomarker="ferritin", version=1, by=kim)

    answer = signed_in(kim).post(
        reverse("graphcurate:gap-map", args=[gap.pk]), {"biomarker": "crp", "version": 1}
    )

    assert answer.status_code == 409


def test_setting_aside_and_taking_back_change_what_waits(signed_in: SignedIn, kim: User):
    gap, client = make_gap("Shoe size"), signed_in(kim)

    client.post(
        reverse("graphcurate:gap-aside", args=[gap.pk]), {"why": "not_laboratory", "version": 1}
    )
    aside = Gap.objects.get().state
    client.post(reverse("graphcurate:gap-reopen", args=[gap.pk]), {"version": 2})

    assert aside == GapState.SET_ASIDE
    assert Gap.objects.get().state == GapState.OPEN


def test_the_menu_counts_what_runs_ask_for(signed_in: SignedIn, kim: User):
    make_gap("One")
    make_gap("Two", days_ago=91)

    html = signed_in(kim).get("/").content.decode()

    assert re.search(r'href="/graph/coverage/"[^>]*>\s*Coverage.*?>1<', html, re.S)


def test_who_reads_the_graph_sees_the_map_and_no_name_that_records_sent(
    signed_in: SignedIn, north, ada: User
):
    make_gap("Tryptase")
    nell = person("nell", "Nell Audley", north, Role.AUDITOR)

    for reader in (ada, nell):
        html = page(signed_in(reader), "coverage")
        assert "Tryptase" not in html
        assert signed_in(reader).get(reverse("graphcurate:gap-list")).status_code == 403


def test_a_trend_says_since_when_it_counts(signed_in: SignedIn, kim: User):
    html = page(signed_in(kim), "coverage")

    assert "No run has been counted yet." in html


def test_a_list_that_does_not_exist_is_not_found(signed_in: SignedIn, kim: User):
    assert signed_in(kim).get("/graph/coverage/lists/nothing/").status_code == 404
