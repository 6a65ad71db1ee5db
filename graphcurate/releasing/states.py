"""Where a planned release and the appraisal of its content can be, and what may follow what."""

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


class AppraisalState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


APPRAISAL = Transitions(
    "appraisal",
    {
        AppraisalState.QUEUED: frozenset({AppraisalState.RUNNING, AppraisalState.FAILED}),
        AppraisalState.RUNNING: frozenset(
            {AppraisalState.QUEUED, AppraisalState.DONE, AppraisalState.FAILED}
        ),
        AppraisalState.DONE: frozenset({AppraisalState.QUEUED}),
        AppraisalState.FAILED: frozenset({AppraisalState.QUEUED}),
    },
)

AT_WORK = frozenset({AppraisalState.QUEUED, AppraisalState.RUNNING})
"""An appraisal in one of these still owes its answer."""
