"""Files between choosing and importing: kept, shown, then imported or thrown away."""

import datetime as dt
import gzip
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from medreview.accounts.models import Hospital, User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.hashing import sha256_of_bytes
from medreview.common.ids import new_id
from medreview.fhir import queries
from medreview.fhir.errors import Unreadable
from medreview.fhir.importing import import_file, limit_of, preview_file, preview_results
from medreview.fhir.kinds import Kind, head_of, kind_of
from medreview.fhir.models import Import, Upload
from medreview.fhir.preview import FilePreview, preview_of, preview_of_results
from medreview.fhir.tables import guess_table, mapping_of
from medreview.fhir.unpacking import max_bytes, too_large

KEPT_FOR = dt.timedelta(hours=1)
"""An upload nobody decides on is thrown away after this."""

_PACKING = 1


@dataclass(frozen=True)
class ChosenFile:
    """A file as a browser sent it; ``content`` is None when it was too large to be read."""

    name: str
    size: int
    content: bytes | None


@transaction.atomic
def keep(*, files: Iterable[ChosenFile], by: User) -> str:
    """Keep files until their import is decided; the id of the batch."""
    throw_away_old()
    batch = new_id("bat")
    uploads = [_kept(file, batch, by) for file in files]
    audit.record(
        EventType.IMPORT_PREVIEWED,
        thing=("Upload", batch),
        by=by,
        hospital=by.hospital,
        counts={"files": len(uploads)},
    )
    return batch


def _kept(file: ChosenFile, batch: str, by: User) -> Upload:
    preview = _preview(file, by.hospital)
    # What can't be read is not kept: only its name and the reason are shown.
    content = b"" if preview.unreadable or file.content is None else file.content
    return Upload.objects.create(
        hospital=by.hospital,
        by=by,
        batch=batch,
        source=preview.source,
        kind=preview.kind,
        content=gzip.compress(content, _PACKING) if content else b"",
        preview=preview.as_json(),
    )


def _preview(file: ChosenFile, hospital: Hospital) -> FilePreview:
    try:
        if file.content is None or file.size > max_bytes():
            raise too_large(file.name)
        kind = kind_of(file.name, head_of(file.name, file.content))
        if file.size > (limit := limit_of(kind, file.content)):
            raise too_large(file.name, limit)
        if kind is Kind.CSV:
            guess_table(file.name, file.content)
            return FilePreview(
                source=file.name, size=file.size, kind=kind.value, needs_columns=True
            )
        earlier = queries.earlier_import(hospital, sha256_of_bytes(file.content))
        if kind is Kind.HL7:
            found = preview_results(name=file.name, content=file.content, hospital=hospital)
            return preview_of_results(
                found, kind=kind, hospital=hospital, size=file.size, earlier=earlier
            )
        plan = preview_file(name=file.name, content=file.content, hospital=hospital)
    except Unreadable as problem:
        return FilePreview.refused(file.name, file.size, str(problem))
    return preview_of(plan, hospital=hospital, size=file.size, earlier=earlier)


@transaction.atomic
def open_batch(*, batch: str, by: User) -> list[tuple[str, FilePreview]]:
    """The previews of a batch, each with its upload's id. That they were looked at is recorded."""
    uploads = queries.batch_of(by, batch)
    audit.record(EventType.IMPORT_READ, thing=("Upload", batch), by=by, hospital=by.hospital)
    return [(upload.pk, FilePreview.model_validate(upload.preview)) for upload in uploads]


def tables_waiting(*, batch: str, by: User) -> list[str]:
    """The tables of a batch whose columns nobody has explained yet; none when it is gone."""
    return queries.tables_waiting(by, batch)


@transaction.atomic
def open_import(*, pk: str, by: User) -> Import:
    """One import of this person's hospital, for reading its receipt, which is recorded."""
    found = queries.import_of(by.hospital_id, pk)
    audit.record(EventType.IMPORT_READ, thing=found, by=by, hospital=by.hospital)
    return found


@transaction.atomic
def run(*, batch: str, by: User) -> list[Import]:
    """Import every file of a batch that is ready, and let it go.

    A table whose columns nobody has explained yet stays where it is.
    """
    uploads = queries.batch_of(by, batch, lock=True)
    ready = [upload for upload in uploads if not upload.waits_for_columns]
    imports = [
        import_file(
            name=upload.source,
            content=gzip.decompress(bytes(upload.content)),
            hospital=by.hospital,
            by=by,
            mapping=mapping_of(upload),
        )
        for upload in ready
        if upload.content
    ]
    _delete(ready)
    return imports


@transaction.atomic
def discard(*, batch: str, by: User) -> None:
    """Throw a batch away unread."""
    _delete(queries.batch_of(by, batch, lock=True))


def throw_away_old() -> None:
    """Throw away every upload nobody decided on in time."""
    Upload.objects.filter(created_at__lt=now() - KEPT_FOR).delete()


def _delete(uploads: Iterable[Upload]) -> None:
    Upload.objects.filter(pk__in=[upload.pk for upload in uploads]).delete()
