"""When a session begins, when it must end, and what the trail says of it."""

import datetime as dt
from enum import StrEnum

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


def note_refused(*, username: str, locked: bool) -> None:
    """Record a refused sign-in; never what was typed: it may be a password in the wrong field."""
    event = EventType.SIGN_IN_LOCKED if locked else EventType.SIGN_IN_FAILED
    user = User.objects.filter(username=normalise_name(username)).first()
    if user is None:
        audit.record(event, thing=("User", "unknown"), by=None)
    else:
        audit.record(event, thing=user, by=None, hospital=user.hospital)
