"""What is in the graph: list, search, one entry. Nothing is changed here."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from graphcurate import queries
from graphcurate.presenters import entries as presenters
from medreview.accounts.access import requires
from medreview.accounts.permissions import Permission
from medreview.common.htmx import page_or_partial


@require_safe
@requires(Permission.GRAPH_READ)
def entry_list(request: HttpRequest) -> HttpResponse:
    """The biomarkers of the current release, narrowed by words and by domain."""
    release = queries.current_release()
    snapshot = queries.snapshot_of(release)
    words, domain = request.GET.get("q", "").strip(), request.GET.get("domain", "")
    rows = presenters.entry_rows(snapshot, words, domain, get_language() or "en")
    return page_or_partial(
        request,
        page="graphcurate/entry_list.html",
        partial="graphcurate/_entry_rows.html",
        context={
            "release": release,
            "rows": rows,
            "total": len(snapshot.biomarkers),
            "domains": presenters.domain_choices(snapshot, get_language() or "en"),
            "words": words,
            "domain": domain,
        },
    )


@require_safe
@requires(Permission.GRAPH_READ)
def entry_detail(request: HttpRequest, key: str) -> HttpResponse:
    """One biomarker with everything a release says of it."""
    release = queries.current_release()
    snapshot = queries.snapshot_of(release)
    if key not in snapshot.biomarkers:
        raise Http404(_("The current release has no such biomarker."))
    page = presenters.entry_page(snapshot, snapshot.biomarkers[key], get_language() or "en")
    return render(request, "graphcurate/entry_detail.html", {"release": release, "entry": page})


@require_safe
@requires(Permission.GRAPH_READ)
def domain_detail(request: HttpRequest, key: str) -> HttpResponse:
    """One domain: its scope, its LOINC rule, its defaults and its biomarkers."""
    release = queries.current_release()
    snapshot = queries.snapshot_of(release)
    if key not in snapshot.domains:
        raise Http404(_("The current release has no such domain."))
    page = presenters.domain_page(snapshot, snapshot.domains[key], get_language() or "en")
    return render(request, "graphcurate/domain_detail.html", {"release": release, "entry": page})
