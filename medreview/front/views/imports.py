"""Bring files in: choose, preview, import, receipt."""

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from analysis.pipeline import queries as analyses
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.text import whole_number
from medreview.fhir import queries, uploads
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.importing import storable_name
from medreview.fhir.uploads import ChosenFile
from medreview.front.presenters.imports import (
    file_cards,
    import_rows,
    problem_page,
    problems_csv,
    receipt_of,
    type_rows,
)
from medreview.front.presenters.patient_lists import member_rows
from medreview.patients.queries import visible_to

IMPORTS_PER_PAGE = 50
MEGABYTE = 1024 * 1024
LISTED = 100
"""Patients and analyses that a receipt names."""


@require_safe
@requires(Permission.RECORD_IMPORT)
def import_list(request: HttpRequest) -> HttpResponse:
    """Where files are chosen, and what was imported before, newest first."""
    return _list_page(request, person_of(request))


@require_POST
@requires(Permission.RECORD_IMPORT)
def import_upload(request: HttpRequest) -> HttpResponse:
    """Keep the chosen files and show what they would do."""
    user = person_of(request)
    files = [_chosen(file) for file in request.FILES.getlist("files")]
    if not files:
        return _list_page(request, user, problem=_("Choose at least one file."), status=422)
    batch = uploads.keep(files=files, by=user)
    waiting = uploads.tables_waiting(batch=batch, by=user)
    if len(files) == 1 and waiting:
        return redirect("front:import-columns", batch, waiting[0])
    return redirect("front:import-preview", batch)


@require_safe
@requires(Permission.RECORD_IMPORT)
def import_preview(request: HttpRequest, batch: str) -> HttpResponse:
    """What importing the chosen files would do."""
    files = uploads.open_batch(batch=batch, by=person_of(request))
    cards = file_cards(
        files,
        batch=batch,
        upload=request.GET.get("file", ""),
        start=whole_number(request.GET.get("from")) or 0,
    )
    readable = sum(1 for card in cards if card.file.receipt)
    return render(
        request,
        "front/import_preview.html",
        {
            "batch": batch,
            "cards": cards,
            "readable": readable,
            "waiting": sum(1 for card in cards if card.columns_url and not card.file.receipt),
        },
    )


@require_safe
@requires(Permission.RECORD_IMPORT)
def import_preview_problems(request: HttpRequest, batch: str, pk: str) -> HttpResponse:
    """What would not be taken of one chosen file, as CSV."""
    files = dict(uploads.open_batch(batch=batch, by=person_of(request)))
    receipt = files[pk].receipt if pk in files else None
    if receipt is None:
        raise Http404
    return _csv(receipt)


@require_POST
@requires(Permission.RECORD_IMPORT)
def import_run(request: HttpRequest, batch: str) -> HttpResponse:
    """Import the chosen files; their receipts follow."""
    user = person_of(request)
    imports = uploads.run(batch=batch, by=user)
    if uploads.tables_waiting(batch=batch, by=user):
        messages.info(request, _("The rest waits for its columns; what was ready is imported."))
        return redirect("front:import-preview", batch)
    if len(imports) == 1:
        return redirect("front:import-receipt", imports[0].pk)
    words = ngettext("%d file was imported.", "%d files were imported.", len(imports))
    messages.success(request, words % len(imports))
    return redirect("front:imports")


@require_POST
@requires(Permission.RECORD_IMPORT)
def import_discard(request: HttpRequest, batch: str) -> HttpResponse:
    """Throw the chosen files away."""
    uploads.discard(batch=batch, by=person_of(request))
    messages.info(request, _("Nothing was imported; the chosen files were thrown away."))
    return redirect("front:imports")


@require_safe
@requires(Permission.RECORD_IMPORT)
def import_receipt(request: HttpRequest, pk: str) -> HttpResponse:
    """What became of every entry of one imported file."""
    user = person_of(request)
    made = uploads.open_import(pk=pk, by=user)
    receipt = receipt_of(made)
    url = reverse("front:import-receipt", args=[made.pk])
    patients = visible_to(user).filter(imports=made).order_by("sort_name", "id")
    return render(
        request,
        "front/import_receipt.html",
        {
            "made": made,
            "receipt": receipt,
            "types": type_rows(receipt),
            "problems": problem_page(
                receipt, url=f"{url}?", start=whole_number(request.GET.get("from")) or 0
            ),
            "patients": member_rows(patients[:LISTED]),
            "patients_in_all": patients.count(),
            "analyses": list(analyses.of_import(made, user)[:LISTED]),
            "analyses_started": analyses.of_import(made, user).count(),
            "can_read": can(user, Permission.PATIENT_READ),
        },
    )


@require_safe
@requires(Permission.RECORD_IMPORT)
def import_problems(request: HttpRequest, pk: str) -> HttpResponse:
    """What was not taken of one imported file, as CSV."""
    return _csv(receipt_of(uploads.open_import(pk=pk, by=person_of(request))))


def _list_page(
    request: HttpRequest, user: User, *, problem: str = "", status: int = 200
) -> HttpResponse:
    start = whole_number(request.GET.get("from")) or 0
    imports = list(queries.imports_of(user.hospital_id)[start : start + IMPORTS_PER_PAGE + 1])
    url = reverse("front:imports")
    more = len(imports) > IMPORTS_PER_PAGE
    context = {
        "rows": import_rows(imports[:IMPORTS_PER_PAGE]),
        "problem": problem,
        "limit": settings.UPLOAD_LIMIT // MEGABYTE,
        "table_limit": settings.UPLOAD_LIMITS["csv"] // MEGABYTE,
        "message_limit": settings.UPLOAD_LIMITS["hl7"] // MEGABYTE,
        "newer_url": f"{url}?from={max(0, start - IMPORTS_PER_PAGE)}" if start else "",
        "older_url": f"{url}?from={start + IMPORTS_PER_PAGE}" if more else "",
    }
    return render(request, "front/imports.html", context, status=status)


def _chosen(file: UploadedFile) -> ChosenFile:
    size = file.size or 0
    # A file over the limit is not even read; the preview says so by its name.
    content = file.read() if size <= settings.UPLOAD_LIMIT else None
    return ChosenFile(name=_shown_name(file.name or ""), size=size, content=content)


def _shown_name(name: str) -> str:
    """A file's name as it is kept; the end of a very long one tells more than its beginning."""
    return storable_name(name)[-200:] or _("a file without a name")


def _csv(receipt: ImportReceipt) -> HttpResponse:
    response = HttpResponse(problems_csv(receipt), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="import-problems.csv"'
    return response
