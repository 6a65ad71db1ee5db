"""Who asks for a token: user name, password and, where there is one, the second factor."""

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from medreview.accounts import second_factor, sessions
from medreview.accounts.errors import NotAllowed
from medreview.accounts.models import User
from medreview.accounts.sessions import Confirmed
from medreview.tokens.errors import SignInLocked, SignInRefused

PURPOSE = "token"


def person_for(request: HttpRequest, *, username: str, password: str, otp: str) -> User:
    """The person these belong to. Wrong ones are counted and locked like those of the page."""
    user = authenticate(request, username=username, password=password)
    locked = bool(getattr(request, "axes_locked_out", False))
    # The answer says so itself; the middleware would put the sign-in page in its place.
    request.axes_locked_out = False  # type: ignore[attr-defined]
    if not isinstance(user, User):
        sessions.note_refused(username=username, locked=locked, purpose=PURPOSE)
        raise _locked(request) if locked else _refused()
    if second_factor.is_owed(user):
        raise NotAllowed(_("Your hospital asks for a second factor: set yours up on the pages."))
    if second_factor.is_on(user):
        _check_code(request, user, otp)
    AxesProxyHandler.reset_attempts(username=user.username)
    return user


def _check_code(request: HttpRequest, user: User, otp: str) -> None:
    if not otp:
        raise SignInRefused(_("Send the one-time code of your second factor, too, as 'otp'."))
    confirmed = sessions.counted(
        request, user, lambda: second_factor.takes(user=user, code=otp), purpose=PURPOSE
    )
    if confirmed is Confirmed.LOCKED:
        raise _locked(request)
    if confirmed is Confirmed.WRONG:
        raise _refused()


def _refused() -> SignInRefused:
    return SignInRefused(_("User name, password or one-time code are wrong."))


def _locked(request: HttpRequest) -> SignInLocked:
    minutes = sessions.minutes_to_wait(request)
    return SignInLocked(
        gettext_noop("Too many wrong passwords. Wait %(n)d minutes."), minutes=minutes
    )
