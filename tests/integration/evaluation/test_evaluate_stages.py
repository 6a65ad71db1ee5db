"""``manage.py evaluate stages``: named checks of each stage, with a model and without."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graphcurate.services.releases import load_starter
from tests.doubles import honest, hostile
from tests.factories.model_runs import place_of
from tests.factories.stages import VIGNETTES

pytestmark = pytest.mark.django_db

STAGES = VIGNETTES / "stages.yml"


@pytest.fixture(autouse=True)
def _starter(db: None) -> None:
    load_starter()


def evaluated(path=STAGES, **options):
    out, code = StringIO(), 0
    try:
        call_command("evaluate", "stages", str(path), stdout=out, **options)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return out.getvalue(), code


def test_every_check_passes_with_an_honest_model_and_none_is_without_data(llm_double, settings):
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=honest.answer)),)

    said, code = evaluated(json=True)

    score = json.loads(said)
    assert (score["failed"], score["with_model"], code) == ([], True, 0)
    assert [one for one in score["checks"] if not one["passed"]] == []


def test_without_a_model_what_needs_one_has_no_data_and_nothing_fails(settings):
    said, code = evaluated()

    lines = said.splitlines()
    assert lines[0] == "5 cases, without a model."
    assert "diagnostician, questions at most: no data" in lines
    assert "retriever, found by model: no data" in lines
    assert "critical, of: 3 of 3" in lines
    assert code == 0


def test_a_model_that_claims_everything_fails_by_name(llm_double, settings):
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=hostile.answer)),)

    said, code = evaluated(json=True)

    failed = {one["id"]: " ".join(one["why"]) for one in json.loads(said)["failed"]}
    assert "u2: expected algorithm" not in failed.get("s01", "")
    assert "diagnostician.tiers_with_model: u1" in failed["s05"]
    assert code == 1


@pytest.mark.parametrize(
    ("checks", "why"),
    [
        ("{writer: {sings: true}}", "The stage writer has no check sings"),
        ("[]", "names no checks by stage"),
    ],
)
def test_a_file_that_is_no_list_of_checks_is_said_in_a_sentence(tmp_path, checks, why):
    place = tmp_path / "cases.yml"
    place.write_text(f"- {{id: x, as_of: 2026-11-30, patient: {{age: 3}}, checks: {checks}}}\n")

    with pytest.raises(CommandError, match=why):
        evaluated(place)
