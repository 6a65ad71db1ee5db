"""A picture is made of links with whole names, and trusts no word it is given."""

from xml.etree import ElementTree

from graphcurate.contracts import RelationKind
from graphcurate.pictures.layout import wide
from graphcurate.pictures.neighbourhood import neighbourhood
from graphcurate.pictures.svg import Label, Labels, svg
from tests.factories.neighbourhood import graph_of, link

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"><script>alert(1)</script>&'


def drawn(picture, said="Condition: CKD, lowers, added", href="/graph/"):
    labels = Labels(
        title=said,
        kinds=dict.fromkeys(RelationKind, "kind"),
        nodes={node.id: Label(said, href) for node in picture.nodes},
        middles={key: Label(said, href) for key in (picture.key, *picture.names)},
        code="LOINC 1-8",
    )
    return svg(wide(picture), labels, css="wide")


def parsed(text):
    return ElementTree.fromstring(text.replace(" data-picture>", ">"))


def test_every_link_is_an_anchor_with_its_name_in_words():
    content = graph_of(link("m", RelationKind.CONDITION, f"c{number}") for number in range(5))
    picture = neighbourhood(content, "m")

    anchors = parsed(drawn(picture)).findall("a")

    nodes = [one for one in anchors if one.get("class", "").startswith("node")]
    assert len(nodes) == len(picture.nodes) == 5
    assert {one.get("aria-label") for one in nodes} == {"Condition: CKD, lowers, added"}
    assert all(one.get("href") for one in anchors)


def test_a_removed_link_has_its_sign_and_its_line_its_class():
    before = graph_of([link("m", RelationKind.CONDITION, "ckd")])

    text = drawn(neighbourhood(before, "m", after=graph_of([])))

    assert "− ckd" in text
    assert '<path class="removed"' in text


def test_hostile_words_stay_words():
    picture = neighbourhood(graph_of([link("m", RelationKind.CONDITION, HOSTILE)]), "m")

    text = drawn(picture, said=HOSTILE, href=HOSTILE)

    assert "<script" not in text
    assert parsed(text).findall("a")


def test_there_is_no_style_and_no_script_in_a_picture():
    text = drawn(neighbourhood(graph_of([link("m", RelationKind.CONDITION, "ckd")]), "m"))

    assert "<style" not in text
    assert " style=" not in text
