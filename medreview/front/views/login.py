"""Sign in and out, choose a language, set what is one's own."""

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts import services as accounts
from medreview.accounts import sessions
from medreview.accounts.access import open_to_all, person_of, requires_sign_in
from medreview.accounts.errors import WeakPassword
from medreview.accounts.models import User
from medreview.accounts.sessions import Confirmed
from medreview.common.display import in_words
from medreview.front.forms import LanguageForm, PasswordForm, SettingsForm, SignInForm, languages

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
    sessions.note_opened(user)
    login(request, user)
    sessions.begin(request)
    _take_chosen_language(request, user)
    return redirect(back)


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
        sessions.note_closed(person_of(request))
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
    back = urlencode({"next": _page_after(request)})
    response = redirect(f"{resolve_url(settings.LOGIN_URL)}?{back}")
    if form.is_valid():
        _keep_language(response, form.cleaned_data["language"])
    return response


@requires_sign_in
@require_http_methods(["GET", "HEAD", "POST"])
def own_settings(request: HttpRequest) -> HttpResponse:
    """What a person sets for themselves: language, single-letter shortcuts."""
    user = person_of(request)
    names = ("language", "single_keys", "opens_next")
    now_set = {name: getattr(user, name) for name in names}
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=now_set)
    if form.is_valid():
        accounts.change_settings(**form.cleaned_data, by=user)
        messages.success(request, _("Saved."))
        return redirect("front:settings")
    status = 422 if form.errors else 200
    return render(request, "front/settings.html", {"form": form}, status=status)


@requires_sign_in
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: HttpRequest) -> HttpResponse:
    """Change one's own password; this session goes on, the others end."""
    form = PasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _was_changed(request, form):
        messages.success(request, _("Your password was changed."))
        return redirect("front:settings")
    status = 422 if form.errors else 200
    return render(request, "front/password.html", {"form": form}, status=status)


def _was_changed(request: HttpRequest, form: PasswordForm) -> bool:
    user = person_of(request)
    confirmed = sessions.confirm(request, password=form.cleaned_data["old"], purpose="password")
    if confirmed is not Confirmed.RIGHT:
        form.add_error("old", _not_confirmed(request, confirmed))
        return False
    try:
        accounts.change_password(user=user, password=form.cleaned_data["new"], by=user)
    except WeakPassword as problem:
        form.add_error("new", in_words(problem))
        return False
    update_session_auth_hash(request, user)
    return True


def _not_confirmed(request: HttpRequest, confirmed: Confirmed) -> str:
    if confirmed is Confirmed.WRONG:
        return _("This is not your present password.")
    wait = sessions.minutes_to_wait(request)
    return _("Too many wrong passwords. Wait %(n)d minutes.") % {"n": wait}


def _page(
    request: HttpRequest, form: SignInForm, back: str, *, status: int = 200, wait: int = 0
) -> HttpResponse:
    context = {"form": form, "next": back, "languages": languages(), "wait": wait}
    return render(request, "front/login.html", context, status=status)


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
