"""In whose hand an analysis can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class HoldingState(StrEnum):
    """How somebody holds an analysis, if anybody does."""

    FREE = "free"
    CLAIMED = "claimed"
    """Taken by oneself. It lapses when the lease runs out, and is free again."""
    ASSIGNED = "assigned"
    """Given by a colleague. It stays until its holder signs it or gives it on or back."""


HOLDING = Transitions(
    "hold on an analysis",
    {
        HoldingState.FREE: frozenset({HoldingState.CLAIMED, HoldingState.ASSIGNED}),
        # To itself: somebody else takes it over, or it is handed on.
        HoldingState.CLAIMED: frozenset(HoldingState),
        HoldingState.ASSIGNED: frozenset(HoldingState),
    },
)


class MoveKind(StrEnum):
    """What brought an analysis into another hand."""

    CLAIMED = "claimed"
    RELEASED = "released"
    ASSIGNED = "assigned"
    HANDED_OVER = "handed_over"
    TAKEN_OVER = "taken_over"
    ENDED = "ended"
    """It was signed: nobody has to hold it any longer."""
    FOLLOWED = "followed"
    """It asks again what somebody held: it came into the same hand, on the same terms."""
