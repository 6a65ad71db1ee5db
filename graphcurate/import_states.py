"""Where the import of a file into the graph can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class ImportState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


GRAPH_IMPORT = Transitions(
    "import",
    {
        # What broke its workers again and again is not tried for ever.
        ImportState.QUEUED: frozenset({ImportState.RUNNING, ImportState.FAILED}),
        # A worker that died leaves it running; the next one begins it anew.
        ImportState.RUNNING: frozenset({ImportState.QUEUED, ImportState.DONE, ImportState.FAILED}),
        ImportState.DONE: frozenset(),
        ImportState.FAILED: frozenset(),
    },
)

UNDER_WAY = frozenset({ImportState.QUEUED, ImportState.RUNNING})
"""Still on its way to a report."""
