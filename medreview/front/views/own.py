"""What is one's own: settings, password, sessions."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from medreview.accounts import queries, second_factor, sessions
from medreview.accounts import services as accounts
from medreview.accounts.access import person_of, requires_sign_in
from medreview.accounts.errors import WeakPassword
from medreview.accounts.sessions import Confirmed
from medreview.common.display import in_words
from medreview.front.forms import PasswordForm, SettingsForm
from medreview.front.presenters.sessions import session_rows


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
    context = {
        "form": form,
        "open_sessions": queries.open_sessions(user).count(),
        "factor": second_factor.is_on(user),
        "codes_left": second_factor.recovery_codes_left(user),
    }
    return render(request, "front/settings.html", context, status=status)


@requires_sign_in
@sensitive_post_parameters()
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
        form.add_error("old", not_confirmed(request, confirmed))
        return False
    here = sessions.this_one(request)
    try:
        accounts.change_password(
            user=user, password=form.cleaned_data["new"], by=user, keep_session=here
        )
    except WeakPassword as problem:
        form.add_error("new", in_words(problem))
        return False
    update_session_auth_hash(request, user)
    return True


def not_confirmed(request: HttpRequest, confirmed: Confirmed) -> str:
    """Why a password asked for once more was not taken, for its field."""
    if confirmed is Confirmed.WRONG:
        return _("This is not your present password.")
    wait = sessions.minutes_to_wait(request)
    return _("Too many wrong passwords. Wait %(n)d minutes.") % {"n": wait}


@requires_sign_in
@require_safe
def own_sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in."""
    rows = session_rows(queries.open_sessions(person_of(request)), here=sessions.this_one(request))
    return render(request, "front/own_sessions.html", {"rows": rows})


@requires_sign_in
@require_POST
def own_session_end(request: HttpRequest, pk: str) -> HttpResponse:
    """End one of one's own sessions, as on a computer left open."""
    sessions.end(pk=pk, by=person_of(request))
    messages.success(request, _("That session has ended."))
    return redirect("front:own-sessions")


@requires_sign_in
@require_POST
def own_sessions_end(request: HttpRequest) -> HttpResponse:
    """End every session of one's own but this one."""
    user = person_of(request)
    ended = sessions.end_all(user=user, by=user, keep=sessions.this_one(request))
    said = ngettext("%(n)d other session has ended.", "%(n)d other sessions have ended.", ended)
    messages.success(request, said % {"n": ended})
    return redirect("front:own-sessions")
