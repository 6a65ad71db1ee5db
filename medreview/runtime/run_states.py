"""Where a run can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class RunState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    AWAITING_REVIEW = "awaiting_review"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Models(StrEnum):
    """What part language models had in a run."""

    ASKED = "asked"
    FALLBACK = "fallback"
    """At least one use of a skill ended in its safe fallback."""
    NONE = "none"


RUN = Transitions(
    "run",
    {
        RunState.QUEUED: frozenset({RunState.RUNNING, RunState.FAILED, RunState.CANCELLED}),
        RunState.RUNNING: frozenset(
            {RunState.AWAITING_REVIEW, RunState.DONE, RunState.FAILED, RunState.CANCELLED}
        ),
        RunState.AWAITING_REVIEW: frozenset({RunState.DONE}),
        RunState.DONE: frozenset(),
        RunState.FAILED: frozenset(),
        RunState.CANCELLED: frozenset(),
    },
)

AT_WORK = frozenset({RunState.QUEUED, RunState.RUNNING})
"""A run in one of these still owes an end to whoever asked for it."""
