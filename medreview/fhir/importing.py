"""Files into stored records, entry by entry: a bad entry never costs a good one."""

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from medreview.accounts.models import Hospital, User
from medreview.common.collector import collector_paused
from medreview.common.hashing import sha256_of_bytes
from medreview.common.queue import enqueue_after_commit
from medreview.fhir.errors import Unreadable
from medreview.fhir.models import Import
from medreview.fhir.planning import Plan, plan_import, read_file
from medreview.fhir.storing import lock_imports, store
from medreview.fhir.unpacking import max_bytes, too_large


@collector_paused()
def import_file(*, name: str, content: bytes | Path, hospital: Hospital, by: User | None) -> Import:
    """Take in one file. Unreadable when it can't be read at all; then nothing is written."""
    name = storable_name(name)
    data = bytes_of(name, content)
    # Reading is done before the lock: it takes the time, and needs nothing from the database.
    contents = read_file(name, data)
    with transaction.atomic():
        lock_imports(hospital)
        plan = plan_import(contents, hospital=hospital)
        made = store(plan, hospital=hospital, file_hash=sha256_of_bytes(data), by=by)
        tell_others(made)
    return made


def tell_others(made: Import) -> None:
    """Whoever waits for imports is given this one's id, once it is committed."""
    for job in settings.AFTER_IMPORT:
        enqueue_after_commit(job, made.pk)


@collector_paused()
def preview_file(*, name: str, content: bytes | Path, hospital: Hospital) -> Plan:
    """What importing this file now would do. Nothing is written."""
    name = storable_name(name)
    return plan_import(read_file(name, bytes_of(name, content)), hospital=hospital)


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
