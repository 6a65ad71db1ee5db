"""What can go wrong with an analysis."""

from medreview.common.errors import MedReviewError, WrongState


class StageFailed(MedReviewError):
    """A stage could not finish; what earlier stages saved stays readable."""

    def __init__(self, stage: str, reason: str) -> None:
        super().__init__(reason)
        self.stage = stage
        self.reason = reason


class StaleVersion(WrongState):
    """Somebody changed it after this person's page was made."""


class AttemptsSpent(MedReviewError):
    """Its workers died again and again; nobody tries it once more by themselves."""
