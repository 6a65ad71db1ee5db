"""What can go wrong with a patient's sealed data."""

from medreview.common.errors import MedReviewError, Unavailable, WrongState


class KeyDestroyed(WrongState):
    """The patient's key was destroyed; what was sealed under it can't be read by anyone."""


class SealBroken(MedReviewError):
    """Sealed bytes were changed, or stand at another patient or place than they were made for."""


class WrongRootKey(Unavailable):
    """The root key in use is not the one the hospital's key was wrapped with."""
