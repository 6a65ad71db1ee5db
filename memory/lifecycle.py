"""Where a candidate can be, and what may follow what. Pure."""

from enum import StrEnum

from medreview.common.states import Transitions


class CandidateState(StrEnum):
    PENDING = "pending"
    LATER = "later"
    """A person looked and put it off."""
    CONFIRMED = "confirmed"
    CORRECTED = "corrected"
    """Confirmed in other words; the original ones are kept."""
    KEPT_BOTH = "kept_both"
    """It contradicts a fact: both stand, and a professional is asked."""
    REJECTED = "rejected"
    EXPIRED = "expired"
    """Nobody answered in time."""
    OVERTAKEN = "overtaken"
    """The fact it would change was changed otherwise first."""


DECIDED = frozenset(
    {
        CandidateState.CONFIRMED,
        CandidateState.CORRECTED,
        CandidateState.KEPT_BOTH,
        CandidateState.REJECTED,
    }
)
OPEN = frozenset({CandidateState.PENDING, CandidateState.LATER})

_ENDS = DECIDED | {CandidateState.EXPIRED, CandidateState.OVERTAKEN}

CANDIDATE = Transitions(
    "candidate",
    {
        CandidateState.PENDING: _ENDS | {CandidateState.LATER},
        CandidateState.LATER: _ENDS | {CandidateState.PENDING},
        # What a person decided can be undone for a moment; what expired can be asked again.
        CandidateState.CONFIRMED: frozenset({CandidateState.PENDING}),
        CandidateState.CORRECTED: frozenset({CandidateState.PENDING}),
        CandidateState.KEPT_BOTH: frozenset({CandidateState.PENDING}),
        CandidateState.REJECTED: frozenset({CandidateState.PENDING}),
        CandidateState.EXPIRED: frozenset({CandidateState.PENDING}),
        CandidateState.OVERTAKEN: frozenset(),
    },
)
