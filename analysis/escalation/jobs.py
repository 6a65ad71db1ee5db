"""What the guard of the workers does at every beat, and what a worker does for a message."""

from analysis.escalation import sending, services
from medreview.common.queue import told_by_kind


def escalate() -> int:
    """Take every step of the timetables that is due."""
    return services.escalate()


@told_by_kind
def deliver(message_id: str) -> None:
    """Send one message. A second delivery finds it begun and stops."""
    sending.deliver(message_id)
