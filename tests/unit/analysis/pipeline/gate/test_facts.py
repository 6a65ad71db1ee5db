"""The facts of a result, counted from the outputs of its stages."""

import pytest

from analysis.pipeline.contracts import (
    DiagnosticPlan,
    EvidenceTier,
    StageReport,
    StageStatus,
)
from analysis.pipeline.gate.contracts import ResultFacts
from analysis.pipeline.gate.facts import result_facts
from tests.factories.stages import analysed, case_of, lab


def facts_of(context, *stages):
    return result_facts(context, stages)


def told(context):
    return {name: said for name, said in facts_of(context).model_dump().items() if said}


def with_tiers(context, *tiers):
    """The same analysis with an abnormal result of each of these tiers."""
    [one] = context.plan.assessments
    each = tuple(one.model_copy(update={"evidence_tier": tier}) for tier in tiers)
    plan = DiagnosticPlan(graph_release="test", assessments=each)
    return context.with_output(type("Stage", (), {"field": "plan"})(), plan)


def test_an_ordinary_critical_value_of_a_known_person_raises_nothing_else():
    context = analysed(case_of(lab(value=6.9)))

    assert told(context) == {"abnormal": 1, "criticals": 1}


def test_nothing_was_made_and_nothing_is_said():
    context = analysed(case_of(lab(value=4.2, flag="N")))

    assert told(context) == {}


@pytest.mark.parametrize(
    ("tiers", "only", "untraced"),
    [
        ([EvidenceTier.MODEL_KNOWLEDGE], True, 1),
        ([EvidenceTier.MODEL_KNOWLEDGE, EvidenceTier.UNCOVERED], True, 1),
        ([EvidenceTier.MODEL_KNOWLEDGE, EvidenceTier.DOMAIN_INFERENCE], False, 1),
        ([EvidenceTier.UNCOVERED], False, 0),
        ([EvidenceTier.ALGORITHM], False, 0),
    ],
)
def test_only_a_models_knowledge_means_that_the_graph_is_behind_nothing(tiers, only, untraced):
    context = with_tiers(analysed(case_of(lab(value=6.9))), *tiers)

    facts = facts_of(context)

    assert (facts.model_knowledge_only, facts.model_knowledge) == (only, untraced)


def test_a_flag_against_the_range_is_counted_though_nobody_calls_the_result_abnormal():
    context = analysed(case_of(lab(value=5.9, flag="N", ref_low=3.5, ref_high=5.1)))

    assert facts_of(context).contradicting_evidence == 1


def test_an_undated_result_counts_as_a_key_field_that_is_missing():
    context = analysed(case_of(lab(value=6.9, date=None)))

    assert facts_of(context).undated_results == 1


def test_stages_in_which_a_model_failed_are_counted_and_an_incomplete_read_is_none_of_them():
    context = analysed(case_of(lab(value=6.9)))
    failed = StageReport(name="reasoner", status=StageStatus.DEGRADED, error="limit.steps")
    incomplete = StageReport(name="record", status=StageStatus.DEGRADED)
    broken = StageReport(name="writer", status=StageStatus.FAILED, error="StageFailed")

    assert facts_of(context, failed, incomplete, broken).stages_without_model == 1


def test_facts_are_numbers_and_yes_or_no_so_that_rules_can_read_them():
    kinds = {field.annotation for field in ResultFacts.model_fields.values()}

    assert kinds == {int, bool}
