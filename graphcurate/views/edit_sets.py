"""In which change set a curator works, and what it is called."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from graphcurate.errors import StaleChangeSet
from graphcurate.presenters.editor_page import set_lines
from graphcurate.queries import change_sets as queries
from graphcurate.services import change_sets as services
from graphcurate.views.edit_entries import dialog, go
from graphcurate.views.edit_shared import bench_of, choose
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
        choose(request, made)
    elif request.POST.get("choose"):
        choose(request, queries.change_set(request.POST["choose"]))
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
