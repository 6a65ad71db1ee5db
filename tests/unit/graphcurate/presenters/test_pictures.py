"""A picture is said in words: kind, name, effect, through what, and what a draft makes of it."""

import re

import pytest

from graphcurate.contracts import Effect, RelationKind
from graphcurate.pictures.neighbourhood import LARGEST, ChangeState, neighbourhood
from graphcurate.presenters.pictures import picture_of, said_of, thing_address
from tests.factories.neighbourhood import biomarker, graph_of, link, thing

P, C = RelationKind.PARAMETER, RelationKind.CONDITION


def content_of(*links, **names):
    graph = graph_of(links)
    things = tuple(thing(one.kind, one.key, names.get(one.key, "")) for one in graph.things)
    biomarkers = tuple(biomarker(one.key, names.get(one.key, "")) for one in graph.biomarkers)
    return graph.model_copy(update={"things": things, "biomarkers": biomarkers})


def test_a_box_says_kind_name_effect_and_change():
    before = content_of(link("f", P, "crp"), ckd="CKD")
    after = content_of(link("f", C, "ckd"), ckd="CKD")

    picture = neighbourhood(before, "f", after=after)

    said = [said_of(node, picture, drafted=True) for node in picture.nodes]
    assert said == ["Parameter: crp, lowers, removed", "Condition: CKD, lowers, added"]


def test_two_steps_away_a_box_says_what_its_effect_is_on():
    links = link("f", P, "crp", Effect.EXPLAINS), link("crp", C, "flu", Effect.RAISES)

    picture = neighbourhood(content_of(*links, flu="Influenza", crp="CRP"), "f", depth=2)

    said = [said_of(node, picture) for node in picture.nodes]
    assert said == ["Parameter: CRP, explains", "Condition: Influenza, raises CRP"]


def test_without_a_change_set_nothing_is_said_of_changes():
    view = picture_of(neighbourhood(content_of(link("f", C, "ckd")), "f"))

    assert view.changes == ()
    assert "unchanged" not in view.wide


def test_with_a_change_set_every_state_is_counted():
    before = content_of(link("f", C, "ckd"), link("f", C, "flu"))
    after = content_of(link("f", C, "ckd"), link("f", C, "new"))

    view = picture_of(neighbourhood(before, "f", after=after), drafted=True)

    counts = {state: number for state, _sign, number, _words in view.changes}
    assert counts == {
        ChangeState.SAME: 1,
        ChangeState.ADDED: 1,
        ChangeState.CHANGED: 0,
        ChangeState.REMOVED: 1,
    }


def test_a_page_that_edits_says_where_a_box_leads():
    picture = neighbourhood(content_of(link("f", C, "ckd")), "f")

    view = picture_of(picture, href_of=lambda node: f"/edit/{node.id}")

    assert 'href="/edit/f:condition:ckd"' in view.wide
    assert 'href="/edit/f:condition:ckd"' in view.narrow


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        (P, "/graph/biomarkers/x/"),
        (C, "/graph/conditions/x/"),
        (RelationKind.MEDICATION, "/graph/medications/x/"),
        (RelationKind.PREANALYTICAL, "/graph/preanalytical/x/"),
    ],
)
def test_every_kind_of_thing_has_its_page(kind, address):
    assert thing_address(kind, "x") == address


def test_too_many_links_are_a_matrix_whose_cells_keep_what_was_asked():
    links = [link("f", C, f"c{number}") for number in range(LARGEST + 1)]

    view = picture_of(neighbourhood(content_of(*links), "f"), asked={"depth": 2, "kind": ""})

    assert (view.wide, view.narrow) == ("", "")
    cells = re.findall(r'class="cell[^"]*" href="([^"]+)"', view.matrix)
    assert "?depth=2&amp;through=f&amp;kind=condition#links" in cells


def test_the_title_says_how_many_links_there_are_and_where_else():
    one = picture_of(neighbourhood(content_of(link("f", C, "ckd"), f="Ferritin"), "f"))

    assert one.title == "Ferritin and its 1 link. The same link is in the table below."
