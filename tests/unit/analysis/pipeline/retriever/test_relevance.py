"""Whether an edge bears on an abnormality: direction, time and effect."""

import pytest

from analysis.pipeline.contracts import DerivedFlag, LabResult, Material
from analysis.pipeline.retriever.relevance import (
    bearing_of_absent,
    bearing_of_fact,
    bearing_of_parameter,
)
from graphcurate.contracts import Effect, RelatedItem, RelationKind
from medreview.fhir.dates import read_moment
from medreview.fhir.record import Value, ValueKind


def _item(effect: Effect, direction: str | None = None) -> RelatedItem:
    return RelatedItem(
        kind=RelationKind.CONDITION,
        name="x",
        effect=effect,
        when_direction=direction,
        rationale="",
        knowledge_level="expert",
        agent_type="starter",
        reviewed=False,
    )


def _result(flag: str) -> LabResult:
    return LabResult(
        id="Observation/x",
        version=1,
        name="x",
        value=Value(kind=ValueKind.TEXT, text="x"),
        unit_known=True,
        source_flag=flag,
        interpretation=flag,
        effective=read_moment("2026-11-20"),
        status="final",
    )


@pytest.mark.parametrize(
    ("effect", "flag", "material"),
    [
        (Effect.RAISES, "H", Material.YES),
        (Effect.RAISES, "HH", Material.YES),
        (Effect.RAISES, "↑", Material.YES),
        (Effect.RAISES, "POS", Material.YES),
        (Effect.RAISES, "L", Material.NO),
        (Effect.RAISES, "A", Material.UNCLEAR),
        (Effect.LOWERS, "L", Material.YES),
        (Effect.LOWERS, "H", Material.NO),
        (Effect.BOTH, "L", Material.YES),
        (Effect.EXPLAINS, "H", Material.YES),
        (Effect.CONTEXTUALISES, "H", Material.UNCLEAR),
        (Effect.CONFOUNDS, "L", Material.UNCLEAR),
    ],
)
def test_effect_and_direction_decide(effect: Effect, flag: str, material: Material) -> None:
    found = bearing_of_fact(
        _item(effect), _result(flag), began=read_moment("2020-01-01"), word="began"
    )

    assert found.material is material


@pytest.mark.parametrize(("wanted", "material"), [("H", Material.NO), ("L", Material.YES)])
def test_a_relation_for_the_other_direction_does_not_bear(wanted: str, material: Material) -> None:
    found = bearing_of_fact(_item(Effect.BOTH, wanted), _result("L"), began=None, word="")

    assert found.material is material


@pytest.mark.parametrize(
    ("effect", "other", "near", "material"),
    [
        (Effect.EXPLAINS, "L", True, Material.YES),
        (Effect.EXPLAINS, "N", True, Material.NO),
        (Effect.CONTEXTUALISES, "N", True, Material.UNCLEAR),
        (Effect.EXPLAINS, "L", False, Material.UNCLEAR),
        (Effect.EXPLAINS, "IND", True, Material.UNCLEAR),
    ],
)
def test_another_result_bears_when_it_is_abnormal_and_near(
    effect: Effect,
    other: str,
    near: bool,
    material: Material,
) -> None:
    found = bearing_of_parameter(_item(effect), _result("H"), _result(other), co_temporal=near)

    assert found.material is material


def test_who_calls_a_neighbour_normal_is_said() -> None:
    by_source = _result("N")
    by_us = by_source.model_copy(
        update={
            "source_flag": None,
            "interpretation_derived": True,
            "derived_flag": DerivedFlag(flag="N", why="Within the default range 1–2."),
        }
    )

    words = [
        bearing_of_parameter(_item(Effect.EXPLAINS), _result("H"), other, co_temporal=True).why
        for other in (by_source, by_us)
    ]

    assert words == [
        "The source flags it as normal, so it explains nothing here.",
        "By our check it is normal, so it explains nothing here.",
    ]


def test_a_neighbour_flagged_normal_against_its_range_is_not_taken_as_normal() -> None:
    said = "The source flags it “N”, but it lies above its range."
    odd = _result("N").model_copy(update={"flag_conflict": said})

    found = bearing_of_parameter(_item(Effect.EXPLAINS), _result("H"), odd, co_temporal=True)

    assert found == (Material.UNCLEAR, said)


@pytest.mark.parametrize(
    ("effect", "wanted", "flag", "bears"),
    [
        (Effect.RAISES, None, "H", Material.YES),
        (Effect.LOWERS, None, "H", Material.NO),
        (Effect.EXPLAINS, "L", "H", Material.NO),
        (Effect.EXPLAINS, "L", "L", Material.YES),
        (Effect.LOWERS, "H", "L", Material.NO),
        (Effect.CONTEXTUALISES, None, "L", Material.UNCLEAR),
        (Effect.RAISES, None, "A", Material.UNCLEAR),
    ],
)
def test_what_the_record_lacks_is_judged_by_effect_and_direction(
    effect: Effect, wanted: str | None, flag: str, bears: Material
) -> None:
    found = bearing_of_absent(_item(effect, wanted), _result(flag))

    assert found.material is bears


def test_a_result_for_the_other_direction_bears_on_nothing() -> None:
    found = bearing_of_parameter(
        _item(Effect.RAISES, direction="L"), _result("H"), _result("H"), co_temporal=True
    )

    assert found.material is Material.NO
