"""Make a token, note that it was used, take it back. Each is in the trail."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _
from knox.models import get_digest_token
from knox.settings import CONSTANTS

from medreview.accounts import guards
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.tokens import queries
from medreview.tokens.errors import TokenRefused, TooManyTokens
from medreview.tokens.models import Token

MOST_LIVE = 20
"""How many live tokens a person may hold: more are a sign that nobody looks after them."""

LONGEST_DAYS = 90

USED_GRAIN = dt.timedelta(minutes=5)
"""How exactly the last use is remembered: each finer step is another write."""


@transaction.atomic
def make(*, name: str, days: int, by: User) -> tuple[Token, str]:
    """A token for this person's programs, and its text, which nobody can show again."""
    by = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if len(queries.live_tokens_of(by)) >= MOST_LIVE:
        raise TooManyTokens(
            _("You hold %(n)d tokens already. Revoke one that is not needed."), n=MOST_LIVE
        )
    digest, text = get_digest_token()
    token = Token.objects.create(
        user=by,
        name=name.strip(),
        token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH],
        digest=digest,
        expiry=now() + dt.timedelta(days=days),
        made_with=by.get_session_auth_hash(),
    )
    audit.record(EventType.TOKEN_MADE, thing=token, by=by, counts={"days": days})
    return token, text


@transaction.atomic
def use(text: str) -> Token:
    """The live token that was sent. Its first use is in the trail; so is a refusal's reason.

    Whoever refuses records it with ``note_refused``: a transaction that fails keeps no line.
    """
    token = queries.token_sent_as(text)
    if token is None or token.why_not:
        why = token.why_not if token else "unknown"
        raise TokenRefused(_("This token opens nothing: ask for a new one."), why=why)
    moment = now()
    if token.first_used_at is None:
        return _used_first(token)
    if token.last_used_at is None or moment - token.last_used_at > USED_GRAIN:
        Token.objects.filter(pk=token.pk).update(last_used_at=moment)
    return token


def _used_first(token: Token) -> Token:
    # Of two first requests at once the second finds the row changed.
    changed = Token.objects.filter(pk=token.pk, first_used_at=None)
    if changed.update(first_used_at=now(), last_used_at=now()):
        audit.record(EventType.TOKEN_FIRST_USED, thing=token, by=token.user)
    return token


def note_refused(text: str, *, why: str) -> None:
    """Record that a token was sent that opens nothing; never the token."""
    token = queries.token_sent_as(text)
    if token is None:
        audit.record(EventType.TOKEN_REFUSED, thing=("Token", "unknown"), by=None)
        return
    hospital, detail = token.user.hospital, {"why": why}
    audit.record(EventType.TOKEN_REFUSED, thing=token, by=None, hospital=hospital, detail=detail)


@transaction.atomic
def revoke(*, token: Token, by: User) -> None:
    """Take back one's own token, or that of somebody one manages: its next request is refused.

    Doing it twice changes nothing.
    """
    if by.pk != token.user_id:
        guards.check_may_manage(token.user.hospital, by)
    _take_back(token, by)


@transaction.atomic
def revoke_all(*, user: User, by: User | None) -> None:
    """Take back every token of a person, as part of a larger change, which has asked who may."""
    for token in queries.live_tokens_of(user):
        _take_back(token, by)


def _take_back(token: Token, by: User | None) -> None:
    # Of two at once the second finds the row changed.
    held = Token.objects.filter(pk=token.pk, revoked_at=None)
    if held.update(revoked_at=now(), revoked_by=by):
        audit.record(EventType.TOKEN_REVOKED, thing=token, by=by, hospital=token.user.hospital)
