"""What can become of a gap of the graph, and what may follow what. Pure."""

from enum import StrEnum

from medreview.common.states import Transitions


class GapState(StrEnum):
    """Where a gap stands."""

    OPEN = "open"
    MAPPED = "mapped"
    """A curator put the name or code to a biomarker, in a change set that is not out yet."""
    KNOWN = "known"
    """The current release answers it."""
    SET_ASIDE = "set_aside"
    """Nothing to curate: no laboratory test, or left alone for a stated reason."""


class AsideWhy(StrEnum):
    """Why a gap is nothing to curate."""

    NOT_LABORATORY = "not_laboratory"
    IGNORED = "ignored"


GAP = Transitions(
    "gap",
    {
        GapState.OPEN: frozenset({GapState.MAPPED, GapState.KNOWN, GapState.SET_ASIDE}),
        # Back to open: undone, its change set came to nothing, or a run missed it all the same.
        GapState.MAPPED: frozenset({GapState.OPEN, GapState.KNOWN}),
        GapState.KNOWN: frozenset({GapState.OPEN}),
        GapState.SET_ASIDE: frozenset({GapState.OPEN}),
    },
)
