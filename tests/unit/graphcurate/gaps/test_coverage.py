"""How much of a graph is there, and what lacks its evidence: numbers and lists of one making."""

import datetime as dt
from functools import cache
from typing import Any

import pytest

from graphcurate.contracts import Evidence, GraphContent, RelationEntry, RelationKind
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.gaps.coverage import Concern, Known, concerned, counts, matrix

TODAY = dt.date(2026, 11, 30)


@cache
def starter() -> GraphContent:
    return read(STARTER_FOLDER)


def with_evidence(**told: Any) -> GraphContent:
    """One relation of the starter content, with one evidence item."""
    item = Evidence(id="e1", source="kdigo", level="guideline", agent_type="curator", **told)
    relation = starter().relations[0].model_copy(update={"evidence": (item,)})
    return starter().model_copy(update={"relations": (relation,)})


def found(concern: Concern, content: GraphContent, **known: Any) -> list[tuple[str, str]]:
    listed = concerned(concern, content, Known(today=TODAY, **known))
    return [(one.place[1], one.detail) for one in listed]


def test_every_biomarker_is_counted_once_in_its_domain():
    rows = matrix(starter())

    assert sum(row.total for row in rows) == len(starter().biomarkers)
    assert {cell.kind for cell in rows[0].cells} == set(RelationKind)


def test_a_cell_counts_biomarkers_with_own_relations_of_the_kind():
    content = starter()
    members = {entry.key for entry in content.biomarkers if entry.domain == "electrolytes"}
    own = {
        relation.biomarker
        for relation in content.relations
        if relation.biomarker in members and relation.kind is RelationKind.MEDICATION
    }

    [row] = [row for row in matrix(content) if row.domain == "electrolytes"]
    [cell] = [cell for cell in row.cells if cell.kind is RelationKind.MEDICATION]

    assert (cell.covered, cell.total, cell.lacking) == (
        len(own), len(members), len(members) - len(own),
    )  # fmt: skip


def test_a_domains_defaults_cover_none_of_its_biomarkers():
    only_defaults = tuple(one for one in starter().relations if one.domain)

    rows = matrix(starter().model_copy(update={"relations": only_defaults}))

    assert sum(row.defaults for row in rows) == len(only_defaults)
    assert all(cell.is_hole for row in rows if row.total for cell in row.cells)


def test_a_domain_without_biomarkers_has_no_hole():
    rows = matrix(starter().model_copy(update={"biomarkers": (), "relations": ()}))

    assert not any(cell.is_hole for row in rows for cell in row.cells)


def test_every_count_is_the_length_of_its_list():
    known = Known(today=TODAY)

    counted = counts(starter(), known)

    assert counted == {one: len(list(concerned(one, starter(), known))) for one in Concern}
    assert counted[Concern.UNREVIEWED] > 0


def test_evidence_without_a_quote_is_listed_and_a_relation_without_any_evidence_too():
    relation: RelationEntry = starter().relations[0].model_copy(update={"evidence": ()})

    assert len(found(Concern.UNQUOTED, with_evidence())) == 1
    assert len(found(Concern.UNQUOTED, with_evidence(quote="As it says."))) == 0
    assert (
        len(found(Concern.UNQUOTED, starter().model_copy(update={"relations": (relation,)}))) == 1
    )


@pytest.mark.parametrize(
    ("review_by", "listed"),
    [(TODAY - dt.timedelta(days=1), ["2026-11-29"]), (TODAY, []), (None, [])],
)
def test_evidence_is_overdue_from_the_day_after_its_date(review_by, listed):
    assert [
        late for _, late in found(Concern.OVERDUE, with_evidence(review_by=review_by))
    ] == listed


def test_a_quote_that_rests_on_a_withdrawn_document_is_listed_with_the_reason():
    content = with_evidence(quote="As it says.", document="ab" * 32, offset=3)

    listed = found(Concern.DOCUMENT, content, documents={"ab" * 32: "withdrawn"})

    assert [why for _, why in listed] == ["withdrawn"]
    assert found(Concern.DOCUMENT, content) == []


def test_sources_are_listed_by_what_is_wrong_with_them():
    first, second, third = (
        source.model_copy(update={"identifier_verified": True}) for source in starter().sources[:3]
    )
    sources = (
        first.model_copy(update={"identifier_verified": False}),
        second.model_copy(update={"superseded_by": third.key}),
        third.model_copy(update={"retracted": True}),
    )
    content = starter().model_copy(update={"sources": sources})

    assert found(Concern.UNVERIFIED, content) == [(first.key, "")]
    assert found(Concern.SUPERSEDED, content) == [(second.key, third.key)]
    assert found(Concern.RETRACTED, content) == [(third.key, "")]


def test_what_no_clinician_accepted_is_everything_but_what_one_did():
    potassium = (EntryKind.BIOMARKER, "potassium")
    everything = found(Concern.NO_CLINICIAN, starter())

    left = found(Concern.NO_CLINICIAN, starter(), read_by_clinicians=frozenset({potassium}))

    assert len(everything) - len(left) == 1
    assert ("potassium", "") not in left


def test_what_was_accepted_is_not_unreviewed():
    accepted = starter().biomarkers[0].model_copy(update={"reviewed": True})
    content = starter().model_copy(update={"biomarkers": (accepted, *starter().biomarkers[1:])})

    before = found(Concern.UNREVIEWED, starter())

    assert len(before) - len(found(Concern.UNREVIEWED, content)) == 1
