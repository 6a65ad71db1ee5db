"""When a report may be taken, linked and settled."""

import pytest

from graphcurate.reviewing import flag_policies as policies
from graphcurate.reviewing.flag_states import FlagState
from medreview.common.errors import Denied, Invalid, WrongState


def test_a_step_names_the_version_its_author_saw() -> None:
    policies.check_seen(version=2, seen=2)
    with pytest.raises(WrongState):
        policies.check_seen(version=3, seen=2)


def test_what_is_settled_stays_settled() -> None:
    policies.check_can_move("open", FlagState.TAKEN)
    policies.check_can_move("taken", FlagState.OPEN)
    for target in FlagState:
        with pytest.raises(WrongState):
            policies.check_can_move("settled", target)


def test_only_who_took_it_hands_it_back() -> None:
    policies.check_can_hand_back(taken_by="kim", by="kim")
    with pytest.raises(Denied):
        policies.check_can_hand_back(taken_by="kim", by="yuna")


def test_fixed_names_a_change_set_that_was_not_given_up() -> None:
    policies.check_outcome("fixed", set_state="draft")
    policies.check_outcome("no_change", set_state=None)
    for outcome, state in (("fixed", None), ("fixed", "withdrawn"), ("", None), ("magic", None)):
        with pytest.raises(Invalid):
            policies.check_outcome(outcome, set_state=state)
