"""Nothing lies on anything else, nothing is lost, and a name that has no room says so."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcurate.contracts import RelationKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.pictures.layout import PAD, TEXT, Box, fitted, narrow, wide
from graphcurate.pictures.neighbourhood import ChangeState, neighbourhood
from tests.factories.neighbourhood import graph_of, link

KINDS = list(RelationKind)
FORMS = pytest.mark.parametrize("form", [wide, narrow])


def boxes(drawing):
    return [*(one.box for one in drawing.nodes), *(one.box for one in drawing.middles)]


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def links(ends):
    return {
        (subject, kind, target): link(subject, kind, target)
        for subject, kind, target in ends
        if kind is not RelationKind.PARAMETER or target != subject
    }.values()


ENDS = st.lists(
    st.tuples(
        st.sampled_from(["m", "p0", "p1", "p2"]),
        st.sampled_from(KINDS),
        st.sampled_from(["p0", "p1", "p2", "t1", "t2"]),
    ),
    max_size=30,
)


@FORMS
@given(ends=ENDS, depth=st.sampled_from([1, 2]), kinds=st.sets(st.sampled_from(KINDS), min_size=1))
def test_every_link_has_one_box_and_no_box_lies_on_another(form, ends, depth, kinds):
    picture = neighbourhood(graph_of(links(ends)), "m", depth=depth, kinds=kinds)

    drawing = form(picture)

    drawn = [one.node.id for one in drawing.nodes]
    assert sorted(drawn) == sorted(node.id for node in picture.nodes)
    assert len(drawing.edges) >= len(drawn)
    assert [pair for pair in itertools.combinations(boxes(drawing), 2) if overlap(*pair)] == []
    for box in boxes(drawing):
        assert box.x >= 0
        assert box.x + box.width <= drawing.width
        assert box.y >= 0
        assert box.y + box.height <= drawing.height


@FORMS
def test_the_same_picture_is_drawn_the_same(form):
    content = read(STARTER_FOLDER)

    first, second = (form(neighbourhood(content, "potassium", depth=2)) for _ in range(2))

    assert first == second


@FORMS
def test_what_is_narrowed_to_a_linked_biomarker_still_shows_that_biomarker(form):
    content = graph_of([link("f", RelationKind.PARAMETER, "crp"), *links([("crp", KINDS[1], "x")])])

    drawing = form(neighbourhood(content, "f", depth=2, through="crp"))

    assert [middle.key for middle in drawing.middles] == ["f", "crp"]
    assert [one.node.key for one in drawing.nodes] == ["x"]


def test_parameters_and_factors_stand_left_of_conditions_and_medications():
    ends = [("m", kind, "t") for kind in KINDS]

    drawing = wide(neighbourhood(graph_of(links(ends)), "m"))

    left = {one.node.kind for one in drawing.nodes if one.box.x < drawing.middles[0].box.x}
    assert left == {RelationKind.PARAMETER, RelationKind.PREANALYTICAL}


def test_an_edge_tells_the_change_of_its_link():
    before = graph_of([link("m", RelationKind.CONDITION, "gone")])

    drawing = wide(neighbourhood(before, "m", after=graph_of([])))

    assert [edge.change for edge in drawing.edges] == [ChangeState.REMOVED]


@given(st.text(max_size=120), st.integers(40, 300))
def test_a_shortened_name_ends_with_an_ellipsis_and_begins_as_the_name_does(name, room):
    shown = fitted(name, room)

    assert shown == name or (shown.endswith("…") and name.startswith(shown[:-1]))


@pytest.mark.parametrize(
    ("name", "room"), [("Chronic kidney disease", 170), ("Хроническая болезнь почек", 200)]
)
def test_a_name_with_room_is_whole(name, room):
    assert fitted(name, room) == name


def test_no_name_of_the_starter_runs_out_of_its_box_in_any_language():
    content = read(STARTER_FOLDER)
    for language, entry in itertools.product(("en", "ru", "zh"), content.biomarkers):
        for one in wide(neighbourhood(content, entry.key, language=language)).nodes:
            assert len(one.text) * TEXT * 0.36 < one.box.width - PAD
