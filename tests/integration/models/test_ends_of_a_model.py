"""A run goes on without its model where the budget ends, and stops where a skill was altered."""

import pytest

from analysis.pipeline import queries
from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.diagnostician import with_model
from medreview.accounts.hospital_settings import ModelBudget
from medreview.accounts.queries import settings_of
from medreview.llm.models import LLMCall
from tests.factories.model_runs import imported, model_case, run_of

pytestmark = pytest.mark.django_db


def with_budget(hospital, **limits):
    settings = settings_of(hospital)
    models = settings.models.model_copy(update={"budget": ModelBudget(**limits)})
    hospital.settings = settings.model_copy(update={"models": models}).as_json()
    hospital.save()


def test_a_budget_that_ends_amid_a_run_leaves_what_code_alone_found(
    north, south, honest_model, settings
):
    run_of(imported(model_case(), south))
    first = LLMCall.objects.order_by("at", "id")[0]
    reply = with_model.skill().manifest.caps.reply_tokens
    with_budget(north, run_tokens=first.input_tokens + first.output_tokens + reply + 500)
    analysis = run_of(imported(model_case(), north))
    settings.LLM_ENDPOINTS = ()
    alone = run_of(imported(model_case(), south), all_results=True)

    found, plain = queries.whole(analysis), queries.whole(alone)
    reasons = {one.name: one.error for one in found.stages if one.error}
    assert reasons["diagnostician"] == "model.BudgetSpent"
    assert LLMCall.objects.filter(run=analysis.run_id, outcome="ok").exists()
    assert analysis.state == AnalysisState.IN_REVIEW
    assert analysis.degraded
    assert (found.plan.assessments, found.criticals) == (plain.plan.assessments, plain.criticals)
    assert found.package.per_parameter == plain.package.per_parameter


def test_an_altered_skill_that_nobody_approved_stops_the_run_with_a_sentence(
    north, honest_model, monkeypatch
):
    skill = with_model.skill()
    altered = type(skill)(**{**vars(skill), "hash": "0" * 64})
    monkeypatch.setattr(with_model, "skill", lambda: altered)

    analysis = run_of(imported(model_case(), north))

    assert (analysis.state, analysis.failed_stage) == (AnalysisState.FAILED, "diagnostician")
    assert "is not the one that may run here" in analysis.reason
    assert not LLMCall.objects.exists()
