"""Bring a file in, with or without looking first, and read its receipt."""

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from medreview.accounts.permissions import Permission
from medreview.api.contracts.base import FieldProblem, Paging
from medreview.api.contracts.imports import ImportPage, ImportRead, Preview, ProblemsOfImport
from medreview.api.errors import WrongFields
from medreview.api.operations import NO_BODY, ApiView, operation
from medreview.api.paging import after_of, links
from medreview.api.presenters.patients import import_row
from medreview.common.errors import WrongState
from medreview.common.keyset import slice_of
from medreview.fhir import queries, tables, uploads
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.import_receipt import ImportReceipt
from medreview.fhir.importing import storable_name
from medreview.fhir.models import Import
from medreview.fhir.preview import FilePreview
from medreview.fhir.uploads import ChosenFile
from medreview.patients.queries import visible_to

IMPORT = Permission.RECORD_IMPORT
NEWEST = ("-created_at", "-pk")
MOST_PATIENTS = 200


class ImportList(ApiView):
    """Imported files."""

    parser_classes = (MultiPartParser,)

    @operation("imports-list", IMPORT, asks=Paging, gives=ImportPage)
    def get(self, request: Request, *, asked: Paging) -> ImportPage:
        """The hospital's imports, newest first."""
        found = queries.imports_of(str(self.person.hospital_id))
        page = slice_of(found, order=NEWEST, after=after_of(asked), size=asked.limit)
        items = tuple(import_row(made) for made in page.rows)
        return ImportPage(items=items, **links(request, page.after))

    @operation("imports-make", IMPORT, file=True, gives=ImportRead, status=201)
    def post(self, request: Request) -> Response:
        """Import one file: FHIR R4 as JSON or NDJSON, or HL7 v2 results. The answer is its receipt.

        The same file again changes nothing. What can't be read at all is refused whole. A table
        goes by its preview, where its columns are explained.
        """
        batch, preview = kept(self, request)
        if preview.needs_columns:
            uploads.discard(batch=batch, by=self.person)
            said = _("A table is previewed first: its columns have to be explained.")
            raise WrongFields(said, [FieldProblem(pointer="/file", detail=said)])
        return answer(self, uploads.run(batch=batch, by=self.person)[0])


class ImportPreviews(ApiView):
    """What a file would do."""

    parser_classes = (MultiPartParser,)

    @operation("imports-preview", IMPORT, file=True, gives=Preview, status=201)
    def post(self, request: Request) -> Preview:
        """What importing a file would do. Nothing is imported; it is kept for an hour."""
        batch, preview = kept(self, request)
        return Preview(batch=batch, file=preview)


class ImportPreviewed(ApiView):
    """A previewed file."""

    @operation("imports-previewed", IMPORT, gives=Preview)
    def get(self, request: Request, *, batch: str) -> Preview:
        """The preview again; looking at it is recorded."""
        return Preview(batch=batch, file=uploads.open_batch(batch=batch, by=self.person)[0][1])

    @operation("imports-make-previewed", IMPORT, gives=ImportRead, status=201)
    def post(self, request: Request, *, batch: str) -> Response:
        """Import the previewed file."""
        made = uploads.run(batch=batch, by=self.person)
        if not made:
            raise WrongState(_("Say first what the columns of this table mean."))
        return answer(self, made[0])

    @operation("imports-discard", IMPORT, gives=None, status=NO_BODY)
    def delete(self, request: Request, *, batch: str) -> None:
        """Throw the previewed file away."""
        uploads.discard(batch=batch, by=self.person)


class ImportColumns(ApiView):
    """What the columns of a previewed table mean."""

    @operation("imports-columns", IMPORT, takes=ColumnMapping, gives=Preview)
    def post(self, request: Request, *, batch: str, body: ColumnMapping) -> Preview:
        """Say what each column of a previewed table means; the answer is the preview of it."""
        pk, _preview = uploads.open_batch(batch=batch, by=self.person)[0]
        tables.explain(batch=batch, pk=pk, mapping=body, save_as="", by=self.person)
        found = queries.batch_of(self.person, batch)[0]
        return Preview(batch=batch, file=FilePreview.model_validate(found.preview))


class ImportDetail(ApiView):
    """One import."""

    @operation("imports-detail", IMPORT, gives=ImportRead)
    def get(self, request: Request, *, pk: str) -> ImportRead:
        """One import with its receipt; the reading is recorded."""
        return as_read(self, uploads.open_import(pk=pk, by=self.person))


class ImportProblems(ApiView):
    """What was not taken."""

    @operation("imports-problems", IMPORT, gives=ProblemsOfImport)
    def get(self, request: Request, *, pk: str) -> ProblemsOfImport:
        """What of the file was not taken, and what is in nobody's record yet, each with why."""
        made = uploads.open_import(pk=pk, by=self.person)
        receipt = ImportReceipt.model_validate(made.receipt)
        return ProblemsOfImport(
            quarantined=receipt.entries.quarantined, unassigned=receipt.unassigned
        )


def kept(view: ApiView, request: Request) -> tuple[str, FilePreview]:
    """The sent file kept for an hour, with what it would do; refused where it can't be read."""
    sent = request.FILES.getlist("file")
    if len(sent) != 1:
        errors = [FieldProblem(pointer="/file", detail=_("Send exactly one file."))]
        raise WrongFields(_("Some of what was sent does not fit; 'errors' says what."), errors)
    batch = uploads.keep(files=[chosen(sent[0])], by=view.person)
    preview = uploads.open_batch(batch=batch, by=view.person)[0][1]
    if preview.unreadable:
        uploads.discard(batch=batch, by=view.person)
        errors = [FieldProblem(pointer="/file", detail=preview.unreadable)]
        raise WrongFields(_("This file can't be read; nothing was imported."), errors)
    return batch, preview


def chosen(file: UploadedFile) -> ChosenFile:
    """A file as it was sent; one over the limit is not even read."""
    size = file.size or 0
    content = file.read() if size <= settings.UPLOAD_LIMIT else None
    name = storable_name(file.name or "")[-200:] or _("a file without a name")
    return ChosenFile(name=name, size=size, content=content)


def as_read(view: ApiView, made: Import) -> ImportRead:
    """An import with its receipt, for somebody who may see the patients listed."""
    seen = visible_to(view.person).filter(imports=made).order_by("pk")
    return ImportRead(
        **dict(import_row(made)),
        receipt=ImportReceipt.model_validate(made.receipt),
        patient_ids=tuple(seen.values_list("pk", flat=True)[:MOST_PATIENTS]),
    )


def answer(view: ApiView, made: Import) -> Response:
    """201 with the address of the receipt, and the receipt itself."""
    address = reverse("api:imports-detail", args=[made.pk])
    return Response(as_read(view, made).as_json(), status=201, headers={"Location": address})
