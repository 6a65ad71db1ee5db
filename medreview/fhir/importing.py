"""Files into stored records, entry by entry: a bad entry never costs a good one."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from medreview.accounts.models import Hospital, User
from medreview.common.collector import collector_paused
from medreview.common.hashing import sha256_of_bytes
from medreview.fhir.after_import import call
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.reading import sent_of_table
from medreview.fhir.errors import Unexplained, Unreadable
from medreview.fhir.hl7v2.reading import sent_of_messages
from medreview.fhir.kinds import Kind, head_of, kind_of, opened, table_limit
from medreview.fhir.models import Import
from medreview.fhir.planning import Plan, plan_import, read_file
from medreview.fhir.preview import SHOWN_ROWS, ResultsPreview
from medreview.fhir.sent_parts import Parts
from medreview.fhir.sent_results import Sent, SentFile, SentReport
from medreview.fhir.storing import Storing, lock_imports, store
from medreview.fhir.unpacking import max_bytes, too_large
from medreview.patients.models import Patient


def import_file(
    *,
    name: str,
    content: bytes | Path,
    hospital: Hospital,
    by: User | None,
    mapping: ColumnMapping | None = None,
) -> Import:
    """Take in one file: FHIR, HL7 v2 messages, or a table whose columns ``mapping`` explains.

    Unreadable when it can't be read at all; then nothing is written.
    """
    name = storable_name(name)
    kind = kind_of(name, head_of(name, content))
    if kind is Kind.FHIR:
        return _import_fhir(name, bytes_of(name, content), hospital, by)
    with opened(name, content, limit=limit_of(kind, content)) as stream:
        file = sent_file(kind, name, stream, hospital, mapping)
        with transaction.atomic():
            lock_imports(hospital)
            parts = Parts(file, name, hospital, is_table=kind is Kind.CSV)
            storing = Storing(hospital=hospital, by=by)
            for plan in parts.plans():
                storing.add(plan)
            made = storing.finish(parts.receipt, file_hash=hash_of(content))
            call(made)
    return made


@collector_paused()
def _import_fhir(name: str, data: bytes, hospital: Hospital, by: User | None) -> Import:
    # Reading is done before the lock: it takes the time, and needs nothing from the database.
    contents = read_file(name, data)
    with transaction.atomic():
        lock_imports(hospital)
        plan = plan_import(contents, hospital=hospital)
        made = store(plan, hospital=hospital, file_hash=sha256_of_bytes(data), by=by)
        call(made)
    return made


@collector_paused()
def preview_file(*, name: str, content: bytes | Path, hospital: Hospital) -> Plan:
    """What importing this file of FHIR now would do. Nothing is written."""
    name = storable_name(name)
    return plan_import(read_file(name, bytes_of(name, content)), hospital=hospital)


def preview_results(
    *,
    name: str,
    content: bytes | Path,
    hospital: Hospital,
    mapping: ColumnMapping | None = None,
) -> ResultsPreview:
    """What importing this table or these messages now would do. Nothing is written."""
    name = storable_name(name)
    kind = kind_of(name, head_of(name, content))
    with opened(name, content, limit=limit_of(kind, content)) as stream:
        file = sent_file(kind, name, stream, hospital, mapping)
        seen: list[Sent] = []
        watched = replace(file, sent=_watched(file.sent, seen))
        parts = Parts(watched, name, hospital, is_table=kind is Kind.CSV)
        known: dict[str, Patient] = {}
        for plan in parts.plans():
            known.update(plan.known_patients)
    return ResultsPreview(parts.receipt, tuple(parts.people.values()), known, tuple(seen))


def _watched(sent: Iterable[Sent], seen: list[Sent]) -> Iterator[Sent]:
    for one in sent:
        if len(seen) < SHOWN_ROWS and not isinstance(one, SentReport):
            seen.append(one)
        yield one


def sent_file(
    kind: Kind,
    name: str,
    stream: BinaryIO,
    hospital: Hospital,
    mapping: ColumnMapping | None,
) -> SentFile:
    """The results a file holds; Unreadable for a table nobody has explained."""
    zone = ZoneInfo(hospital.timezone)
    if kind is Kind.HL7:
        return sent_of_messages(name, stream.read(), zone)
    if mapping is None:
        raise Unexplained(_("%s is a table; say first what its columns mean.") % name)
    return sent_of_table(name, stream, mapping, zone)


def limit_of(kind: Kind, content: bytes | Path) -> int:
    """How large a file may be: from a shell a table is read row by row, all else at once.

    Of what came through a page (``bytes``), tables and messages are held shorter.
    """
    if isinstance(content, bytes):
        return int(settings.UPLOAD_LIMITS.get(kind.value, max_bytes()))
    return table_limit() if kind is Kind.CSV else max_bytes()


def hash_of(content: bytes | Path) -> str:
    """Sha-256 of a file's bytes, whatever its size."""
    if isinstance(content, bytes):
        return sha256_of_bytes(content)
    with content.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def storable_name(name: str) -> str:
    """A file's name without what can't be shown or stored."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)


def bytes_of(name: str, content: bytes | Path) -> bytes:
    """The bytes of a file, never more than may be read at once."""
    if isinstance(content, bytes):
        return content
    try:
        if content.stat().st_size > max_bytes():
            raise too_large(name)
        return content.read_bytes()
    except OSError as problem:
        raise Unreadable(_("%s can't be opened.") % name) from problem


def files_under(paths: Iterable[Path]) -> list[Path]:
    """The files named, and those inside the folders named, in order; hidden ones left out."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = (item for item in path.rglob("*") if item.is_file())
            files += sorted(item for item in inside if not _is_hidden(item.relative_to(path)))
        else:
            files.append(path)
    return files


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
