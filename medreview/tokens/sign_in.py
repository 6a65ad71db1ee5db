"""Who asks for a token: user name, password and, where there is one, the second factor."""

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from medreview.accounts import sessions
from medreview.accounts.models import User
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
    AxesProxyHandler.reset_attempts(username=user.username)
    return user


def _refused() -> SignInRefused:
    return SignInRefused(_("User name, password or one-time code are wrong."))


def _locked(request: HttpRequest) -> SignInLocked:
    minutes = sessions.minutes_to_wait(request)
    return SignInLocked(
        gettext_noop("Too many wrong passwords. Wait %(n)d minutes."), minutes=minutes
    )
