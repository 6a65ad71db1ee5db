"""A stored run is made once more, from its record and from what the model said then."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from analysis.pipeline import rebuilding, working
from analysis.pipeline.diagnostician import with_model
from medreview.accounts.hospital_settings import ModelRules
from medreview.accounts.queries import settings_of
from medreview.llm.double.script import Mode
from medreview.llm.models import LLMCall
from medreview.patients import sealing
from medreview.runtime.models import SkillText
from tests.doubles.spoiled import spoiled
from tests.factories.model_runs import AS_OF, imported, model_case, place_of, run_of

pytestmark = pytest.mark.django_db

FAILING = (Mode.PROSE, Mode.UNKNOWN_TOOL, Mode.REFUSAL)


def replayed(*named, **options):
    out, code = StringIO(), 0
    try:
        call_command("replay_run", *named, stdout=out, json=True, **options)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return [json.loads(line) for line in out.getvalue().splitlines()], code


def test_a_run_that_asked_a_model_comes_out_the_same_without_asking_again(north, honest_model):
    analysis = run_of(imported(model_case(), north))
    asked, booked = len(honest_model.playing.requests), LLMCall.objects.count()
    kept = SkillText.objects.count()

    [said], code = replayed(analysis.run_id)

    assert (said["differences"], code) == ([], 0)
    assert (said["stages"], said["questions"]) == (7, asked)
    assert asked > 0
    assert len(honest_model.playing.requests) == asked
    assert (LLMCall.objects.count(), SkillText.objects.count()) == (booked, kept)


def test_runs_whose_model_failed_come_out_the_same_all_at_once(
    north, starter, llm_double, settings
):
    patient = imported(model_case(), north)
    for day, mode in enumerate(FAILING):
        settings.LLM_ENDPOINTS = (place_of(llm_double(answer=spoiled(mode))),)
        run_of(patient, as_of=AS_OF - timedelta(days=day))

    said, code = replayed(all=True)

    assert [one["differences"] for one in said] == [[]] * len(FAILING)
    assert code == 0


def test_code_that_makes_something_else_of_the_same_replies_is_named(
    north, honest_model, monkeypatch
):
    analysis = run_of(imported(model_case(), north))
    monkeypatch.setattr(with_model, "untraced_items", lambda *_: ())

    [said], code = replayed(analysis.run_id)

    [difference] = said["differences"]
    assert difference.startswith("diagnostician: its output is another than the one that was saved")
    assert "Zonulin" not in difference
    assert code == 1


def test_what_another_version_of_the_code_made_is_not_called_damaged(
    north, honest_model, monkeypatch
):
    monkeypatch.setattr(working, "code_version", lambda: "0" * 64)
    analysis = run_of(imported(model_case(), north))
    same, _ = replayed(analysis.run_id)
    monkeypatch.setattr(with_model, "untraced_items", lambda *_: ())

    [said], code = replayed(analysis.run_id)
    told = StringIO()
    call_command("replay_run", all=True, stdout=told)

    assert "made by another version of the stages" in told.getvalue()
    assert "0 of 1 runs came out as they are stored." in told.getvalue()
    assert "not_comparable" not in same[0]
    assert (said["differences"], said["not_comparable"], code) == ([], ["diagnostician"], 0)


def test_a_run_is_made_again_by_what_its_hospital_said_then(north, honest_model):
    analysis = run_of(imported(model_case(), north))
    rules = ModelRules(diagnostician_steps=1, retriever_arm="off")
    north.settings = settings_of(north).model_copy(update={"models": rules}).as_json()
    north.save()

    [said], code = replayed(analysis.run_id)

    assert (said["differences"], code) == ([], 0)


def test_code_that_asks_something_else_is_named(north, honest_model, monkeypatch):
    analysis = run_of(imported(model_case(), north))
    monkeypatch.setattr(with_model, "RELATED_IN_ALL", 2)

    [said], _ = replayed(analysis.run_id)

    assert said["differences"] == [
        "diagnostician: Question 1 is another than the one that was asked then."
    ]


def test_what_was_sealed_with_a_key_that_is_gone_is_not_made_again(north, honest_model):
    patient = imported(model_case(), north)
    analysis = run_of(patient)
    sealing.destroy_key(patient, by=None)

    [said], code = replayed(analysis.run_id)

    assert (said["differences"], code) == ([], 0)
    assert said["unread"].startswith("Only the headers were replayed.")


def test_what_two_runs_of_one_patient_said_to_a_model_is_not_mixed(north, honest_model):
    patient = imported(model_case(), north)
    whole, all_of_it = run_of(patient), run_of(patient, all_results=True)

    nonces = [
        {event.header["nonce"] for event in analysis.run.events.filter(kind="model.asked")}
        for analysis in (whole, all_of_it)
    ]

    assert nonces[0]
    assert nonces[0].isdisjoint(nonces[1])
    for analysis in (whole, all_of_it):
        rebuilt = rebuilding.rebuild(analysis.run, by=None)
        assert rebuilt.differences == ()
        assert rebuilt.questions == len(nonces[0])
