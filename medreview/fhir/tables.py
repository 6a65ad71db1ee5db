"""A chosen table and what its columns mean: guessed, confirmed by a person, kept by name."""

import gzip
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import WrongState
from medreview.common.hashing import sha256_of_bytes
from medreview.fhir import queries
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.reading import Guess, guess_of
from medreview.fhir.csv_results.table import Layout
from medreview.fhir.importing import preview_results
from medreview.fhir.kinds import Kind, opened
from medreview.fhir.models import SavedMapping, Upload
from medreview.fhir.preview import preview_of_results
from medreview.fhir.unpacking import max_bytes


@dataclass(frozen=True)
class OpenTable:
    """A chosen table as far as a person needs to see it."""

    source: str
    guess: Guess
    mapping: ColumnMapping | None
    """What was said about it before."""
    saved: tuple[SavedMapping, ...]
    """What was said about tables with such a header."""


@transaction.atomic
def open_table(*, batch: str, pk: str, by: User, layout: Layout | None = None) -> OpenTable:
    """The beginning of a chosen table, and that it was looked at."""
    upload = _table(by, batch, pk)
    audit.record(EventType.IMPORT_READ, thing=("Upload", batch), by=by, hospital=by.hospital)
    guess = guess_table(upload.source, _content(upload), layout)
    return OpenTable(
        source=upload.source,
        guess=guess,
        mapping=mapping_of(upload),
        saved=tuple(queries.mappings_for(by.hospital, guess.signature)),
    )


@transaction.atomic
def explain(*, batch: str, pk: str, mapping: ColumnMapping, save_as: str, by: User) -> None:
    """Say what the columns of a chosen table mean; its preview follows from it.

    Under a name it is kept for the next table with the same header.
    """
    upload = _table(by, batch, pk, lock=True)
    content = _content(upload)
    found = preview_results(
        name=upload.source, content=content, hospital=by.hospital, mapping=mapping
    )
    preview = preview_of_results(
        found,
        kind=Kind.CSV,
        hospital=by.hospital,
        size=int(upload.preview["size"]),
        earlier=queries.earlier_import(by.hospital, sha256_of_bytes(content)),
    )
    upload.mapping, upload.preview = mapping.as_json(), preview.as_json()
    upload.save(update_fields=["mapping", "preview"])
    if save_as:
        guess = guess_table(upload.source, content, Layout(mapping.encoding, mapping.delimiter))
        _save(save_as, guess.signature, mapping, by)
    audit.record(
        EventType.COLUMNS_EXPLAINED,
        thing=("Upload", batch),
        by=by,
        hospital=by.hospital,
        counts={"columns": len(mapping.columns)},
    )


def _save(name: str, signature: str, mapping: ColumnMapping, by: User) -> None:
    SavedMapping.objects.update_or_create(
        hospital=by.hospital,
        name=name,
        defaults={
            "signature": signature,
            "mapping": mapping.as_json(),
            "by": by,
            "changed_at": now(),
        },
    )


def guess_table(name: str, content: bytes, layout: Layout | None = None) -> Guess:
    """What a table seems to be; Unreadable when it is none."""
    with opened(name, content, limit=max_bytes()) as stream:
        return guess_of(name, stream, layout)


def mapping_of(upload: Upload) -> ColumnMapping | None:
    """What a person has said about a table's columns."""
    return ColumnMapping.model_validate(upload.mapping) if upload.mapping else None


def _table(by: User, batch: str, pk: str, *, lock: bool = False) -> Upload:
    upload = queries.upload_of(by, batch, pk, lock=lock)
    if upload.kind != Kind.CSV or not upload.content:
        raise WrongState(_("This file is no table, so it has no columns to explain."))
    return upload


def _content(upload: Upload) -> bytes:
    return gzip.decompress(bytes(upload.content))
