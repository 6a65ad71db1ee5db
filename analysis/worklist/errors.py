"""What can go wrong with who works on what."""

from medreview.common.errors import Invalid, WrongState


class Held(WrongState):
    """Somebody else holds this analysis; it can be taken over."""


class NotHeld(WrongState):
    """Only who holds an analysis gives it back."""


class StaleHolding(WrongState):
    """It came into another hand after this person's page was made."""


class WrongReceiver(Invalid):
    """Work goes to a colleague of the same hospital who may decide."""


class NoteMissing(Invalid):
    """Who hands over says where things stand."""
