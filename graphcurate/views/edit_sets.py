"""In which change set a curator works, what it is called, and sending it for review."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from graphcurate.errors import NotReady, StaleChangeSet
from graphcurate.presenters.editor_page import set_lines
from graphcurate.queries import change_sets as queries
from graphcurate.services import change_sets as services
from graphcurate.views.edit_entries import dialog, go
from graphcurate.views.edit_shared import CHOSEN, bench_of
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid
from medreview.common.versions import version_of

DIALOG = "graphcurate/editor/_set_dialog.html"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_CURATE)
def edit_set(request: HttpRequest) -> HttpResponse:
    """Choose an open change set, open a new one, or give the one in work another title."""
    if request.method != "POST":
        return _dialog(request)
    try:
        _step(request)
    except (Invalid, StaleChangeSet) as problem:
        return _dialog(request, error=in_words(problem))
    return go(request, _back(request))


def _step(request: HttpRequest) -> None:
    bench = bench_of(request)
    title, reason = request.POST.get("title", ""), request.POST.get("reason", "")
    if request.POST.get("open"):
        made = services.open_set(title=request.POST.get("new_title", ""), by=bench.user)
        request.session[CHOSEN] = made.pk
    elif request.POST.get("choose"):
        request.session[CHOSEN] = queries.change_set(request.POST["choose"]).pk
    elif bench.change_set is not None:
        services.rename(
            change_set=bench.change_set,
            title=title,
            reason=reason,
            version=version_of(request),
            by=bench.user,
        )


def _dialog(request: HttpRequest, error: str = "") -> HttpResponse:
    bench = bench_of(request)
    context: dict[str, Any] = {
        "change_set": bench.change_set,
        "lines": set_lines(queries.open_sets(), bench.change_set, bench.user),
        "back_url": _back(request),
        "error": error,
        "title": request.POST.get("title"),
        "reason": request.POST.get("reason"),
    }
    return dialog(request, DIALOG, context, status=422 if error else 200)


def _back(request: HttpRequest) -> str:
    """The page of the editor it was asked from; never an address of somebody else's."""
    asked = request.POST.get("back") or request.GET.get("back", "")
    return asked if asked.startswith("/graph/edit/") else "/graph/edit/"


@require_POST
@requires(Permission.GRAPH_CURATE)
def set_send(request: HttpRequest, pk: str) -> HttpResponse:
    """Send the change set to a second person; problems keep it here, and are listed."""
    change_set = queries.change_set(pk)
    bench = bench_of(request)
    try:
        services.submit(change_set=change_set, version=version_of(request), by=bench.user)
    except (NotReady, StaleChangeSet) as problem:
        messages.error(request, in_words(problem))
        return redirect(_back(request))
    request.session.pop(CHOSEN, None)
    messages.success(
        request,
        _("%(set)s is in review. A second person decides on it.") % {"set": change_set.label},
    )
    return redirect(_back(request))
