"""Where a planned release and the examination of its content can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class PlanState(StrEnum):
    PLANNED = "planned"
    PUBLISHED = "published"
    DISCARDED = "discarded"


PLAN = Transitions(
    "planned release",
    {
        PlanState.PLANNED: frozenset({PlanState.PUBLISHED, PlanState.DISCARDED}),
        PlanState.PUBLISHED: frozenset(),
        PlanState.DISCARDED: frozenset(),
    },
)


class ExaminationState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


EXAMINATION = Transitions(
    "examination",
    {
        ExaminationState.QUEUED: frozenset({ExaminationState.RUNNING, ExaminationState.FAILED}),
        ExaminationState.RUNNING: frozenset(
            {ExaminationState.QUEUED, ExaminationState.DONE, ExaminationState.FAILED}
        ),
        ExaminationState.DONE: frozenset({ExaminationState.QUEUED}),
        ExaminationState.FAILED: frozenset({ExaminationState.QUEUED}),
    },
)

AT_WORK = frozenset({ExaminationState.QUEUED, ExaminationState.RUNNING})
"""An examination in one of these still owes its answer."""
