"""What a program reads of a run's work with models: questions, tools, and words on demand."""

import pytest

from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.llm.double.script import Mode, ScriptedCall, Turn
from medreview.llm.models import LLMCall
from medreview.patients import sealing
from medreview.runtime.skills.read import read_skill
from tests.factories.asked_runs import ask_a_model, prices_of
from tests.factories.patients import make_patient
from tests.factories.runtime import make_run
from tests.factories.skills import allow, write_skill
from tests.integration.api.conftest import read

pytestmark = pytest.mark.django_db

LOOK = Turn(calls=(ScriptedCall(name="look_up", arguments={"names": ["Hb"]}),))
DONE = Turn(calls=(ScriptedCall(name="submit_plan", arguments={"keys": ["718-7"]}),))
BROKEN = Turn(mode=Mode.BROKEN)


@pytest.fixture
def asked(north, ada, llm_double, tmp_path, settings):
    """``asked(LOOK, DONE)`` is a run of North in which a model was asked and said that."""
    skill = read_skill(write_skill(tmp_path / "skill"))
    settings.SKILLS_ALLOWED = allow(tmp_path, skill)

    def ask(*turns, **said):
        run = make_run(patient=make_patient(hospital=north), by=ada)
        ask_a_model(run, skill, llm_double(*turns), **said)
        return run

    return ask


def test_every_question_is_told_with_its_requests_tokens_and_money(asked, nell, program):
    run = asked(LOOK, BROKEN, DONE)

    answer = program(nell).get(f"agent-runs/{run.pk}/model-calls/")

    first, second = read(answer)["items"]
    assert (first["stage"], first["skill"], first["ask"]) == ("diagnostician", "planner", 1)
    assert [one["outcome"] for one in second["requests"]] == ["GatewayDown", "ok"]
    booked = sum(LLMCall.objects.filter(run=run.pk).values_list("micros", flat=True))
    assert first["micros"] + second["micros"] == booked > 0
    assert "Canary" not in answer.text


def test_a_run_says_what_models_took_and_one_without_any_says_none(asked, nell, north, program):
    run, plain = asked(BROKEN, DONE), make_run(patient=make_patient(hospital=north))
    asks = program(nell)

    models = read(asks.get(f"agent-runs/{run.pk}/"))["models"]

    assert (models["questions"], models["retries"], models["fallbacks"]) == (1, 1, 0)
    assert models["micros"] > 0
    assert read(asks.get(f"agent-runs/{plain.pk}/"))["models"] is None


def test_an_unknown_price_is_null_and_never_nothing(asked, nell, program):
    run = asked(DONE, prices=prices_of(other=2))

    (call,) = read(program(nell).get(f"agent-runs/{run.pk}/model-calls/"))["items"]

    assert (call["micros"], call["unpriced"]) == (None, 1)
    assert call["requests"][0]["micros"] is None


def test_tools_are_told_and_their_words_open_by_their_events(asked, nell, program):
    run = asked(LOOK, DONE)
    asks = program(nell)

    tools = read(asks.get(f"agent-runs/{run.pk}/tools/"))["items"]
    opened = read(asks.get(f"agent-runs/{run.pk}/timeline/{tools[0]['event']}/"))

    assert [(one["tool"], one["outcome"]) for one in tools] == [
        ("look_up", "answered"),
        ("submit_plan", "ended"),
    ]
    assert opened["payload"] == {"arguments": {"names": ["Hb"]}}
    looked = AuditEvent.objects.get(thing_id=run.pk, event=EventType.RUN_PAYLOAD_READ)
    assert (looked.actor, looked.counts) == (nell.pk, {"event": tools[0]["event"]})


def test_lists_go_on_by_their_cursor(asked, nell, program):
    run = asked(LOOK, LOOK, DONE)
    asks, path, seen = program(nell), f"/api/v1/agent-runs/{run.pk}/model-calls/?limit=2", []

    while path:
        page = read(asks.get(path))
        seen += [one["ask"] for one in page["items"]]
        path = page["next"]

    assert seen == [1, 2, 3]


def test_words_of_an_erased_patient_are_gone_with_a_sentence(asked, nell, program):
    run = asked(DONE)
    seq = run.events.get(kind="model.asked").seq
    sealing.destroy_key(run.patient, by=None)
    asks = program(nell)

    answer = asks.get(f"agent-runs/{run.pk}/timeline/{seq}/")

    assert answer.status_code == 409
    assert "Canary" not in answer.text
    assert len(read(asks.get(f"agent-runs/{run.pk}/model-calls/"))["items"]) == 1


def test_runs_are_narrowed_by_state_and_by_what_models_did(asked, nell, north, program):
    fallen = asked(Turn(mode=Mode.REFUSAL, times=0))
    plain = make_run(patient=make_patient(hospital=north))
    asks = program(nell)

    def found(words):
        return [one["id"] for one in read(asks.get(f"agent-runs/?{words}"))["items"]]

    assert found("models=fallback") == found("models=asked") == [fallen.pk]
    assert found("models=none") == found("state=queued") == [plain.pk]
    assert asks.get("agent-runs/?models=some").status_code == 422
