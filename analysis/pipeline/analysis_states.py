"""Where an analysis can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class AnalysisState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    IN_REVIEW = "in_review"
    SIGNED = "signed"
    AMENDED = "amended"
    REJECTED = "rejected"
    FAILED = "failed"
    CANCELLED = "cancelled"
    REPLACED = "replaced"
    """Nobody signed it before a re-run took its place; it is read and no longer decided on."""


ANALYSIS = Transitions(
    "analysis",
    {
        AnalysisState.QUEUED: frozenset(
            {AnalysisState.RUNNING, AnalysisState.FAILED, AnalysisState.CANCELLED}
        ),
        AnalysisState.RUNNING: frozenset(
            {AnalysisState.IN_REVIEW, AnalysisState.FAILED, AnalysisState.CANCELLED}
        ),
        AnalysisState.IN_REVIEW: frozenset(
            {AnalysisState.SIGNED, AnalysisState.REJECTED, AnalysisState.REPLACED}
        ),
        AnalysisState.SIGNED: frozenset({AnalysisState.AMENDED}),
        # An amended analysis is open for decisions again until somebody signs its new version.
        AnalysisState.AMENDED: frozenset({AnalysisState.SIGNED, AnalysisState.REPLACED}),
        AnalysisState.REJECTED: frozenset(),
        AnalysisState.FAILED: frozenset({AnalysisState.QUEUED}),
        AnalysisState.CANCELLED: frozenset(),
        AnalysisState.REPLACED: frozenset(),
    },
)

AT_WORK = frozenset({AnalysisState.QUEUED, AnalysisState.RUNNING})
"""Still on its way to a result."""

OPEN = AT_WORK | {AnalysisState.IN_REVIEW}
"""The same request again leads to this analysis instead of a second one."""

DECIDABLE = frozenset({AnalysisState.IN_REVIEW, AnalysisState.AMENDED})
"""A reviewer may decide on its findings."""

READ = DECIDABLE | {AnalysisState.SIGNED}
"""Somebody relies on what it says, or will: a change of the record concerns it."""

ENDED_IN_NOTHING = frozenset({AnalysisState.FAILED, AnalysisState.CANCELLED})
"""It came to no result."""
