"""The tokens by which programs act for a person: one's own, to look at and to take back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from medreview.accounts.access import person_of, requires_sign_in
from medreview.front.presenters.tokens import token_rows
from medreview.tokens import queries, services

SHOWN = 100


@requires_sign_in
@require_safe
def tokens(request: HttpRequest) -> HttpResponse:
    """One's own tokens: those that open something, and those that did."""
    rows = token_rows(queries.tokens_of(person_of(request))[:SHOWN])
    context = {
        "live": [row for row in rows if row.is_live],
        "over": [row for row in rows if not row.is_live],
    }
    return render(request, "front/tokens.html", context)


@requires_sign_in
@require_POST
def token_revoke(request: HttpRequest, pk: str) -> HttpResponse:
    """Take one of one's own tokens back; its next request is refused."""
    user = person_of(request)
    services.revoke(token=queries.token_of(user, pk), by=user)
    messages.success(request, _("That token opens nothing any more."))
    return redirect("front:tokens")
