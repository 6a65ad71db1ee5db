"""Whose token is it, and which does a person hold."""

from hmac import compare_digest

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from knox.crypto import hash_token
from knox.settings import CONSTANTS

from medreview.accounts.models import User
from medreview.common.errors import NotFound
from medreview.tokens.models import Token


def token_sent_as(text: str) -> Token | None:
    """The token somebody sent, live or not; None when there is no such one."""
    digest = hash_token(text)
    rows = Token.objects.filter(token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH])
    found = rows.select_related("user", "user__hospital")
    return next((row for row in found if compare_digest(row.digest, digest)), None)


def tokens_of(user: User) -> QuerySet[Token]:
    """A person's tokens, those that open nothing any more too, newest first."""
    return user.tokens.select_related("user", "revoked_by")


def live_tokens_of(user: User) -> list[Token]:
    """The tokens that open something now, newest first."""
    return [token for token in tokens_of(user) if token.is_live]


def token_of_colleague(by: User, pk: str) -> Token:
    """A token of somebody of the same hospital; another hospital's is NotFound like none."""
    rows = Token.objects.select_related("user__hospital")
    found = rows.filter(pk=pk, user__hospital=by.hospital_id).first()
    if found is None:
        raise NotFound(_("There is no such token."))
    return found


def token_of(user: User, pk: str) -> Token:
    """One of a person's own tokens; another's is NotFound like none."""
    found = tokens_of(user).filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such token."))
    return found
