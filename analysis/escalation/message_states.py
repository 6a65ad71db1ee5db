"""Where a message can be, and what may follow what."""

from enum import StrEnum

from medreview.common.states import Transitions


class MessageState(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"
    """Somebody answered for the value before it was sent."""


MESSAGE = Transitions(
    "message",
    {
        MessageState.WAITING: frozenset(
            {MessageState.SENT, MessageState.FAILED, MessageState.DROPPED}
        ),
        MessageState.SENT: frozenset(),
        MessageState.FAILED: frozenset(),
        MessageState.DROPPED: frozenset(),
    },
)
