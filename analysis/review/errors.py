"""What can go wrong while somebody reviews."""

from medreview.common.errors import Denied, Invalid, WrongState


class StaleDecision(WrongState):
    """Somebody else decided on this finding after this person's page was made."""


class NotReadyToSign(WrongState):
    """A finding is open or a critical value unanswered: the report can't be signed yet."""


class WrongPassword(Denied):
    """The password given with a signature is not the person's."""


class Locked(Denied):
    """Too many wrong passwords: nobody signs as this person for a while."""


class ReasonMissing(Invalid):
    """A rejection says why, by one of the listed reasons."""


class ConfirmationMissing(Invalid):
    """A finding without a source is accepted only by somebody who says they checked it."""
