"""``evaluate arms`` runs each way of looking over the same cases, and stores nothing."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from analysis.evaluation.vignette_outcomes import VIGNETTES
from graphcurate.services.releases import load_starter
from medreview.llm.double.script import Turn
from medreview.llm.models import LLMCall
from medreview.patients.models import Patient
from medreview.runtime.models import SkillText
from medreview.runtime.sandbox.runner import POOL
from tests.doubles.conversation import Asked
from tests.factories.model_runs import place_of

pytestmark = pytest.mark.django_db
CASES = VIGNETTES / "arms.yml"


@pytest.fixture(autouse=True)
def _starter(db: None) -> None:
    load_starter()


@pytest.fixture(autouse=True, scope="module")
def _no_workers_left():
    yield
    POOL.end()


def evaluated(path: Path = CASES, *more: str) -> str:
    out = StringIO()
    call_command("evaluate", "arms", str(path), *more, stdout=out)
    return out.getvalue()


def a_reader(request: dict) -> Turn:
    """Looks once, then claims what the cases say is there, by the whole of the entry's words."""
    asked = Asked(request)
    code = "execute_code" in asked.tools
    if not asked.called:
        look = "[print(one['id'], one['name']) for one in left_over()]"
        calls = [("execute_code", {"code": look})] if code else [("get_observations", {})]
    else:
        claims = [
            {"item": "parameter:creatinine", "resource": "Observation/l2", "quote": "Kreat."},
            {"item": "condition:ckd", "resource": "Condition/c1", "quote": "Nierenvers."},
            {"item": "condition:hmb", "resource": "Condition/of-another", "quote": "经量过多"},
        ]
        name = "submit_generation_ready_package" if code else "finish_retrieval"
        calls = [(name, {"claims": claims})]
    return Turn.model_validate(
        {"calls": [{"name": name, "arguments": said} for name, said in calls]}
    )


def test_without_an_endpoint_the_models_arms_have_no_data():
    said = evaluated()

    assert "Cases: 9. Model: no data." in said
    assert "deterministic" in said
    assert "code_mode     no data" in said
    assert json.loads(evaluated(CASES, "--json"))["no_data"] == ["code_mode", "tool_arm"]


def test_on_the_double_every_arm_is_counted_and_the_claim_stays_open(llm_double, settings):
    # Given a double that plays a reader.
    double = llm_double(answer=a_reader)
    settings.LLM_ENDPOINTS = (place_of(double),)

    # When the arms are evaluated.
    figures = json.loads(evaluated(CASES, "--json"))

    # Then each model's arm found what it claimed rightly, over real HTTP.
    by_arm = {one["arm"]: one for one in figures["arms"]}
    alone, code, tools = (by_arm[one] for one in ("deterministic", "code_mode", "tool_arm"))
    assert (alone["calls"], alone["found"], alone["expected"]) == (0, 0, 14)
    for arm in (code, tools):
        assert arm["found"] == 4
        assert arm["wrong"] == 0
        assert arm["dropped"] > 0
        assert arm["calls"] == 16
        assert arm["tokens"] > 0
    assert "open" in figures["claim"]

    # And nothing of it was stored.
    assert not Patient.objects.exists()
    assert not SkillText.objects.exists()
    assert not LLMCall.objects.exists()


def test_a_model_that_fails_is_said_to_have_come_to_nothing(llm_double, settings):
    double = llm_double(Turn.model_validate({"mode": "refusal", "times": 0}))
    settings.LLM_ENDPOINTS = (place_of(double),)

    said = evaluated()

    assert "code_mode: in 8 of 9 the model came to nothing." in said
    assert "tool_arm: in 8 of 9 the model came to nothing." in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: [", r"cases\.yml is not YAML\."),
        ("a: 1", r"cases\.yml is not a list of cases\."),
        ("- {id: x}", r"Case 1 of cases\.yml is not a case\."),
    ],
)
def test_a_file_that_gives_no_cases_is_one_clear_sentence(tmp_path, text, said):
    (tmp_path / "cases.yml").write_text(text)

    with pytest.raises(CommandError, match=said):
        evaluated(tmp_path / "cases.yml")


def test_the_cases_have_to_be_named():
    with pytest.raises(CommandError, match="Name the file"):
        call_command("evaluate", "arms")
