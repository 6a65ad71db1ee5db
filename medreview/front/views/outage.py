"""The pages for what went wrong on our side; they need no database, session or template."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _


def server_error(request: HttpRequest) -> HttpResponse:
    """503 while the database can't be reached, 500 for everything else."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        sentence = _("The database can't be reached just now. Nothing was saved; try again soon.")
        response = HttpResponse(_page(request, _("Not available"), sentence), status=503)
        response["Retry-After"] = "10"
        return response
    sentence = _("Something went wrong on our side. Nothing was saved; the event was logged.")
    return HttpResponse(_page(request, _("Error"), sentence), status=500)


def _page(request: HttpRequest, title: str, sentence: str) -> SafeString:
    named = _("If you report this, name the request: %s") % getattr(request, "request_id", "")
    return format_html(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{} · medreview</title>'
        '</head><body><main role="alert"><h1>{}</h1><p>{}</p><p>{}</p></main></body></html>\n',
        title,
        title,
        sentence,
        named,
    )
