"""Inviting people into one's hospital, and taking an invitation back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts import invitations, letters
from medreview.accounts.access import person_of, requires
from medreview.accounts.models import Invitation
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import Role
from medreview.common.mail import MailUnreachable
from medreview.front.account_forms import InviteForm
from medreview.front.addresses import link_to
from medreview.front.presenters.invitations import invitation_rows

LISTED = 100


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.PEOPLE_MANAGE)
def invitation_list(request: HttpRequest) -> HttpResponse:
    """The invitations of the hospital, and a new one.

    A link that was not mailed is shown this once: it is kept nowhere.
    """
    by = person_of(request)
    form = InviteForm(request.POST if request.method == "POST" else None)
    link = ""
    if form.is_valid():
        said = form.cleaned_data
        roles = [Role(role) for role in said["roles"]]
        invitation, token = invitations.invite(roles=roles, email=said["email"], by=by)
        if _was_mailed(request, invitation, token):
            return redirect("front:invitations")
        link = link_to(request, reverse("front:invitation", args=[token]))
        form = InviteForm()
    context = {
        "form": form,
        "link": link,
        "can_send": letters.can_send(),
        "rows": invitation_rows(invitations.of_hospital(by.hospital)[:LISTED]),
        "hours": int(invitations.VALID.total_seconds() // 3600),
    }
    status = 422 if form.errors else 200
    return render(request, "front/invitations.html", context, status=status)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def invitation_revoke(request: HttpRequest, pk: str) -> HttpResponse:
    """Take an open invitation back."""
    invitations.revoke(pk=pk, by=person_of(request))
    messages.success(request, _("The invitation was taken back; its link opens nothing."))
    return redirect("front:invitations")


def _was_mailed(request: HttpRequest, invitation: Invitation, token: str) -> bool:
    if not invitation.email or not letters.can_send():
        return False
    try:
        letters.send_invitation(invitation, token)
    except MailUnreachable as problem:
        said = _(
            "The mail server did not take the message (%(code)s). Hand the link over yourself."
        )
        messages.warning(request, said % {"code": problem.code})
        return False
    messages.success(request, _("The invitation is on its way to %s.") % invitation.email)
    return True
