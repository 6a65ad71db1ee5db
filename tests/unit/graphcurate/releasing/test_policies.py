"""When a release may be planned, let pass and sent out."""

import datetime as dt

import pytest

from graphcurate.errors import (
    GatesClosed,
    NumberTaken,
    OwnOverride,
    StalePlan,
    WrongNumber,
)
from graphcurate.releasing import gates
from graphcurate.releasing import policies as release_policies
from graphcurate.releasing.gates import Gate, GateReason, GateState, Override
from graphcurate.releasing.states import PlanState
from medreview.common.errors import Invalid, WrongState

FAILED = gates.quotes([GateReason(sentence="A quote is gone.")], total=1)
WAITING = gates.waiting(Gate.IMPACT, "It waits.")
WORD = Override(
    by="usr_root", name="Rut", reason="Known.", at=dt.datetime(2026, 11, 30, tzinfo=dt.UTC)
)


def test_a_number_nobody_has_is_taken_and_another_refused():
    release_policies.check_number("2026.12-1", is_taken=False)
    with pytest.raises(NumberTaken):
        release_policies.check_number("2026.12-1", is_taken=True)
    with pytest.raises(Invalid):
        release_policies.check_number("december", is_taken=False)


def test_only_known_code_systems_have_a_version_of_some_characters():
    release_policies.check_code_systems({"loinc": "2.81"})
    for wrong in ({"other": "1"}, {"loinc": "2" * 41}):
        with pytest.raises(Invalid):
            release_policies.check_code_systems(wrong)


def test_a_page_of_another_version_or_content_is_refused():
    release_policies.check_version(now=2, seen=2)
    release_policies.check_content(latest="h", seen="h")
    with pytest.raises(StalePlan):
        release_policies.check_version(now=2, seen=1)
    with pytest.raises(StalePlan):
        release_policies.check_content(latest="h", seen="g")


@pytest.mark.parametrize("state", [PlanState.PUBLISHED, PlanState.DISCARDED])
def test_what_is_over_is_not_changed(state):
    release_policies.check_is_planned(PlanState.PLANNED)
    with pytest.raises(WrongState):
        release_policies.check_is_planned(state)


def test_an_admin_lets_pass_what_failed_and_nothing_else():
    release_policies.check_can_override([FAILED], Gate.QUOTES)
    with pytest.raises(GatesClosed):
        release_policies.check_can_override([WAITING], Gate.IMPACT)
    with pytest.raises(GatesClosed):
        release_policies.check_can_override([gates.approved([])], Gate.APPROVED)


def test_who_let_a_gate_pass_does_not_publish():
    passed = gates.with_overrides([FAILED], {Gate.QUOTES: WORD})

    release_policies.check_not_own_override(passed, "usr_kim")
    with pytest.raises(OwnOverride):
        release_policies.check_not_own_override(passed, "usr_root")


def test_the_number_is_typed_as_it_is():
    release_policies.check_typed(" 2026.12-1 ", "2026.12-1")
    with pytest.raises(WrongNumber):
        release_policies.check_typed("2026.12-2", "2026.12-1")


def test_every_gate_lets_pass_or_nothing_goes_out():
    release_policies.check_gates([gates.checks([])])
    with pytest.raises(GatesClosed, match="2 of the gates"):
        release_policies.check_gates([FAILED, WAITING])
    assert WAITING.state is GateState.WAITING
