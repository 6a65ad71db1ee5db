"""A neighbourhood holds every link once, in one order, with what a draft makes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcurate.contracts import Effect, RelationKind
from graphcurate.pictures.neighbourhood import (
    LARGEST,
    ChangeState,
    kinds_by_biomarker,
    neighbourhood,
)
from tests.factories.neighbourhood import biomarker, graph_of, link, thing

P, C = RelationKind.PARAMETER, RelationKind.CONDITION
M, A = RelationKind.MEDICATION, RelationKind.PREANALYTICAL

FERRITIN = (
    link("ferritin", C, "ckd"),
    link("ferritin", P, "crp", Effect.EXPLAINS),
    link("ferritin", M, "iron", Effect.RAISES),
    link("ferritin", A, "haemolysis"),
    link("crp", C, "infection", Effect.RAISES),
    link("hba1c", C, "diabetes"),
)


def test_a_biomarkers_own_links_stand_by_kind():
    picture = neighbourhood(graph_of(FERRITIN), "ferritin")

    assert [node.key for node in picture.nodes] == ["crp", "haemolysis", "ckd", "iron"]
    assert {node.change for node in picture.nodes} == {ChangeState.SAME}


def test_two_steps_add_the_links_of_the_parameters_and_nothing_else():
    picture = neighbourhood(graph_of(FERRITIN), "ferritin", depth=2)

    beyond = [(node.through, node.key) for node in picture.nodes if node.through]

    assert beyond == [("crp", "infection")]
    assert picture.names == {"crp": "crp"}


def test_links_keep_the_order_a_curator_gave_them_and_the_rest_follow_by_id():
    content = graph_of(
        [
            link("f", C, "a"),
            link("f", C, "b", position=2),
            link("f", C, "c", position=1),
        ]
    )

    picture = neighbourhood(content, "f")

    assert [node.key for node in picture.nodes] == ["c", "b", "a"]


def test_a_draft_adds_changes_and_removes():
    before = graph_of(FERRITIN)
    changed = FERRITIN[0].model_copy(update={"rationale": "for another reason"})
    after = graph_of([changed, *FERRITIN[1:3], link("ferritin", M, "omeprazole"), *FERRITIN[4:]])

    picture = neighbourhood(before, "ferritin", after=after)

    assert {node.key: node.change for node in picture.nodes} == {
        "ckd": ChangeState.CHANGED,
        "crp": ChangeState.SAME,
        "iron": ChangeState.SAME,
        "omeprazole": ChangeState.ADDED,
        "haemolysis": ChangeState.REMOVED,
    }
    assert picture.changes[ChangeState.ADDED] == 1


def test_a_removed_link_keeps_the_name_of_what_the_draft_removed_too():
    before = graph_of([link("f", C, "ckd")])
    before = before.model_copy(update={"things": (thing(C, "ckd", "Kidney disease"),)})

    picture = neighbourhood(before, "f", after=graph_of([link("f", C, "other")]))

    assert {node.name for node in picture.nodes} == {"Kidney disease", "other"}


def test_a_new_biomarker_is_drawn_from_its_draft_alone():
    after = graph_of([link("new", C, "ckd")])

    picture = neighbourhood(graph_of([]), "new", after=after)

    assert [node.change for node in picture.nodes] == [ChangeState.ADDED]
    assert picture.name == "new"


def test_names_are_in_the_readers_language_where_it_has_one():
    content = graph_of([link("f", C, "ckd"), link("f", P, "crp")])
    crp = biomarker("crp", "C-reactive protein").model_copy(update={"names": {"ru": "СРБ"}})
    ckd = thing(C, "ckd", "CKD").model_copy(update={"names": {"ru": ("ХБП",)}})
    content = content.model_copy(update={"biomarkers": (crp,), "things": (ckd,)})

    russian = neighbourhood(content, "f", language="ru")
    chinese = neighbourhood(content, "f", language="zh-hans")

    assert [node.name for node in russian.nodes] == ["СРБ", "ХБП"]
    assert [node.name for node in chinese.nodes] == ["C-reactive protein", "CKD"]


@pytest.mark.parametrize(
    ("narrowed", "left"),
    [
        ({"kinds": [C]}, ["ckd", "infection"]),
        ({"through": "crp"}, ["infection"]),
        ({"through": "ferritin"}, ["crp", "haemolysis", "ckd", "iron"]),
        ({"through": "nothing"}, []),
    ],
)
def test_a_neighbourhood_is_narrowed_by_kind_and_by_biomarker(narrowed, left):
    picture = neighbourhood(graph_of(FERRITIN), "ferritin", depth=2, **narrowed)

    assert [node.key for node in picture.nodes] == left


def test_more_than_can_be_looked_at_does_not_fit():
    links = [link("f", C, f"c{number}") for number in range(LARGEST + 1)]

    assert neighbourhood(graph_of(links[:-1]), "f").fits
    assert not neighbourhood(graph_of(links), "f").fits


@given(
    st.sets(st.tuples(st.sampled_from("abcd"), st.sampled_from([C, M, A, P]), st.integers(0, 6)))
)
def test_the_matrix_counts_every_node_of_the_picture(ends):
    names = {P: "abcd", C: "stuvwxy", M: "stuvwxy", A: "stuvwxy"}
    links = {
        (one.biomarker, one.kind, one.target): one
        for subject, kind, number in ends
        for one in [link(subject, kind, names[kind][number % len(names[kind])])]
        if one.target != subject
    }

    picture = neighbourhood(graph_of(links.values()), "a", depth=2)

    counted = sum(sum(counts.values()) for _, _, counts in kinds_by_biomarker(picture))
    assert counted == len(picture.nodes) == len({node.id for node in picture.nodes})
