"""What can go wrong while a run moves."""

from medreview.common.errors import MedReviewError, WrongState


class RunStopped(WrongState):
    """The run ended while work on it was under way: cancelled, or failed by somebody else."""


class LeaseLost(WrongState):
    """Another worker took the run over; what this one made is thrown away."""


class PayloadUnreadable(MedReviewError):
    """The payload of an event can't be opened: the patient's key is gone, or the row was moved."""
