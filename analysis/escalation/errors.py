"""What can go wrong on the way to a person or program outside."""

from medreview.common.errors import Invalid, Unavailable, WrongState


class NotDelivered(Unavailable):
    """A webhook was not taken. ``code`` names why; what the other side said is not kept."""

    def __init__(self, code: str) -> None:
        super().__init__(f"The webhook was not delivered: {code}.")
        self.code = code


class AddressRefused(Invalid):
    """A webhook may not go to this address."""


class StaleWebhook(WrongState):
    """Somebody changed the webhook after the page was made."""
