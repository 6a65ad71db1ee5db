"""Remarks on a change set: who is called, who may review it."""

import pytest

from graphcurate.reviewing import remarks
from medreview.common.errors import Denied, Invalid, WrongState


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@kim, look", ("kim",)),
        ("(@Kim) and @yuna.s, @kim again", ("kim", "yuna.s")),
        ("mail kim@example.org", ()),
        ("@", ()),
        ("Ask @ада.", ("ада",)),
    ],
)
def test_who_is_called_by_name(text: str, names: tuple[str, ...]) -> None:
    assert remarks.mentioned(text) == names


def test_a_reviewer_may_decide_and_wrote_none_of_it() -> None:
    remarks.check_reviewer(may_decide=True, contributed=False)
    for may_decide, contributed in ((False, False), (True, True)):
        with pytest.raises(Invalid):
            remarks.check_reviewer(may_decide=may_decide, contributed=contributed)


def test_only_what_waits_is_given_to_somebody() -> None:
    remarks.check_waits("in_review")
    for state in ("draft", "approved", "published"):
        with pytest.raises(WrongState):
            remarks.check_waits(state)


def test_the_reviewer_or_the_author_hands_back() -> None:
    remarks.check_can_hand_back(reviewer="yuna", by="yuna", opened_by="kim")
    remarks.check_can_hand_back(reviewer="yuna", by="kim", opened_by="kim")
    with pytest.raises(Denied):
        remarks.check_can_hand_back(reviewer="yuna", by="ines", opened_by="kim")
