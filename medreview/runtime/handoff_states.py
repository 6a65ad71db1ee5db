"""Where a hand-off can be, and how one ends."""

from enum import StrEnum

from medreview.common.states import Transitions


class HandoffState(StrEnum):
    OPEN = "open"
    """Somebody has to look at it."""
    RESOLVED = "resolved"


HANDOFF = Transitions(
    "hand-off",
    {
        HandoffState.OPEN: frozenset({HandoffState.RESOLVED}),
        HandoffState.RESOLVED: frozenset(),
    },
)


class HandoffEnd(StrEnum):
    """What resolved a hand-off."""

    ANSWERED = "answered"
    """A person looked at it and wrote what they did."""
    SIGNED = "signed"
    """Who signed the result had its reasons before them."""
    REJECTED = "rejected"
    REPLACED = "replaced"
    """A re-run took the result's place; if its reasons still hold, they stand there anew."""
