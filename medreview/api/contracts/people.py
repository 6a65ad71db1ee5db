"""Tokens and whose they are."""

import datetime as dt

from pydantic import Field

from medreview.accounts.permissions import Permission
from medreview.accounts.roles import Role
from medreview.api.contracts.base import Page
from medreview.common.contract import Contract


class SignIn(Contract):
    """What a token is asked for with."""

    username: str = Field(max_length=150)
    password: str = Field(max_length=4096)
    otp: str = Field(default="", max_length=40)
    """The one-time code, or a recovery code, of a person who has a second factor."""
    name: str = Field(default="", max_length=80)
    """What the program is called in the list of tokens."""
    days: int = Field(default=30, ge=1, le=90)
    """How long the token is to live."""


class TokenRow(Contract):
    """One token, without what opens anything."""

    id: str
    name: str
    made_at: dt.datetime
    expires_at: dt.datetime
    last_used_at: dt.datetime | None
    live: bool
    why_not: str
    """``revoked``, ``expired``, ``account_closed``, ``password_changed``; empty while live."""


class TokenMade(TokenRow):
    """A new token. Its text is shown this once."""

    token: str


class TokenPage(Page):
    """A person's own tokens, newest first."""

    items: tuple[TokenRow, ...]


class Me(Contract):
    """As whom the token acts, and what that person may do."""

    id: str
    username: str
    name: str
    hospital: str
    hospital_name: str
    timezone: str
    roles: tuple[Role, ...]
    permissions: tuple[Permission, ...]
