import pytest

from analysis.pipeline.analysis_states import DECIDABLE, AnalysisState
from analysis.worklist import policies
from analysis.worklist.errors import NoteMissing, NotHeld, StaleHolding, WrongReceiver
from medreview.common.errors import Invalid, WrongState


@pytest.mark.parametrize("state", list(AnalysisState))
def test_only_what_waits_for_decisions_is_in_anybodys_hand(state):
    if state in DECIDABLE:
        policies.check_is_open(state)
    else:
        with pytest.raises(WrongState):
            policies.check_is_open(state)


def test_only_the_holder_gives_back():
    policies.check_holds(holder="ada", by="ada")

    for holder in ("noor", None):
        with pytest.raises(NotHeld):
            policies.check_holds(holder=holder, by="ada")


def test_an_older_move_than_the_newest_is_refused():
    policies.check_seen(moves=3, seen=3)

    for seen in (2, 4, -1):
        with pytest.raises(StaleHolding):
            policies.check_seen(moves=3, seen=seen)


def test_work_goes_to_another_person_who_may_decide():
    policies.check_receiver(is_oneself=False, is_colleague=True, may_decide=True)

    for facts in ((True, True, True), (False, False, True), (False, True, False)):
        with pytest.raises(WrongReceiver):
            policies.check_receiver(is_oneself=facts[0], is_colleague=facts[1], may_decide=facts[2])


def test_a_hand_over_says_where_things_stand_and_an_assignment_may():
    policies.check_note("", needed=False)
    policies.check_note("Called in.", needed=True)

    with pytest.raises(NoteMissing):
        policies.check_note(" \n", needed=True)
    with pytest.raises(Invalid):
        policies.check_note("x" * (policies.LONGEST_NOTE + 1), needed=False)
