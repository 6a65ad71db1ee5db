"""What the head of an analysis says of the graph that it rests on."""

import pytest

from analysis.pipeline.contracts import DiagnosticPlan, EvidenceTier, ParameterAssessment
from analysis.review.presenters.page import rests_on_unreviewed
from graphcurate.contracts import Effect, RelatedItem, RelationKind


def plan_of(*reviewed: bool) -> DiagnosticPlan:
    items = tuple(
        RelatedItem(
            kind=RelationKind.CONDITION,
            name="Chronic kidney disease",
            effect=Effect.RAISES,
            rationale="It holds potassium back.",
            knowledge_level="guideline",
            agent_type="curator",
            reviewed=one,
        )
        for one in reviewed
    )
    assessment = ParameterAssessment(
        result="obs_1",
        parameter_name="Potassium",
        interpretation="H",
        evidence_tier=EvidenceTier.ALGORITHM,
        related_conditions=items,
        reasoning="The graph has an entry.",
    )
    return DiagnosticPlan(graph_release="2026.12-1", assessments=(assessment,))


@pytest.mark.parametrize(
    ("origin", "reviewed", "says_so"),
    [
        ("starter", (True, True), True),
        ("curated", (True, False), True),
        ("curated", (True, True), False),
        ("curated", (), False),
    ],
)
def test_a_curated_release_says_so_too_while_a_link_of_it_was_never_reviewed(
    origin: str, reviewed: tuple[bool, ...], says_so: bool
) -> None:
    assert rests_on_unreviewed(origin, plan_of(*reviewed)) is says_so


@pytest.mark.parametrize(("origin", "says_so"), [("starter", True), ("curated", False)])
def test_without_a_plan_the_release_alone_tells(origin: str, says_so: bool) -> None:
    assert rests_on_unreviewed(origin, None) is says_so
