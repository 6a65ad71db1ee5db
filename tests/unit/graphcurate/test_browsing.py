"""A line of the list says what its entry has, and a filter keeps what all of it speaks for."""

import pytest

from graphcurate.browsing import (
    EntryType,
    Filter,
    Index,
    Standing,
    State,
    coverage_of,
    matching,
    page_of,
    states_of,
    updated_of,
)
from graphcurate.contracts import Evidence, GraphContent, RelationKind, Source
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from tests.factories.neighbourhood import biomarker, graph_of, link, thing

C, P = RelationKind.CONDITION, RelationKind.PARAMETER
NOTHING = Standing()


def evidence(source: str, quote: str = "") -> Evidence:
    place = {"document": "a" * 64, "offset": 4} if quote else {}
    return Evidence(
        id=source, source=source, level="guideline", agent_type="curator", quote=quote, **place
    )


@pytest.fixture
def content() -> GraphContent:
    graph = graph_of(
        [
            link("f", C, "ckd", evidence=(evidence("KDIGO", "a quote"),), reviewed=True),
            link("f", P, "crp", evidence=(evidence("WHO"),)),
        ]
    )
    named = (biomarker("f", "Ferritin"), biomarker("crp", "CRP", domain="inflammation"))
    sources = tuple(Source(key=key, title=key, organisation="") for key in ("KDIGO", "WHO", "X"))
    return graph.model_copy(update={"biomarkers": named, "sources": sources})


def keys(index: Index, standing: Standing = NOTHING, **wanted) -> list[str]:
    asked = Filter(**wanted)
    return sorted(item.entry.key for item in matching(index.by_type[asked.type], asked, standing))


def test_a_line_counts_the_links_of_its_entry(content):
    index = Index(content)

    ferritin = index.items["biomarker:f"]

    assert ferritin.links == {C: 1, P: 1}
    assert ferritin.quoted == 1
    assert ferritin.sources == {"KDIGO", "WHO"}
    assert index.items["condition:ckd"].total == 1
    assert index.items["source:WHO"].links == {P: 1}


def test_an_entry_is_reviewed_only_with_every_link_of_its_own(content):
    reviewed = content.biomarkers[0].model_copy(update={"reviewed": True})
    first = content.relations[0]

    with_one_unread = Index(content.model_copy(update={"biomarkers": (reviewed,)}))
    with_all_read = Index(
        content.model_copy(update={"biomarkers": (reviewed,), "relations": (first,)})
    )

    assert not with_one_unread.items["biomarker:f"].reviewed
    assert with_all_read.items["biomarker:f"].reviewed


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        ({}, ["crp", "f"]),
        ({"words": "ferr"}, ["f"]),
        ({"words": "FERRITIN "}, ["f"]),
        ({"domain": "inflammation"}, ["crp"]),
        ({"coverage": "with:any"}, ["f"]),
        ({"coverage": "without:any"}, ["crp"]),
        ({"coverage": "with:condition"}, ["f"]),
        ({"coverage": "without:medication"}, ["crp", "f"]),
        ({"source": "WHO"}, ["f"]),
        ({"source": "X"}, []),
        ({"unquoted": True}, ["f"]),
        ({"state": State.STARTER}, ["crp", "f"]),
        ({"state": State.PUBLISHED}, []),
        ({"type": EntryType.CONDITION, "words": "ckd"}, ["ckd"]),
        ({"type": EntryType.SOURCE}, ["KDIGO", "WHO", "X"]),
    ],
)
def test_a_filter_keeps_what_all_of_it_speaks_for(content, wanted, left):
    assert keys(Index(content), **wanted) == left


def test_a_draft_of_a_link_is_one_of_its_biomarker_and_not_of_what_it_leads_to(content):
    index = Index(content)
    standing = Standing(states={(EntryKind.RELATION, "f:condition:ckd"): {State.DRAFT}})

    states = states_of(index.items["biomarker:f"], standing, frozenset())

    assert states == [State.DRAFT, State.STARTER]
    assert keys(index, standing, state=State.DRAFT) == ["f"]
    assert keys(index, standing, state=State.DRAFT, type=EntryType.CONDITION) == []


def test_what_was_taken_out_is_retired_and_nothing_else(content):
    item = Index(content).items["biomarker:f"]

    assert states_of(item, Standing(), {"biomarker:f"}) == [State.RETIRED]


def test_changed_since_leaves_out_what_did_not_change_after_it(content):
    index = Index(content)
    standing = Standing(updated={(EntryKind.RELATION, "f:condition:ckd"): 2})

    assert updated_of(index.items["biomarker:f"], standing) == 2
    assert keys(index, standing, since=1) == ["f"]
    assert keys(index, standing, since=2) == []


def test_pages_follow_each_other_and_lose_nobody():
    index = Index(read(STARTER_FOLDER))
    items = index.by_type[EntryType.CONDITION]

    seen, after = [], ""
    while after is not None:
        page = page_of(items, "en", after, size=50)
        assert page.first == len(seen) + 1
        assert page.before is None if not seen else page.before is not None
        seen += page.items
        after = page.after

    assert len(seen) == len({item.id for item in seen}) == len(items)


def test_a_page_after_a_line_that_is_gone_is_the_first():
    index = Index(graph_of([link("a", C, "x"), link("b", C, "x")]))

    page = page_of(index.by_type[EntryType.BIOMARKER], "en", "biomarker:gone")

    assert [item.entry.key for item in page.items] == ["a", "b"]
    assert page.before is None


def test_the_page_before_the_second_is_the_first():
    items = Index(graph_of([link(key, C, "x") for key in "abc"])).by_type[EntryType.BIOMARKER]

    third = page_of(items, "en", "biomarker:b", size=1)

    assert third.before == "biomarker:a"
    assert page_of(items, "en", "biomarker:a", size=1).before == ""


def test_coverage_counts_biomarkers_by_domain_and_kind(content):
    counts = coverage_of(Index(content).items.values())

    assert counts == {"iron": {P: 1, C: 1}, "inflammation": {}}


def test_every_cell_of_the_coverage_is_the_number_of_the_filtered_list():
    index = Index(read(STARTER_FOLDER))
    biomarkers = index.by_type[EntryType.BIOMARKER]

    for domain, counts in coverage_of(biomarkers).items():
        for kind in RelationKind:
            found = keys(index, domain=domain, coverage=f"with:{kind}")
            assert len(found) == counts.get(kind, 0)


def test_names_of_things_are_searched_in_every_language():
    ckd = thing(C, "ckd", "CKD").model_copy(update={"names": {"ru": ("Болезнь почек",)}})
    content = graph_of([link("f", C, "ckd")]).model_copy(update={"things": (ckd,)})

    assert keys(Index(content), type=EntryType.CONDITION, words="болезнь") == ["ckd"]
