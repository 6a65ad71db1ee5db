"""Why no token is given, and why one is not taken."""

from medreview.common.errors import Denied, Invalid, MedReviewError


class SignInRefused(MedReviewError):
    """User name, password or one-time code are not those of a person who may sign in (401)."""


class SignInLocked(Denied):
    """Too many wrong passwords: nobody signs in by this name for a while (429)."""

    def __init__(self, sentence: str, *, minutes: int) -> None:
        super().__init__(sentence, n=minutes)
        self.minutes = minutes


class TokenRefused(MedReviewError):
    """What was sent as a token opens nothing (401). ``why`` is a code for the trail."""

    def __init__(self, sentence: str, *, why: str) -> None:
        super().__init__(sentence)
        self.why = why


class TooManyTokens(Invalid):
    """A person holds as many live tokens as anybody may."""
