"""When a session begins, when it must end, and what the trail says of it."""

import datetime as dt
from enum import StrEnum

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from django.conf import settings
from django.http import HttpRequest

from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.text import normalise_name

SIGNED_IN_AT, SEEN_AT = "signed_in_at", "seen_at"

SEEN_GRAIN = dt.timedelta(seconds=20)
"""How exactly the last click is remembered: each finer step is another write."""


class Limit(StrEnum):
    """Which of its limits a session passed."""

    IDLE = "idle"
    ABSOLUTE = "absolute"


def begin(request: HttpRequest) -> None:
    """Start both clocks of a session."""
    request.session[SIGNED_IN_AT] = request.session[SEEN_AT] = now().timestamp()


def limit_passed(request: HttpRequest) -> Limit | None:
    """Which limit ends this session now, if any."""
    moment = now().timestamp()
    if SIGNED_IN_AT not in request.session:
        begin(request)
    if moment - request.session[SIGNED_IN_AT] > settings.SESSION_ABSOLUTE_SECONDS:
        return Limit.ABSOLUTE
    if moment - request.session[SEEN_AT] > settings.SESSION_IDLE_SECONDS:
        return Limit.IDLE
    return None


def note_seen(request: HttpRequest) -> None:
    """Somebody sits there: the idle clock starts anew."""
    moment = now().timestamp()
    if moment - request.session.get(SEEN_AT, 0) > SEEN_GRAIN.total_seconds():
        request.session[SEEN_AT] = moment


def note_opened(user: User) -> None:
    """Record a sign-in; without the record there is none."""
    audit.record(EventType.SIGNED_IN, thing=user, by=user)


def note_closed(user: User, *, why: Limit | None = None) -> None:
    """Record that a person signed out, or that a limit did it for them."""
    detail = {"limit": why.value} if why else {}
    audit.record(EventType.SIGNED_OUT, thing=user, by=user, detail=detail)


class Confirmed(StrEnum):
    """What became of a password asked for once more."""

    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"


def confirm(request: HttpRequest, *, password: str, purpose: str) -> Confirmed:
    """Whether the password is that of the person signed in; counted and locked like a sign-in.

    An open session is no place to guess at: wrong ones here and on the sign-in page add up.
    """
    user = User.objects.get(pk=request.user.pk)
    credentials = {"username": user.username}
    if not AxesProxyHandler.is_allowed(request, credentials):
        note_refused(username=user.username, locked=True, purpose=purpose)
        return Confirmed.LOCKED
    if user.check_password(password):
        AxesProxyHandler.reset_attempts(username=user.username)
        return Confirmed.RIGHT
    AxesProxyHandler.user_login_failed(confirm, credentials, request)
    locked = not AxesProxyHandler.is_allowed(request, credentials)
    # The page that asked says so itself; the middleware would show the sign-in page.
    request.axes_locked_out = False  # type: ignore[attr-defined]
    note_refused(username=user.username, locked=locked, purpose=purpose)
    return Confirmed.LOCKED if locked else Confirmed.WRONG


def minutes_to_wait(request: HttpRequest) -> int:
    """How long a lock lasts, for the sentence that says so."""
    wait = get_cool_off(request)
    return max(1, round(wait.total_seconds() / 60)) if wait else 1


def note_refused(*, username: str, locked: bool, purpose: str = "session") -> None:
    """Record a refused password; never what was typed: it may be one in the wrong field."""
    event = EventType.SIGN_IN_LOCKED if locked else EventType.SIGN_IN_FAILED
    user = User.objects.filter(username=normalise_name(username)).first()
    if user is None:
        audit.record(event, thing=("User", "unknown"), by=None, detail={"for": purpose})
    else:
        detail = {"for": purpose}
        audit.record(event, thing=user, by=None, hospital=user.hospital, detail=detail)
