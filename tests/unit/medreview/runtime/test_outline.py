import datetime as dt
from dataclasses import dataclass, field
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from medreview.runtime.outline import QUEUE, REVIEW, StepState, outline_of

START = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


@dataclass
class Said:
    seq: int
    kind: str
    at: dt.datetime
    header: dict[str, Any] = field(default_factory=dict)


def events(*told):
    """Each told as milliseconds after the start, kind, and stage or attempt."""
    return [
        Said(
            seq,
            kind,
            START + dt.timedelta(milliseconds=after),
            {"attempt": more} if kind == "run.claimed" else {"stage": more, "outcome": more},
        )
        for seq, (after, kind, more) in enumerate(told, start=1)
    ]


THROUGH = (
    (0, "run.opened", None),
    (40, "run.claimed", 1),
    (50, "stage.started", "record"),
    (90, "stage.finished", "record"),
    (90, "review.awaited", None),
    (900, "review.ended", "signed"),
    (900, "run.finished", None),
)


@given(st.lists(st.integers(-5_000, 5_000), min_size=1, max_size=60))
def test_durations_are_never_negative_and_add_up_to_the_whole(offsets):
    seen = outline_of(events(*((offset, "misses.noted", None) for offset in offsets)))

    took = [seen.places[seq].took for seq in range(1, len(offsets) + 1)]
    assert min(took) >= 0
    assert sum(took) == seen.total


def test_steps_are_the_queue_each_stage_and_the_review():
    seen = outline_of(events(*THROUGH))

    told = [(step.name, step.took, step.state) for step in seen.steps]
    assert told == [
        (QUEUE, 40, StepState.DONE),
        ("record", 40, StepState.DONE),
        (REVIEW, 810, StepState.DONE),
    ]
    assert seen.work == 90
    assert seen.total == 900


def test_a_stage_whose_worker_died_is_left_and_begun_again_in_the_next_attempt():
    seen = outline_of(
        events(
            (0, "run.opened", None),
            (1, "run.claimed", 1),
            (2, "stage.started", "record"),
            (70_000, "run.claimed", 2),
            (70_001, "stage.started", "record"),
            (70_009, "stage.broke", "record"),
            (70_009, "run.failed", None),
        )
    )

    told = [(step.name, step.attempt, step.state) for step in seen.steps[1:]]
    assert told == [("record", 1, StepState.LEFT), ("record", 2, StepState.BROKE)]
    assert seen.errors == [6, 7]


def test_what_is_not_ended_lasts_until_the_last_event():
    seen = outline_of(events(*THROUGH[:3], (80, "misses.noted", None)))

    assert [(step.took, step.state) for step in seen.steps[1:]] == [(30, StepState.OPEN)]


def test_an_output_used_again_takes_no_time():
    seen = outline_of(events((0, "run.opened", None), (5, "stage.carried", "record")))

    assert (seen.steps[1].took, seen.steps[1].state) == (0, StepState.CARRIED)


def test_an_amended_review_is_open_again():
    seen = outline_of(events(*THROUGH, (2000, "review.ended", "amended")))

    assert [step.state for step in seen.steps if step.name == REVIEW] == [
        StepState.DONE,
        StepState.OPEN,
    ]
