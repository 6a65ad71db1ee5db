"""Tokens and people in the shapes of the API."""

from medreview.accounts.models import User
from medreview.api.contracts.people import Me, TokenMade, TokenRow
from medreview.tokens.models import Token


def token_row(token: Token) -> TokenRow:
    """One token in a list."""
    return TokenRow(
        id=token.pk,
        name=token.name,
        made_at=token.created_at,
        expires_at=token.expiry,
        last_used_at=token.last_used_at,
        live=token.is_live,
        why_not=token.why_not,
    )


def token_made(token: Token, text: str) -> TokenMade:
    """A new token with its text."""
    return TokenMade(**dict(token_row(token)), token=text)


def me(user: User) -> Me:
    """As whom a token acts."""
    return Me(
        id=user.pk,
        username=user.username,
        name=user.get_full_name(),
        hospital=user.hospital.slug,
        hospital_name=user.hospital.name,
        timezone=user.hospital.timezone,
        roles=tuple(sorted(user.roles)),
        permissions=tuple(sorted(user.permissions)),
    )
