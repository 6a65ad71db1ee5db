"""A person's tokens as rows."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from medreview.tokens.models import Token

WHY_NOT: dict[str, str | Promise] = {
    "revoked": gettext_lazy("Revoked"),
    "expired": gettext_lazy("Expired"),
    "password_changed": gettext_lazy("Ended with the old password"),
    "account_closed": gettext_lazy("Account closed"),
}


@dataclass(frozen=True)
class TokenRow:
    """One token: what it is called, how long it lives, and why it opens nothing."""

    pk: str
    name: str
    begins: str
    """Its first letters, to be told from another; they open nothing."""
    made_at: dt.datetime
    expires_at: dt.datetime
    used_at: dt.datetime | None
    ended_at: dt.datetime | None
    why_not: str

    @property
    def is_live(self) -> bool:
        """Whether it opens anything now."""
        return not self.why_not


def token_rows(tokens: Iterable[Token]) -> list[TokenRow]:
    """The tokens in the order given."""
    return [_row(token) for token in tokens]


def _row(token: Token) -> TokenRow:
    why_not = token.why_not
    return TokenRow(
        pk=token.pk,
        name=token.name or _("A program without a name"),
        begins=f"{token.token_key[:8]}…",
        made_at=token.created_at,
        expires_at=token.expiry,
        used_at=token.last_used_at,
        ended_at=token.revoked_at or (token.expiry if why_not == "expired" else None),
        why_not=str(WHY_NOT.get(why_not, why_not)),
    )
