"""The graph as files: a release taken out in any form, a file brought in as drafts."""

from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from graphcurate import queries
from graphcurate.exchange.forms import MEDIA_TYPES, Form, file_name
from graphcurate.exchange.planning import ReportRow
from graphcurate.exchange.refusing import FileRefused
from graphcurate.exchange.schema import SCHEMA_FILE
from graphcurate.models import GraphImport
from graphcurate.presenters import exchange as presenters
from graphcurate.presenters.entry_names import Names
from graphcurate.queries import exports
from graphcurate.queries import imports as graph_imports
from graphcurate.services import imports
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.htmx import page_or_partial
from medreview.common.streaming import streamed
from medreview.common.text import whole_number

LISTED = 50
MEGABYTE = 1024 * 1024


@require_safe
@requires(Permission.GRAPH_READ)
def exchange(request: HttpRequest) -> HttpResponse:
    """What of the graph can be had as a file; for curators also what came in as one."""
    return _page(request)


@require_POST
@requires(Permission.GRAPH_CURATE)
def import_upload(request: HttpRequest) -> HttpResponse:
    """Take a file in: a worker goes through it, and the page of its report shows how far it is."""
    files = request.FILES.getlist("file")
    if len(files) != 1:
        return _page(request, problem=_("Choose one file."), status=422)
    try:
        made = imports.keep(
            name=files[0].name or "", content=_read(files[0]), by=person_of(request)
        )
    except FileRefused as problem:
        return _page(request, problem=in_words(problem), status=422)
    return redirect("graphcurate:import-detail", made.pk)


@require_safe
@requires(Permission.GRAPH_CURATE)
def import_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """What became of each row of a file, or how far the worker is."""
    made = graph_imports.graph_import(pk)
    return page_or_partial(
        request,
        page="graphcurate/exchange/import.html",
        partial="graphcurate/exchange/_import.html",
        context={
            "made": made,
            "row": presenters.import_row(made),
            "polled": bool(request.GET.get("polled")),
            **_outcome(request, made),
        },
    )


@require_safe
@requires(Permission.GRAPH_CURATE)
def import_report(request: HttpRequest, pk: str) -> HttpResponseBase:
    """The whole report as a table."""
    made = graph_imports.graph_import(pk)
    rows = graph_imports.report_of(made)
    return streamed(
        request,
        (line.encode() for line in presenters.report_table(rows)),
        content_type="text/csv; charset=utf-8",
        filename=f"import-report-{made.pk}.csv",
    )


@require_safe
@requires(Permission.GRAPH_READ)
def export_file(request: HttpRequest, release: str, form: str) -> HttpResponseBase:
    """A release as a file in one of its forms."""
    if form not in set(Form):
        raise Http404(_("A release is not written in this form."))
    found, wanted = queries.release_named(release), Form(form)
    return streamed(
        request,
        exports.parts_of(found, wanted),
        content_type=MEDIA_TYPES[wanted],
        filename=file_name(wanted, found.name),
    )


@require_safe
@requires(Permission.GRAPH_READ)
def export_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of the exchange format."""
    return HttpResponse(
        SCHEMA_FILE.read_bytes(),
        content_type="application/schema+json",
        headers={"Content-Disposition": 'attachment; filename="medreview-graph.schema.json"'},
    )


def _page(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    current = queries.current_release()
    wanted = request.GET.get("release", "")
    release = queries.release_named(wanted) if wanted else current
    may_import = can(request.user, Permission.GRAPH_CURATE)
    context = {
        "release": release,
        "releases": queries.all_releases().order_by("-created_at", "-id"),
        "offers": presenters.offers(release),
        "may_import": may_import,
        "imports": presenters.import_rows(graph_imports.imports()[:LISTED]) if may_import else [],
        "problem": problem,
        "limit": settings.UPLOAD_LIMITS["graph"] // MEGABYTE,
        "row_limit": f"{settings.GRAPH_IMPORT_ROWS:,}",
    }
    return render(request, "graphcurate/exchange/exchange.html", context, status=status)


def _read(file: UploadedFile) -> bytes:
    """The file's bytes; of one over the limit no more than tells so."""
    return file.read(settings.UPLOAD_LIMITS["graph"] + 1)


def _outcome(request: HttpRequest, made: GraphImport) -> dict[str, Any]:
    """The report of an import that came to its end."""
    if made.is_under_way:
        return {}
    if made.problem:
        return {"problem": presenters.sentence_of(made.problem)}

    def names_for(rows: list[ReportRow]) -> Names:
        drafts = graph_imports.drafted(made, rows)
        return Names([queries.head()], get_language() or "en", drafts)

    report = presenters.report_page(
        made,
        graph_imports.report_of(made),
        names_for,
        show=request.GET.get("show", ""),
        start=whole_number(request.GET.get("from")) or 0,
    )
    return {
        "summary": presenters.summary_of(made),
        "notes": [presenters.sentence_of(note) for note in made.notes],
        "report": report,
    }
