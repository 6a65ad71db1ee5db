"""Who may: ``can`` answers, ``check_can`` raises, and a decorator guards every view."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _

from medreview.accounts.errors import NotAllowed
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType

View = Callable[..., HttpResponseBase]

OPEN: Final = "open"
SIGNED_IN: Final = "signed in"


def can(user: User | AnonymousUser, permission: Permission) -> bool:
    """Whether this person may. Read from the database once for each request."""
    return isinstance(user, User) and permission in user.permissions


def check_can(user: User | AnonymousUser, permission: Permission) -> None:
    """Raise NotAllowed unless this person may."""
    if not can(user, permission):
        raise NotAllowed(_("Your roles do not include this."))


def person_of(request: HttpRequest) -> User:
    """Who is signed in, in a view that asks for that."""
    if not isinstance(request.user, User):
        raise NotAllowed(_("Sign in first."))
    return request.user


def requires(permission: Permission) -> Callable[[View], View]:
    """A view for signed-in people who may; others sign in, or get 403 and a line in the trail."""

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return to_sign_in(request)
            if not can(request.user, permission):
                _note_refusal(request, person_of(request), permission)
            check_can(request.user, permission)
            return view(request, *args, **kwargs)

        return _with_door(guarded, permission)

    return guard


def requires_sign_in(view: View) -> View:
    """A view for anyone who is signed in, such as home."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        return view(request, *args, **kwargs)

    return _with_door(guarded, SIGNED_IN)


def open_to_all(view: View) -> View:
    """A view that needs nobody signed in, said out loud: the sign-in page, the health check."""
    return _with_door(view, OPEN)


def door_like(other: View) -> Callable[[View], View]:
    """A view that lets in whom another does, and beside them who brings a secret of its own."""

    def guard(view: View) -> View:
        return _with_door(view, other.door)  # type: ignore[attr-defined]

    return guard


def polled(view: View) -> View:
    """A view a page asks for a part of by itself, again and again: it keeps nobody signed in."""
    view.polled = True  # type: ignore[attr-defined]
    return view


def without_factor(view: View) -> View:
    """A view that must answer while a second factor is still owed: the one that turns it on."""
    view.without_factor = True  # type: ignore[attr-defined]
    return view


def goes_without_factor(view: View) -> bool:
    """Whether a view answers somebody who still owes a second factor."""
    return bool(getattr(view, "without_factor", False))


def keeps_signed_in(view: View, request: HttpRequest) -> bool:
    """Whether this request is a sign that somebody sits there: a poll is none."""
    return not (getattr(view, "polled", False) and request.headers.get("HX-Request"))


def door_of(view: View) -> Permission | str | None:
    """What a view asks of its visitor; None when it forgot to say."""
    return getattr(view, "door", None)


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send a visitor to the sign-in page and, after it, back to where they were."""
    redirect = redirect_to_login(_page_to_return_to(request))
    if not request.headers.get("HX-Request"):
        return redirect
    # A redirect would be followed by htmx and land inside the page.
    sentence = _("You were signed out. Sign in again in a new tab: what you wrote stays here.")
    response = HttpResponse(sentence, status=401, content_type="text/plain; charset=utf-8")
    response["HX-Redirect"] = redirect["Location"]
    return response


def _page_to_return_to(request: HttpRequest) -> str:
    """The page in the address bar: a fragment or a posted form is no page to come back to."""
    shown = request.headers.get("HX-Current-URL") or request.headers.get("Referer")
    if request.headers.get("HX-Request") or request.method not in {"GET", "HEAD"}:
        parts = urlsplit(shown or "")
        if parts.netloc != request.get_host():
            return resolve_url(settings.LOGIN_REDIRECT_URL)
        return f"{parts.path}?{parts.query}" if parts.query else parts.path
    return request.get_full_path()


def _with_door(view: View, door: Permission | str) -> View:
    view.door = door  # type: ignore[attr-defined]
    return view


def _note_refusal(request: HttpRequest, user: User, permission: Permission) -> None:
    route = request.resolver_match.view_name if request.resolver_match else ""
    audit.record(
        EventType.ACCESS_DENIED,
        thing=("Permission", permission.value),
        by=user,
        detail={"route": route or ""},
    )
