"""A signed edition to take along: one address for each form, and a page with the text to paste."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET

from analysis.exports import services
from analysis.exports.errors import NoSuchFormat
from analysis.exports.formats import Exported, ExportFormat
from analysis.pipeline.services import open_analysis
from medreview.accounts.access import requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound, gettext_noop


@require_GET
@requires(Permission.ANALYSIS_READ)
def export_file(request: HttpRequest, pk: str, edition: int, form: str) -> HttpResponse:
    """The file, to be saved and never shown in the page's own place."""
    made = _exported(request, pk, edition, _form(form))
    response = HttpResponse(made.content, content_type=made.media_type)
    response["Content-Disposition"] = f'attachment; filename="{made.filename}"'
    patch_cache_control(response, no_store=True, private=True)
    return response


@require_GET
@requires(Permission.ANALYSIS_READ)
def export_text(request: HttpRequest, pk: str, edition: int) -> HttpResponse:
    """The plain text on a page, with a button that copies it."""
    made = _exported(request, pk, edition, ExportFormat.TEXT)
    number = made.filename.partition("-e")[0]
    shown = {"pk": pk, "number": number, "edition": edition, "text": made.content.decode()}
    return render(request, "analysis/exports/text.html", shown)


def _exported(request: HttpRequest, pk: str, edition: int, form: ExportFormat) -> Exported:
    if not isinstance(request.user, User):
        raise NotFound(gettext_noop("Nobody is signed in."))
    analysis = open_analysis(pk, by=request.user)
    return services.export(analysis=analysis, edition=edition, form=form, by=request.user)


def _form(name: str) -> ExportFormat:
    try:
        return ExportFormat(name)
    except ValueError:
        raise NoSuchFormat(gettext_noop("There is no such form of a report.")) from None
