"""Where the computing of an impact can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class ImpactState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


IMPACT = Transitions(
    "impact",
    {
        ImpactState.QUEUED: frozenset(
            {ImpactState.RUNNING, ImpactState.FAILED, ImpactState.CANCELLED}
        ),
        ImpactState.RUNNING: frozenset(
            {ImpactState.DONE, ImpactState.FAILED, ImpactState.CANCELLED}
        ),
        # Asked again, it is another row: what was told of this one stays told.
        ImpactState.DONE: frozenset(),
        ImpactState.FAILED: frozenset(),
        ImpactState.CANCELLED: frozenset(),
    },
)

AT_WORK = frozenset({ImpactState.QUEUED, ImpactState.RUNNING})
"""A worker has it, or will."""
