"""What a link rests on is told whole: source, place, level, quote, and what became of each."""

import pytest

from graphcurate.browsing import Index
from graphcurate.contracts import Effect, Evidence, RelationKind, Source
from graphcurate.library.vocabulary import QuoteState
from graphcurate.pictures.neighbourhood import neighbourhood
from graphcurate.presenters.links import groups_of, groups_of_domain, incoming
from tests.factories.neighbourhood import graph_of, link

C, P = RelationKind.CONDITION, RelationKind.PARAMETER


def source(key, **more):
    return Source.model_validate({"key": key, "title": key, "organisation": "WHO"} | more)


def evidence(key="S", **more):
    return Evidence.model_validate(
        {"id": key, "source": key, "level": "guideline", "agent_type": "curator"} | more
    )


def rows_of(*links, sources=(), marks=None, depth=1):
    content = graph_of(links).model_copy(update={"sources": tuple(sources)})
    picture = neighbourhood(content, "f", depth=depth)
    return groups_of(picture, picture.nodes, Index(content), marks or {})


def test_links_stand_by_kind_and_beyond_the_first_step_by_biomarker():
    groups = rows_of(link("f", P, "crp"), link("f", C, "ckd"), link("crp", C, "flu"), depth=2)

    assert [(group.kind, group.through, len(group.rows)) for group in groups] == [
        (P, "", 1),
        (C, "", 1),
        (C, "crp", 1),
    ]


def test_evidence_says_its_source_place_level_and_who_entered_it():
    item = evidence(locator="section 2, p. 4", certainty="low")

    groups = rows_of(link("f", C, "ckd", evidence=(item,)), sources=[source("S", year=2021)])

    (told,) = groups[0].rows[0].evidence
    assert (told.title, told.year, told.locator) == ("WHO. S", 2021, "section 2, p. 4")
    assert told.said == ("guideline, low certainty, entered by a curator, identifier not checked")
    assert told.url == "/graph/sources/S/"


@pytest.mark.parametrize(
    ("state", "found", "words"),
    [
        (QuoteState.FOUND, True, "word for word"),
        (QuoteState.DOCUMENT_WITHDRAWN, False, "withdrawn"),
        (QuoteState.DOCUMENT_SUPERSEDED, False, "newer edition"),
        (QuoteState.NOT_FOUND, False, "Does not match"),
    ],
)
def test_a_quote_carries_what_became_of_its_document(state, found, words):
    item = evidence(quote="as is", document="a" * 64, offset=3)
    relation = link("f", C, "ckd", evidence=(item,))

    groups = rows_of(relation, sources=[source("S")], marks={(relation.id, "S"): state})

    (told,) = groups[0].rows[0].evidence
    assert told.quote == "as is"
    assert told.found is found
    assert words in told.mark


@pytest.mark.parametrize(
    ("more", "warning"),
    [({"retracted": True}, "retracted"), ({"superseded_by": "T"}, "superseded"), ({}, "")],
)
def test_a_source_that_no_longer_stands_is_marked(more, warning):
    groups = rows_of(link("f", C, "ckd", evidence=(evidence(),)), sources=[source("S", **more)])

    assert groups[0].rows[0].evidence[0].warning == warning


def test_evidence_against_a_link_says_so():
    item = evidence(direction="contradicts")

    groups = rows_of(link("f", C, "ckd", evidence=(item,)), sources=[source("S")])

    assert groups[0].rows[0].evidence[0].contradicts


def test_a_link_says_what_it_holds_for_only():
    relation = link("f", C, "ckd", when_direction="H", when_population="adults")

    groups = rows_of(relation)

    assert [str(words) for words in groups[0].rows[0].when] == [
        "only for a high result",
        "adults",
    ]


def test_a_link_from_its_other_end_is_a_sentence():
    relation = link("f", C, "ckd", Effect.RAISES)

    (row,) = incoming([relation], Index(graph_of([relation])), "en", {})

    assert (row.subject, row.sentence, row.url) == ("f", "ckd raises f", "/graph/biomarkers/f/")
    assert row.flag_query == "kind=relation&key=f%3Acondition%3Ackd"


def test_of_a_source_only_its_own_evidence_is_shown():
    relation = link("f", C, "ckd", evidence=(evidence("S"), evidence("T")))
    content = graph_of([relation]).model_copy(update={"sources": (source("S"), source("T"))})

    (row,) = incoming([relation], Index(content), "en", {}, only="T")

    assert [item.title for item in row.evidence] == ["WHO. T"]


def test_defaults_of_a_domain_stand_by_kind():
    default = link("f", C, "ckd").model_copy(update={"biomarker": None, "domain": "renal"})

    (group,) = groups_of_domain([default], Index(graph_of([link("f", C, "ckd")])), "en", {})

    assert [row.name for row in group.rows] == ["ckd"]
