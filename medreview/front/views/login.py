"""Sign in and out, choose a language at the door."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts import second_factor, sessions, signing_in
from medreview.accounts import services as accounts
from medreview.accounts.access import open_to_all, person_of
from medreview.accounts.models import User
from medreview.accounts.sessions import Confirmed
from medreview.front.account_forms import CodeForm
from medreview.front.forms import LanguageForm, SignInForm, languages

LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60


@open_to_all
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """The sign-in page; after it the page that was asked for."""
    back = _page_after(request)
    if request.method != "POST":
        if request.user.is_authenticated:
            return redirect(back)
        return _page(request, SignInForm(request), back)
    form = SignInForm(request, request.POST)
    if not form.is_valid():
        sessions.note_refused(
            username=form.cleaned_data.get("username", ""),
            locked=bool(getattr(request, "axes_locked_out", False)),
        )
        return _page(request, form, back, status=422)
    user = form.get_user()
    if second_factor.is_on(user):
        signing_in.hold(request, user)
        return redirect(f"{resolve_url('front:code')}?{urlencode({'next': back})}")
    return _let_in(request, user)


def locked_out(
    request: HttpRequest, response: HttpResponse, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Too many wrong attempts: how long to wait, and nothing about which field was wrong."""
    minutes = sessions.minutes_to_wait(request)
    form = SignInForm(request)
    answer = _page(request, form, _page_after(request), status=429, wait=minutes)
    answer["Retry-After"] = str(minutes * 60)
    return answer


@open_to_all
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session and let the browser forget what it kept of it."""
    if request.user.is_authenticated:
        sessions.note_closed(request, person_of(request))
        logout(request)
    response = redirect(settings.LOGOUT_REDIRECT_URL)
    response["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


@open_to_all
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Show the sign-in page, and what follows, in another language."""
    form = LanguageForm(request.POST)
    response = redirect(_to_door(request))
    if form.is_valid():
        _keep_language(response, form.cleaned_data["language"])
    return response


@open_to_all
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The code after a right password; the session begins only here."""
    user = signing_in.held(request)
    if user is None:
        return redirect(_to_door(request))
    form = CodeForm(request.POST if request.method == "POST" else None)
    status, wait = (422, 0) if form.errors else (200, 0)
    if form.is_valid():
        checked = signing_in.check_code(request, user, form.cleaned_data["code"])
        if checked is Confirmed.RIGHT:
            return _let_in(request, user, with_code=True)
        status = 422
        if checked is Confirmed.LOCKED:
            status, wait = 429, sessions.minutes_to_wait(request)
        form.add_error("code", _("This is not the code of just now, or it was used already."))
    context = {"form": form, "next": _page_after(request), "wait": wait}
    answer = render(request, "front/code.html", context, status=status)
    if wait:
        answer["Retry-After"] = str(wait * 60)
    return answer


def _page(
    request: HttpRequest, form: SignInForm, back: str, *, status: int = 200, wait: int = 0
) -> HttpResponse:
    context = {"form": form, "next": back, "languages": languages(), "wait": wait}
    return render(request, "front/login.html", context, status=status)


def _let_in(request: HttpRequest, user: User, *, with_code: bool = False) -> HttpResponse:
    back = _page_after(request)
    signing_in.let_in(request, user, with_code=with_code)
    _take_chosen_language(request, user)
    return redirect(back)


def _to_door(request: HttpRequest) -> str:
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': _page_after(request)})}"


def _page_after(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else resolve_url(settings.LOGIN_REDIRECT_URL)


def _take_chosen_language(request: HttpRequest, user: User) -> None:
    """A language chosen on the sign-in page is the person's from now on."""
    form = LanguageForm({"language": request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)})
    if form.is_valid() and form.cleaned_data["language"] != user.language:
        chosen = form.cleaned_data["language"]
        accounts.change_settings(
            language=chosen, single_keys=user.single_keys, opens_next=user.opens_next, by=user
        )


def _keep_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=LANGUAGE_COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
