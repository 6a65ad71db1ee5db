from dataclasses import dataclass, field
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from medreview.runtime.folding import REPEATS, folded


@dataclass
class Said:
    kind: str
    actor: str = "system"
    header: dict[str, Any] = field(default_factory=dict)


def test_events_that_say_the_same_are_one_group_whatever_they_count():
    groups = list(folded([Said("misses.noted", header={"count": n}) for n in range(38)]))

    assert [len(group) for group in groups] == [38]


def test_two_alike_are_no_repetition_and_another_stage_or_person_says_another_thing():
    told = [
        *(Said("stage.started", header={"stage": "plan"}) for _ in range(REPEATS - 1)),
        *(Said("stage.started", header={"stage": "record"}) for _ in range(REPEATS)),
        *(Said("stage.started", "usr_1", {"stage": "record"}) for _ in range(REPEATS)),
    ]

    assert [len(group) for group in folded(told)] == [1, 1, 3, 3]


@given(st.lists(st.sampled_from(["a", "b"]), max_size=40))
def test_nothing_is_lost_and_the_order_stays(kinds):
    told = [Said(kind) for kind in kinds]

    assert [one for group in folded(told) for one in group] == told
