"""What a hospital may decide for itself, and what of it can't hold."""

import pytest
from pydantic import ValidationError

from medreview.accounts.hospital_settings import EscalationStep, HospitalSettings, ModelRules


def test_a_hospital_that_decided_nothing_has_the_defaults():
    assert HospitalSettings.model_validate({}) == HospitalSettings()


@pytest.mark.parametrize(
    "named", [{"to": "team"}, {"to": "person"}, {"to": "reviewer", "team": "tea_1"}]
)
def test_a_step_names_exactly_whom_it_reaches(named):
    with pytest.raises(ValidationError):
        EscalationStep(after_minutes=5, **named)


def test_steps_come_in_the_order_of_their_times():
    later, sooner = (EscalationStep(after_minutes=at, to="reviewer") for at in (30, 5))

    with pytest.raises(ValidationError, match="at the time of the one before it"):
        HospitalSettings(escalation=(later, sooner))


def test_a_hospital_that_decided_nothing_asks_the_models_that_were_set_up():
    rules = HospitalSettings().models

    assert (rules.allowed, rules.diagnostician_steps) == ("any", 15)
    with pytest.raises(ValidationError):
        ModelRules(diagnostician_steps=26)
