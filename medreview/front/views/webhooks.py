"""An admin's page of webhooks: add one, try it, replace its secret, switch it off."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from analysis.escalation import queries, services
from analysis.escalation import webhooks as hooks
from analysis.escalation.models import Webhook
from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common import mail
from medreview.common.display import in_words
from medreview.common.errors import Invalid
from medreview.common.versions import version_of
from medreview.front.presenters.webhooks import deliveries, webhook_rows
from medreview.front.webhook_form import WebhookForm


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.HOSPITAL_MANAGE)
def webhooks(request: HttpRequest) -> HttpResponse:
    """The hospital's webhooks; a new one shows its secret this once."""
    user = person_of(request)
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            webhook, secret = hooks.add(**form.cleaned_data, by=user)
        except Invalid as problem:
            form.add_error("url", in_words(problem))
        else:
            return _page(request, webhook, secret=secret)
    context = {
        "rows": webhook_rows(list(queries.webhooks_of(user.hospital))),
        "form": form,
        "has_base_url": bool(mail.link_to("/")),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "front/webhooks.html", context, status=status)


@require_safe
@requires(Permission.HOSPITAL_MANAGE)
def webhook(request: HttpRequest, pk: str) -> HttpResponse:
    """One webhook with the log of its messages."""
    return _page(request, queries.webhook_for(person_of(request), pk))


@require_POST
@requires(Permission.HOSPITAL_MANAGE)
def rotate(request: HttpRequest, pk: str) -> HttpResponse:
    """A new secret, shown this once."""
    user = person_of(request)
    found = queries.webhook_for(user, pk)
    secret = hooks.rotate(webhook=found, version=version_of(request), by=user)
    return _page(request, queries.webhook_for(user, pk), secret=secret)


@require_POST
@requires(Permission.HOSPITAL_MANAGE)
def test(request: HttpRequest, pk: str) -> HttpResponse:
    """Send it a message that says it is a test."""
    user = person_of(request)
    services.send_test(webhook=queries.webhook_for(user, pk), by=user)
    return redirect("front:webhook", pk)


@require_POST
@requires(Permission.HOSPITAL_MANAGE)
def switch(request: HttpRequest, pk: str) -> HttpResponse:
    """Call it no more, or again."""
    user = person_of(request)
    found = queries.webhook_for(user, pk)
    on = request.POST.get("on") == "yes"
    hooks.switch(webhook=found, version=version_of(request), on=on, by=user)
    return redirect("front:webhook", pk)


def _page(request: HttpRequest, found: Webhook, *, secret: str = "") -> HttpResponse:
    context: dict[str, Any] = {
        "webhook": found,
        "secret": secret,
        "deliveries": deliveries(found),
    }
    return render(request, "front/webhook.html", context)
