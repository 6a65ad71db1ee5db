"""Which gateway an account may ask a model through."""

from medreview.llm.gateway import Gateway, configured_gateway
from medreview.llm.ledger import Account, Metered


def gateway_for(account: Account) -> Gateway | None:
    """A gateway that keeps the account's book and budget; None where no model may be asked."""
    gateway = configured_gateway()
    return None if gateway is None else Metered(gateway, account)
