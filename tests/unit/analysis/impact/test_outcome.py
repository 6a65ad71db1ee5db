"""What is compared of an analysis: the stages that ask the graph, and what a reader is shown."""

import inspect

from analysis.impact.outcome import UNTIL_SAID, look_the_same, outcome_of
from analysis.pipeline.reasoner import stage as reasoner
from analysis.pipeline.stages import STAGES
from analysis.pipeline.writer import stage as writer
from tests.factories.impact import starter_graph, stored


def test_the_stages_compared_are_those_of_an_analysis_in_its_order() -> None:
    assert [type(stage) for stage in STAGES[: len(UNTIL_SAID)]] == [
        type(stage) for stage in UNTIL_SAID
    ]


def test_no_later_stage_asks_the_graph() -> None:
    said = "".join(inspect.getsource(module) for module in (reasoner, writer))

    assert "context.snapshot" not in said
    assert "context.lookup" not in said


def test_the_order_of_a_list_is_no_difference() -> None:
    package = next(
        one
        for asked in stored()
        for one in outcome_of(asked, starter_graph()).package.per_parameter
        if len(one.missing.conditions) > 2
    )
    turned = package.missing.model_copy(update={"conditions": package.missing.conditions[::-1]})

    assert look_the_same(package, package.model_copy(update={"missing": turned}))


def test_another_rationale_is_a_difference_for_a_reader() -> None:
    end = next(
        one
        for asked in stored()
        for package in outcome_of(asked, starter_graph()).package.per_parameter
        for one in package.missing.all()
    )
    reworded = end.item.model_copy(update={"rationale": "Another reason."})
    vouched = end.item.model_copy(update={"reviewed": not end.item.reviewed})

    assert not look_the_same(end, end.model_copy(update={"item": reworded}))
    assert look_the_same(end, end.model_copy(update={"item": vouched}))
