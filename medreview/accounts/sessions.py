"""When a session begins, when it must end, and what the trail says of it."""

import datetime as dt
from collections.abc import Callable
from enum import StrEnum

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from medreview.accounts import guards
from medreview.accounts.browsers import family
from medreview.accounts.errors import SessionOver
from medreview.accounts.models import OpenSession, User
from medreview.audit import context
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.common.text import normalise_name

SIGNED_IN_AT, SEEN_AT, ROW = "signed_in_at", "seen_at", "open_session"

SEEN_GRAIN = dt.timedelta(seconds=20)
"""How exactly the last click is remembered: each finer step is another write."""

KEPT = dt.timedelta(days=90)
"""How long the list of a person's sessions goes back; the trail goes back for ever."""


class Limit(StrEnum):
    """Why a session ends that nobody signed out of."""

    IDLE = "idle"
    ABSOLUTE = "absolute"
    ENDED = "ended"
    """Its owner or an admin ended it, from elsewhere."""


def begin(request: HttpRequest, *, with_code: bool = False) -> None:
    """Start both clocks of a session and list it among its person's."""
    moment = now()
    request.session[SIGNED_IN_AT] = request.session[SEEN_AT] = moment.timestamp()
    user_id = str(request.user.pk)
    OpenSession.objects.filter(user=user_id, created_at__lt=moment - KEPT).delete()
    row = OpenSession.objects.create(
        user_id=user_id,
        browser=family(request.META.get("HTTP_USER_AGENT", "")),
        network=context.current().address,
        with_code=with_code,
        created_at=moment,
        seen_at=moment,
    )
    request.session[ROW] = row.pk


def limit_passed(request: HttpRequest) -> Limit | None:
    """Why this session ends now, if it does."""
    if SIGNED_IN_AT not in request.session or ROW not in request.session:
        begin(request)
    moment = now().timestamp()
    if moment - request.session[SIGNED_IN_AT] > settings.SESSION_ABSOLUTE_SECONDS:
        return Limit.ABSOLUTE
    if moment - request.session[SEEN_AT] > settings.SESSION_IDLE_SECONDS:
        return Limit.IDLE
    if not OpenSession.objects.filter(pk=request.session[ROW], ended_at=None).exists():
        return Limit.ENDED
    return None


def note_seen(request: HttpRequest) -> None:
    """Somebody sits there: the idle clock starts anew."""
    moment = now()
    if moment.timestamp() - request.session.get(SEEN_AT, 0) > SEEN_GRAIN.total_seconds():
        request.session[SEEN_AT] = moment.timestamp()
        OpenSession.objects.filter(pk=request.session.get(ROW)).update(seen_at=moment)


def note_opened(user: User) -> None:
    """Record a sign-in; without the record there is none."""
    audit.record(EventType.SIGNED_IN, thing=user, by=user)


@transaction.atomic
def note_closed(request: HttpRequest, user: User, *, why: Limit | None = None) -> None:
    """Record that a person signed out, or that a limit did it for them."""
    row = request.session.get(ROW)
    OpenSession.objects.filter(pk=row, ended_at=None).update(ended_at=now())
    detail = {"limit": why.value} if why else {}
    audit.record(EventType.SIGNED_OUT, thing=user, by=user, detail=detail)


def this_one(request: HttpRequest) -> str:
    """The id of the session a request belongs to."""
    return str(request.session.get(ROW, ""))


@transaction.atomic
def end(*, pk: str, by: User) -> User:
    """End one session, of oneself or of somebody one manages; whose it was.

    Its next request finds itself signed out.
    """
    rows = OpenSession.objects.select_related("user")
    row = rows.filter(pk=pk, user__hospital=by.hospital_id).first()
    if row is None:
        raise NotFound("There is no such session.")
    _check_may_end(row.user, by)
    open_row = OpenSession.objects.filter(pk=pk, ended_at=None)
    if not open_row.update(ended_at=now(), ended_by=by):
        raise SessionOver(_("This session has ended already."))
    audit.record(
        EventType.SESSION_ENDED,
        thing=row.user,
        by=by,
        hospital=row.user.hospital,
        counts={"sessions": 1},
        detail={"session": pk},
    )
    return row.user


@transaction.atomic
def end_all(*, user: User, by: User, keep: str = "") -> int:
    """End every session of a person, but for the one to keep; how many there were."""
    _check_may_end(user, by)
    return end_with(user=user, by=by, why="asked", keep=keep)


def end_with(*, user: User, by: User | None, why: str, keep: str = "") -> int:
    """End a person's sessions as part of a larger change, which has asked who may."""
    found = OpenSession.objects.filter(user=user, ended_at=None).exclude(pk=keep)
    ended = found.update(ended_at=now(), ended_by=by)
    if ended:
        audit.record(
            EventType.SESSION_ENDED,
            thing=user,
            by=by,
            hospital=user.hospital,
            counts={"sessions": ended},
            detail={"why": why},
        )
    return ended


def cut_off(*, user: User, by: User | None, why: str) -> None:
    """End all a person is let in by now, programs included; what comes next signs in anew."""
    end_with(user=user, by=by, why=why)
    for path in settings.WHEN_CUT_OFF:
        import_string(path)(user=user, by=by)


def _check_may_end(user: User, by: User) -> None:
    if by.pk != user.pk:
        guards.check_may_manage(user.hospital, by)


class Confirmed(StrEnum):
    """What became of a secret asked for once more."""

    RIGHT = "right"
    WRONG = "wrong"
    LOCKED = "locked"


def confirm(request: HttpRequest, *, password: str, purpose: str) -> Confirmed:
    """Whether the password is that of the person signed in; counted and locked like a sign-in.

    An open session is no place to guess at: wrong ones here and on the sign-in page add up.
    """
    user = User.objects.get(pk=request.user.pk)
    return counted(request, user, lambda: user.check_password(password), purpose=purpose)


def counted(
    request: HttpRequest, user: User, is_right: Callable[[], bool], *, purpose: str
) -> Confirmed:
    """The answer to a secret of this person, where wrong ones add up to a lock."""
    credentials = {"username": user.username}
    if not AxesProxyHandler.is_allowed(request, credentials):
        note_refused(username=user.username, locked=True, purpose=purpose)
        return Confirmed.LOCKED
    if is_right():
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
