"""The page where an admin decides about language models, and sees whether they answer."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from medreview.accounts import queries, services
from medreview.accounts.hospital_settings import HospitalSettings, ModelRules
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.llm.double.script import Mode, Turn
from medreview.llm.models import LLMCall
from tests.conftest import person
from tests.factories.model_runs import place_of

PAGE, TRY = "/hospital/models/", "/hospital/models/try/"


def sent(**changed: Any) -> dict[str, Any]:
    said = {"allowed": "any", "diagnostician_steps": "20", "retriever_arm": "tool_arm"}
    return said | {"version": "1"} | changed


def rules_of(user: User) -> ModelRules:
    return queries.settings_of(Hospital.objects.get(pk=user.hospital_id)).models


def only_local(user: User) -> None:
    services.change_hospital_settings(
        hospital=user.hospital,
        settings=HospitalSettings(models=ModelRules(allowed="local")),
        version=1,
    )


def test_rules_are_saved_as_a_whole_with_one_event_that_names_what_may_be_asked(signed_in, root):
    services.change_hospital_settings(
        hospital=root.hospital, settings=HospitalSettings(claim_minutes=45), version=1
    )

    rules = sent(version="2", allowed="local", run_tokens="5000", run_money="0.25")
    answer = signed_in(root).post(PAGE, rules)

    kept = rules_of(root)
    assert answer.status_code == 302
    assert (kept.allowed, kept.diagnostician_steps, kept.retriever_arm) == ("local", 20, "tool_arm")
    assert (kept.budget.run_tokens, kept.budget.run_money) == (5000, Decimal("0.25"))
    assert kept.budget.user_day_tokens is None
    assert queries.settings_of(Hospital.objects.get(pk=root.hospital_id)).claim_minutes == 45
    event = AuditEvent.objects.get(event="hospital.settings_changed", actor=root.pk)
    assert event.detail == {
        "changed": "models.allowed+models.budget+models.diagnostician_steps+models.retriever_arm",
        "models_allowed": "local",
    }


@pytest.mark.parametrize(
    "wrong", [{"allowed": "all"}, {"diagnostician_steps": "26"}, {"run_tokens": "-1"}]
)
def test_what_is_no_rule_is_refused_beside_its_field(signed_in, root, wrong):
    answer = signed_in(root).post(PAGE, sent(**wrong))

    assert answer.status_code == 422
    assert rules_of(root) == ModelRules()


def test_whoever_was_slower_sees_both_and_chooses(signed_in, root):
    other = person("rita", "Rita Second", root.hospital, Role.ADMIN)
    services.change_hospital_settings(
        hospital=root.hospital,
        settings=HospitalSettings(models=ModelRules(allowed="none")),
        version=1,
        by=other,
    )
    browser = signed_in(root)

    conflict = browser.post(PAGE, sent())
    again = browser.post(PAGE, sent(version="2"))

    shown = conflict.content.decode()
    assert conflict.status_code == 409
    assert "Rita Second" in shown
    assert "None: every analysis is made by code alone" in shown
    assert again.status_code == 302
    assert rules_of(root).allowed == "any"


def test_places_are_shown_without_their_key(signed_in, root, settings, llm_double: Callable):
    only_local(root)
    double = llm_double(Turn(text="ready", times=0))
    settings.LLM_ENDPOINTS = (
        place_of(double, api_key="very-secret"),
        place_of(double, api_key="very-secret", is_local=False),
    )

    page = signed_in(root).get(PAGE).content.decode()

    assert "very-secret" not in page
    assert double.base_url.split("/")[2] in page
    assert 'id="try-0"' in page
    assert 'id="try-1"' not in page, "the second stands outside the house"


@pytest.mark.parametrize(
    ("turn", "says", "outcome"),
    [
        (Turn(text="ready", times=0), "It answers.", "ok"),
        (Turn(mode=Mode.TRUNC_LENGTH, times=0), "It answers.", "ok"),
        (Turn(mode=Mode.REFUSAL, times=0), "declined to answer", "Refused"),
    ],
)
def test_a_trial_says_whether_a_place_answers_and_is_in_the_book_and_the_trail(
    signed_in, root, settings, llm_double: Callable, turn, says, outcome
):
    double = llm_double(turn)
    settings.LLM_ENDPOINTS = (place_of(double),)

    page = signed_in(root).post(TRY, {"place": "0"})

    assert says in page.content.decode()
    row = LLMCall.objects.first()
    assert (row.purpose, row.user, row.run) == ("trial", root, "")
    assert AuditEvent.objects.get(event="model.tried").detail == {"outcome": outcome}
    assert "North" not in str(double.playing.requests), "not even the hospital's name is sent"


def test_a_place_the_hospital_does_not_allow_is_not_tried(
    signed_in, root, settings, llm_double: Callable
):
    only_local(root)
    double = llm_double(Turn(text="ready", times=0))
    settings.LLM_ENDPOINTS = (place_of(double, is_local=False),)

    page = signed_in(root).post(TRY, {"place": "0"})

    assert "lets no language model be asked" in page.content.decode()
    assert double.playing.requests == []
    for nowhere in ("7", "9" * 5_000, "²", "-1", ""):
        assert signed_in(root).post(TRY, {"place": nowhere}).status_code == 404


def test_nobody_but_who_manages_the_hospital_comes_here(signed_in, ada):
    assert signed_in(ada).get(PAGE).status_code == 403
    assert signed_in(ada).post(TRY, {"place": "0"}).status_code == 403
