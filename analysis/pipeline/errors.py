"""What can go wrong with an analysis."""

from medreview.common.errors import MedReviewError, WrongState


class StageFailed(MedReviewError):
    """A stage could not finish; what earlier stages saved stays readable."""

    def __init__(self, stage: str, reason: str, *, error: str = "StageFailed") -> None:
        super().__init__(reason)
        self.stage = stage
        self.reason = reason
        self.error = error
        """The kind of what went wrong, such as ``KeyError``."""


class PersonUnreadable(MedReviewError):
    """What the record knows a patient by can't be read, so nothing of them may go to a model."""


class StaleVersion(WrongState):
    """Somebody changed it after this person's page was made."""


class AttemptsSpent(MedReviewError):
    """Its workers died again and again; nobody tries it once more by themselves."""
