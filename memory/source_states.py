"""Where a source can be, and what may follow what. Pure."""

from enum import StrEnum

from medreview.common.states import Transitions


class SourceState(StrEnum):
    WAITING = "waiting"
    """For a worker to read it."""
    READ = "read"
    FAILED = "failed"


SOURCE = Transitions(
    "source",
    {
        SourceState.WAITING: frozenset({SourceState.READ, SourceState.FAILED}),
        SourceState.READ: frozenset(),
        SourceState.FAILED: frozenset({SourceState.WAITING}),
    },
)
