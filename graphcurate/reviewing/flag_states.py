"""Where a flag can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class FlagState(StrEnum):
    """A reader's word that something in the graph is wrong, on its way to an answer."""

    OPEN = "open"
    TAKEN = "taken"
    """A curator looks into it."""
    SETTLED = "settled"


class FlagOutcome(StrEnum):
    """How a flag was settled."""

    FIXED = "fixed"
    """By a change set, which the answer names."""
    NO_CHANGE = "no_change"


FLAG = Transitions(
    "flag",
    {
        FlagState.OPEN: frozenset({FlagState.TAKEN, FlagState.SETTLED}),
        FlagState.TAKEN: frozenset({FlagState.OPEN, FlagState.SETTLED}),
        FlagState.SETTLED: frozenset(),
    },
)
