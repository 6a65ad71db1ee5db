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
from medreview.fhir.importing import import_file, preview_file
from medreview.fhir.models import Import, Upload
from medreview.fhir.preview import FilePreview, preview_of
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
        content=gzip.compress(content, _PACKING) if content else b"",
        preview=preview.as_json(),
    )


def _preview(file: ChosenFile, hospital: Hospital) -> FilePreview:
    try:
        if file.content is None or file.size > max_bytes():
            raise too_large(file.name)
        plan = preview_file(name=file.name, content=file.content, hospital=hospital)
    except Unreadable as problem:
        return FilePreview.refused(file.name, file.size, str(problem))
    earlier = queries.earlier_import(hospital, sha256_of_bytes(file.content))
    return preview_of(plan, hospital=hospital, size=file.size, earlier=earlier)


@transaction.atomic
def open_batch(*, batch: str, by: User) -> list[tuple[str, FilePreview]]:
    """The previews of a batch, each with its upload's id. That they were looked at is recorded."""
    uploads = queries.batch_of(by, batch)
    audit.record(EventType.IMPORT_READ, thing=("Upload", batch), by=by, hospital=by.hospital)
    return [(upload.pk, FilePreview.model_validate(upload.preview)) for upload in uploads]


@transaction.atomic
def open_import(*, pk: str, by: User) -> Import:
    """One import of this person's hospital, for reading its receipt, which is recorded."""
    found = queries.import_of(by.hospital_id, pk)
    audit.record(EventType.IMPORT_READ, thing=found, by=by, hospital=by.hospital)
    return found


@transaction.atomic
def run(*, batch: str, by: User) -> list[Import]:
    """Import every readable file of a batch, and let the uploads go."""
    uploads = queries.batch_of(by, batch, lock=True)
    imports = [
        import_file(
            name=upload.source,
            content=gzip.decompress(bytes(upload.content)),
            hospital=by.hospital,
            by=by,
        )
        for upload in uploads
        if upload.content
    ]
    _delete(uploads)
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
