"""Nothing asked for may vanish, be added or be counted twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from analysis.pipeline.contracts import (
    EvidenceTier,
    MissingItem,
    MissingWhy,
    ParameterAssessment,
)
from analysis.pipeline.retriever.coverage import package_of, summary_of
from graphcurate.contracts import Effect, RelatedItem, RelationKind

KINDS = st.sampled_from(list(RelationKind))
EDGES = st.lists(st.tuples(KINDS, st.integers(0, 40)), unique=True, max_size=25)


def _item(kind: RelationKind, number: int) -> RelatedItem:
    return RelatedItem(
        relation_id=f"rel:{kind}:{number}",
        kind=kind,
        key=f"k{number}",
        name=f"Thing {number}",
        effect=Effect.RAISES,
        rationale="",
        knowledge_level="expert",
        agent_type="starter",
        reviewed=False,
    )


def _assessment(items: list[RelatedItem]) -> ParameterAssessment:
    def of(kind: RelationKind) -> tuple[RelatedItem, ...]:
        return tuple(item for item in items if item.kind is kind)

    return ParameterAssessment(
        result="Observation/x",
        parameter_name="X",
        interpretation="H",
        evidence_tier=EvidenceTier.ALGORITHM,
        related_parameters=of(RelationKind.PARAMETER),
        related_conditions=of(RelationKind.CONDITION),
        related_medications=of(RelationKind.MEDICATION),
        preanalytical_factors=of(RelationKind.PREANALYTICAL),
        reasoning="",
    )


def _missing(item: RelatedItem) -> MissingItem:
    return MissingItem(item=item, why=MissingWhy.NEVER_RECORDED, why_text="", searched=0)


@given(EDGES)
def test_every_item_ends_exactly_once(edges: list[tuple[RelationKind, int]]) -> None:
    items = [_item(*edge) for edge in edges]

    package = package_of(_assessment(items), [_missing(item) for item in items])

    assert len(package.missing.all()) == len(items)
    summary = summary_of([package])
    assert summary.asked == summary.found + summary.missing + summary.stale


@given(EDGES.filter(bool), st.data())
def test_a_lost_item_is_refused(edges: list[tuple[RelationKind, int]], data: st.DataObject) -> None:
    items = [_item(*edge) for edge in edges]
    lost = data.draw(st.sampled_from(items))

    ends = [_missing(item) for item in items if item is not lost]

    with pytest.raises(ValidationError):
        package_of(_assessment(items), ends)


@given(EDGES.filter(bool), st.data())
def test_a_doubled_item_is_refused(
    edges: list[tuple[RelationKind, int]], data: st.DataObject
) -> None:
    items = [_item(*edge) for edge in edges]
    twice = data.draw(st.sampled_from(items))

    with pytest.raises(ValidationError):
        package_of(_assessment(items), [_missing(item) for item in [*items, twice]])


def test_the_four_ways_of_finding_are_always_counted() -> None:
    assert summary_of([]).by_method == {"code": 0, "class": 0, "name": 0, "model": 0}
