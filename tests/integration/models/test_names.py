"""A name that a model put to the graph, from the run to the pages, the exports and the curators."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline import queries
from analysis.pipeline.contracts import EvidenceTier, NamedBy
from analysis.pipeline.models import Analysis
from analysis.review.queries import finding_keys
from analysis.review.services import decisions, signing
from graphcurate.models import Gap, LookupMiss
from graphcurate.services.releases import load_starter
from medreview.accounts.models import User
from medreview.llm.double.script import Mode, Turn
from medreview.llm.double.server import Double
from tests.at_once import at_once
from tests.conftest import PASSWORD
from tests.doubles import honest
from tests.doubles.conversation import Asked
from tests.doubles.namer import Namer, biomarker
from tests.factories.impacts import make_impact, without
from tests.factories.model_runs import imported, model_case, place_of, run_of, unmapped
from tests.factories.stages import case_of, lab

pytestmark = pytest.mark.django_db

SignedIn = Callable[[User], Client]


def report_of(analysis: Analysis) -> Any:
    reports = queries.whole(analysis).stages
    return next(one for one in reports if one.name == "diagnostician")


def assessments_of(analysis: Analysis) -> dict[str, Any]:
    plan = queries.whole(analysis).plan
    assert plan is not None, f"{analysis.failed_stage}: {analysis.reason}"
    return {one.parameter_name: one for one in plan.assessments}


def named_run(ada: User) -> Analysis:
    return run_of(imported(model_case(), ada.hospital), by=ada)


def test_a_run_puts_names_to_the_graph_and_proposes_them_to_curators(honest_model, ada):
    analysis = named_run(ada)

    made = assessments_of(analysis)
    assert (made["Kallium"].graph_biomarker_key, made["Kallium"].named_by) == (
        "potassium",
        NamedBy.MODEL,
    )
    assert made["Zonulin"].evidence_tier is EvidenceTier.MODEL_KNOWLEDGE
    assert made["Potassium"].named_by is NamedBy.KEY
    report = report_of(analysis)
    assert (report.status, report.iterations, report.one_at_a_time) == ("done", 2, False)
    proposed = dict(Gap.objects.values_list("name", "proposed"))
    assert proposed == {"Kallium": ["potassium"], "Zonulin": []}
    tiers = dict(LookupMiss.objects.values_list("name", "tier"))
    assert tiers == {"Kallium": "algorithm", "Zonulin": "model_knowledge"}


def test_a_fully_coded_patient_costs_no_question_before_the_reasoner(honest_model, ada):
    case = case_of(lab(), lab("l2", "785-6", name="MCH", value=40, unit="pg"))

    analysis = run_of(imported(case, ada.hospital), by=ada)

    asked = [Asked(one).skill for one in honest_model.playing.requests]
    assert "diagnostician" not in asked
    assert report_of(analysis).iterations == 0


@pytest.fixture
def failing_namer(llm_double: Callable[..., Double], settings: Any, starter: None) -> Double:
    """A model that is honest but for names: there it is out of order."""

    def answer(request: dict[str, Any]) -> Turn:
        if Asked(request).skill == "diagnostician":
            return Turn(mode=Mode.PROSE)
        return honest.answer(request)

    double = llm_double(answer=answer)
    settings.LLM_ENDPOINTS = (place_of(double),)
    return double


def test_without_a_plan_the_stage_is_degraded_and_the_rest_stands(failing_namer, ada):
    analysis = named_run(ada)

    report = report_of(analysis)
    assert (analysis.state, analysis.degraded) == ("in_review", True)
    assert (report.status, report.error, report.rejections) == ("degraded", "stop.rejections", 3)
    made = assessments_of(analysis)
    assert made["Kallium"].evidence_tier is EvidenceTier.UNCOVERED
    assert made["Potassium"].evidence_tier is EvidenceTier.ALGORITHM
    assert set(LookupMiss.objects.values_list("tier", flat=True)) == {"uncovered"}


def test_every_page_and_export_of_it_opens(honest_model, ada: User, signed_in: SignedIn):
    analysis = named_run(ada)
    client = signed_in(ada)
    for number in range(1, len(finding_keys(analysis)) + 1):
        page = client.get(reverse("review:finding", args=[analysis.pk, number]))
        assert page.status_code == 200
    opened = ("review:analysis-detail", "review:overview", "review:print", "review:changes")
    for name in opened:
        assert client.get(reverse(name, args=[analysis.pk])).status_code == 200

    sign(analysis, by=ada)
    for form in ("txt", "pdf", "csv", "json", "fhir.json"):
        file = client.get(reverse("exports:file", args=[analysis.pk, 1, form]))
        assert file.status_code == 200, form
    text = client.get(reverse("exports:text", args=[analysis.pk, 1]))
    assert text.status_code == 200


def sign(analysis: Analysis, *, by: User) -> None:
    for finding in finding_keys(analysis):
        decisions.reject(
            analysis=analysis, finding=finding, version=0, reason="not_relevant", by=by
        )
    analysis.refresh_from_db()
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=by)


@pytest.mark.django_db(transaction=True)
def test_a_changed_graph_changes_only_what_code_alone_made(honest_model, ada: User, kim: User):
    """Both sides of an impact are worked out by keys: a model's words are no difference."""
    analysis = run_of(imported(case_of(unmapped()), ada.hospital), by=ada)
    links = [one.id for one in without().relations if one.biomarker == "potassium"]

    run = make_impact(without(links[0]), by=kim)

    assert assessments_of(analysis)["Kallium"].graph_biomarker_key == "potassium"
    assert (run.state, run.total, run.differing) == ("done", 1, 0)


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_keep_to_their_own_names(llm_double, settings, ada: User, oleg: User):
    load_starter()
    double = llm_double(answer=Namer({"Kallium": biomarker("potassium")}))
    settings.LLM_ENDPOINTS = (place_of(double, silence_seconds=10.0),)
    ours = imported(case_of(unmapped()), ada.hospital)
    theirs = imported(case_of(unmapped("v1", "Natrum Q")), oleg.hospital)

    runs = at_once(lambda: run_of(ours, by=ada), lambda: run_of(theirs, by=oleg))

    assert [set(assessments_of(one)) for one in runs] == [{"Kallium"}, {"Natrum Q"}]
    for request in double.playing.requests:
        shown = json.dumps(request)
        assert not ("Kallium" in shown and "Natrum Q" in shown)
    assert sum("Natrum Q" in json.dumps(one) for one in double.playing.requests) >= 2
