"""A second factor of one's own: turned on, its recovery codes, turned off."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from medreview.accounts import second_factor, sessions
from medreview.accounts.access import person_of, requires_sign_in, without_factor
from medreview.accounts.errors import WrongCode
from medreview.accounts.sessions import Confirmed
from medreview.common.display import in_words
from medreview.front.account_forms import CodeForm, ConfirmForm
from medreview.front.views.own import not_confirmed

SHOWN = "factor_shown"
"""In the session: the sealed secret that waits for its first code."""


@require_safe
@requires_sign_in
def factor(request: HttpRequest) -> HttpResponse:
    """Whether one's second factor is on, and what can be done about it."""
    user = person_of(request)
    context = {
        "is_on": second_factor.is_on(user),
        "codes_left": second_factor.recovery_codes_left(user),
        "is_required": second_factor.is_required(user),
    }
    return render(request, "front/factor.html", context)


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
@without_factor
@requires_sign_in
def factor_on(request: HttpRequest) -> HttpResponse:
    """A secret for an authenticator app, and the first code of it back."""
    user = person_of(request)
    if second_factor.is_on(user):
        return redirect("front:factor")
    sealed = request.session.get(SHOWN) or second_factor.new_secret()
    request.session[SHOWN] = sealed
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            codes = second_factor.turn_on(user=user, sealed=sealed, code=form.cleaned_data["code"])
        except WrongCode as problem:
            form.add_error("code", in_words(problem))
        else:
            del request.session[SHOWN]
            return _codes_once(request, codes, is_new=True)
    context = {
        "form": form,
        "picture": second_factor.picture(user, sealed),
        "secret": second_factor.in_groups(sealed),
        "is_owed": second_factor.is_owed(user),
    }
    return render(request, "front/factor_on.html", context, status=422 if form.errors else 200)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@requires_sign_in
def factor_codes(request: HttpRequest) -> HttpResponse:
    """New recovery codes for the old ones, after one's password."""
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _was_confirmed(request, form):
        return _codes_once(request, second_factor.make_recovery_codes(user=person_of(request)))
    context = {"form": form, "asks": "codes"}
    return render(request, "front/factor_confirm.html", context, status=422 if form.errors else 200)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@requires_sign_in
def factor_off(request: HttpRequest) -> HttpResponse:
    """Turn one's second factor off, after one's password and where the hospital allows it."""
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _was_confirmed(request, form):
        second_factor.turn_off(user=person_of(request))
        messages.success(request, _("Your second factor is off. Your password alone signs you in."))
        return redirect("front:factor")
    context = {"form": form, "asks": "off"}
    return render(request, "front/factor_confirm.html", context, status=422 if form.errors else 200)


def _was_confirmed(request: HttpRequest, form: ConfirmForm) -> bool:
    password = form.cleaned_data["password"]
    confirmed = sessions.confirm(request, password=password, purpose="factor")
    if confirmed is Confirmed.RIGHT:
        return True
    form.add_error("password", not_confirmed(request, confirmed))
    return False


def _codes_once(request: HttpRequest, codes: list[str], *, is_new: bool = False) -> HttpResponse:
    # Answered to the form itself: no address shows them a second time.
    return render(request, "front/factor_codes.html", {"codes": codes, "is_new": is_new})
