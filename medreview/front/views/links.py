"""What a link in a message opens: an invitation, a new password. Nobody is signed in here.

The secret stands in the address once: it moves into the session and out of the address bar, so
no later request, log line or referrer repeats it.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from medreview.accounts import invitations, letters, password_reset
from medreview.accounts.access import open_to_all
from medreview.accounts.errors import LinkSpent, NameTaken, WeakPassword
from medreview.accounts.models import Invitation
from medreview.common.display import in_words
from medreview.front.account_forms import AcceptForm, ForgottenForm, NewPasswordForm
from medreview.front.presenters.people import role_names

INVITED, RESETTING = "invitation_link", "reset_link"
GONE = 410


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link. Whoever is named, the answer is the same."""
    form = ForgottenForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"form": form, "can_send": letters.can_send()}
        return render(request, "front/forgotten.html", context, status=422 if form.errors else 200)
    if password_reset.has_asked_enough():
        answer = render(request, "front/forgotten_sent.html", {"waits": True}, status=429)
        answer["Retry-After"] = str(int(password_reset.WINDOW.total_seconds()))
        return answer
    password_reset.ask(name=form.cleaned_data["name"])
    return render(request, "front/forgotten_sent.html", {"can_send": letters.can_send()})


@open_to_all
@require_safe
def reset_link(request: HttpRequest, token: str) -> HttpResponse:
    """Take the secret out of the address, then ask for the new password."""
    request.session[RESETTING] = token
    return redirect("front:reset")


@open_to_all
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Set the new password of whoever the link is for."""
    token = request.session.get(RESETTING, "")
    user = password_reset.behind(token)
    if user is None:
        return _gone(request, "reset")
    form = NewPasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            password_reset.finish(token=token, password=form.cleaned_data["new"])
        except WeakPassword as problem:
            form.add_error("new", in_words(problem))
        except LinkSpent:
            return _gone(request, "reset")
        else:
            del request.session[RESETTING]
            messages.success(request, _("Your new password is set. Sign in with it."))
            return redirect("front:login")
    context = {"form": form, "username": user.username}
    return render(request, "front/reset.html", context, status=422 if form.errors else 200)


@open_to_all
@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Take the secret out of the address, then show what it invites to."""
    request.session[INVITED] = token
    return redirect("front:invitation-accept")


@open_to_all
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def invitation_accept(request: HttpRequest) -> HttpResponse:
    """Make the account one was invited to have."""
    token = request.session.get(INVITED, "")
    found = invitations.behind(token)
    if found is None:
        return _gone(request, "invitation")
    form = AcceptForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            _accept(form, token)
        except NameTaken as problem:
            form.add_error("username", in_words(problem))
        except WeakPassword as problem:
            form.add_error("new", in_words(problem))
        except LinkSpent:
            return _gone(request, "invitation")
        else:
            del request.session[INVITED]
            messages.success(request, _("Your account is made. Sign in with it."))
            return redirect("front:login")
    context = {"form": form, **_invited_to(found)}
    return render(request, "front/invitation.html", context, status=422 if form.errors else 200)


def _accept(form: AcceptForm, token: str) -> None:
    said = form.cleaned_data
    invitations.accept(
        token=token,
        username=said["username"],
        full_name=said["full_name"],
        title=said["title"],
        password=said["new"],
    )


def _invited_to(found: Invitation) -> dict[str, object]:
    return {
        "hospital": found.hospital.name,
        "by": found.invited_by.get_full_name(),
        "roles": role_names(found.roles),
        "expires_at": found.expires_at,
    }


def _gone(request: HttpRequest, kind: str) -> HttpResponse:
    return render(request, "front/link_gone.html", {"kind": kind}, status=GONE)
