"""Tools take typed arguments, and never whose record they read."""

import pytest

from medreview.common.contract import Contract
from medreview.runtime.errors import SkillBroken, ToolError
from medreview.runtime.tools import Tool, allow_list
from tests.factories.scripted_model import LOOK_UP, SUBMIT, look_up


class OfPatient(Contract):
    patient_id: str


class Deep(Contract):
    which: tuple[OfPatient, ...] | None = None


class Hospitals(Contract):
    hospital: str


@pytest.mark.parametrize("arguments", [OfPatient, Deep, Hospitals])
def test_a_tool_that_asks_whose_record_is_meant_is_never_made(arguments):
    with pytest.raises(SkillBroken, match="never for a model to say"):
        Tool("look_up", "…", arguments, look_up)


@pytest.mark.parametrize("name", ["", "Look", "look up", "look-up", "a" * 41, "../x"])
def test_a_tool_has_a_plain_name(name):
    with pytest.raises(SkillBroken, match="name of a tool"):
        Tool(name, "…", LOOK_UP.arguments, look_up)


@pytest.mark.parametrize(
    "arguments",
    [{}, {"names": 5}, {"names": ["Hb"], "patient_id": "pat_2"}, {"names": [{"secret": 1}]}],
)
def test_arguments_that_do_not_fit_are_told_without_repeating_them(arguments):
    with pytest.raises(ToolError) as told:
        LOOK_UP.read(arguments)

    assert "do not fit" in str(told.value)
    assert "pat_2" not in str(told.value)
    assert "secret" not in str(told.value)


def test_arguments_that_fit_come_in_their_type():
    assert LOOK_UP.read({"names": ["Hb"]}).names == ("Hb",)


def test_the_tools_at_hand_are_exactly_those_the_skill_names():
    assert set(allow_list(("look_up", "submit_plan"), (LOOK_UP, SUBMIT))) == {
        "look_up",
        "submit_plan",
    }
    with pytest.raises(SkillBroken, match="submit_plan"):
        allow_list(("look_up",), (LOOK_UP, SUBMIT))
    with pytest.raises(SkillBroken, match="other"):
        allow_list(("look_up", "other"), (LOOK_UP,))
