"""Documents taken in, corrected, withdrawn, superseded and put back."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from graphcurate import queries as graph
from graphcurate.forms.library import DescribeForm, DocumentForm, WithdrawForm, first_facts
from graphcurate.library import queries, services
from graphcurate.library.errors import Known, StaleDocument, Unreadable
from graphcurate.library.models import Document
from graphcurate.library.reading.limits import MEGABYTE
from graphcurate.library.reading.reader import unreadable
from graphcurate.library.reading.refusals import Refused
from graphcurate.views.library import document_page
from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid, MedReviewError
from medreview.fhir.importing import storable_name

_LONGEST_NAME = 200
_UNPROCESSABLE, _CONFLICT = 422, 409


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_CURATE)
def document_new(request: HttpRequest) -> HttpResponse:
    """Upload a document; what is wrong with the file is said beside it."""
    first = {"source": request.GET.get("source", "")}
    form = DocumentForm(request.POST or None, request.FILES or None, initial=first)
    context: dict[str, Any] = {"form": form, "limit": settings.UPLOAD_LIMIT // MEGABYTE}
    if request.method == "POST" and form.is_valid():
        try:
            made = _taken(request, form)
        except Known as known:
            form.add_error("file", in_words(known))
            context["known"] = known.document
        except Unreadable as problem:
            form.add_error("file", in_words(problem))
        else:
            messages.success(request, _("“%(title)s” is kept.") % {"title": made.title})
            return redirect("graphcurate:document-detail", made.pk)
    return _form_page(request, "graphcurate/library/new.html", context, form.errors)


def _taken(request: HttpRequest, form: DocumentForm) -> Document:
    file: UploadedFile = form.cleaned_data["file"]
    name = storable_name(file.name or "")[-_LONGEST_NAME:] or _("a file without a name")
    if (file.size or 0) > settings.UPLOAD_LIMIT:
        # Not even read.
        raise unreadable(name, Refused("too_large", limit=settings.UPLOAD_LIMIT // MEGABYTE))
    return services.add_document(
        file_name=name, content=file.read(), facts=form.facts(), by=person_of(request)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_CURATE)
def document_edit(request: HttpRequest, pk: str) -> HttpResponse:
    """Correct what is said of a document."""
    document = queries.document(pk)
    form = DescribeForm(request.POST or None, initial=first_facts(document))
    context: dict[str, Any] = {"form": form, "document": document}
    if request.method == "POST" and form.is_valid():
        try:
            services.describe(
                document=document,
                facts=form.facts(),
                version=form.cleaned_data["version"],
                by=person_of(request),
            )
        except StaleDocument as problem:
            return _both(request, document, form, problem)
        messages.success(request, _("The details are saved."))
        return redirect("graphcurate:document-detail", document.pk)
    return _form_page(request, "graphcurate/library/edit.html", context, form.errors)


def _both(
    request: HttpRequest, document: Document, form: DescribeForm, problem: StaleDocument
) -> HttpResponse:
    """What stands now beside what was sent; sent again, it goes before."""
    now_there = first_facts(queries.document(document.pk))
    differing = [
        (form.fields[name].label, now_there[name])
        for name in form.fields
        if name != "version" and form.cleaned_data[name] != now_there[name]
    ]
    again = DescribeForm(_sent(form) | {"version": now_there["version"]})
    context = {
        "form": again,
        "document": document,
        "problem": in_words(problem),
        "differing": differing,
    }
    return render(request, "graphcurate/library/edit.html", context, status=_CONFLICT)


def _sent(form: DescribeForm) -> dict[str, Any]:
    """What was typed, field by field."""
    return {name: form[name].value() for name in form.fields}


@require_POST
@requires(Permission.GRAPH_CURATE)
def document_withdraw(request: HttpRequest, pk: str) -> HttpResponse:
    """Take a document back."""
    return _step(request, pk, "withdraw", services.withdraw, _("The document is withdrawn."))


@require_POST
@requires(Permission.GRAPH_CURATE)
def document_put_back(request: HttpRequest, pk: str) -> HttpResponse:
    """Make a document current again."""
    return _step(request, pk, "put_back", services.put_back, _("The document is current again."))


@require_POST
@requires(Permission.GRAPH_CURATE)
def document_supersede(request: HttpRequest, pk: str) -> HttpResponse:
    """Say which document took this one's place."""
    said = _("The document is superseded.")
    newer = queries.document_with_id(request.POST.get("successor", ""))
    if newer is None:
        form = WithdrawForm(request.POST, auto_id="supersede_%s")
        problem = _("Choose the document that took its place.")
        return document_page(
            request,
            queries.document(pk),
            forms={"supersede_form": form},
            problem=problem,
            status=_UNPROCESSABLE,
        )
    return _step(request, pk, "supersede", services.supersede, said, successor=newer)


def _step(
    request: HttpRequest,
    pk: str,
    name: str,
    service: Callable[..., Document],
    said: str,
    **further: Document,
) -> HttpResponse:
    document = queries.document(pk)
    form = WithdrawForm(request.POST, auto_id=f"{name}_%s")
    if not form.is_valid():
        return document_page(request, document, forms={f"{name}_form": form}, status=_UNPROCESSABLE)
    sent = form.cleaned_data
    try:
        service(
            document=document,
            reason=sent["reason"],
            version=sent["version"],
            by=person_of(request),
            **further,
        )
    except MedReviewError as problem:
        # The words that were typed stay, under the version that stands now.
        standing = queries.document(pk)
        again = WithdrawForm(
            {"reason": sent["reason"], "version": standing.version}, auto_id=f"{name}_%s"
        )
        status = _UNPROCESSABLE if isinstance(problem, Invalid) else _CONFLICT
        return document_page(
            request,
            standing,
            forms={f"{name}_form": again},
            problem=in_words(problem),
            status=status,
        )
    messages.success(request, said)
    return redirect("graphcurate:document-detail", document.pk)


def _form_page(
    request: HttpRequest, template: str, context: dict[str, Any], errors: Any
) -> HttpResponse:
    sources = sorted(graph.head().sources, key=lambda source: source.key)
    return render(
        request,
        template,
        {**context, "sources": sources},
        status=_UNPROCESSABLE if errors else 200,
    )
