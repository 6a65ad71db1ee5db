"""Which of a file's resources are new, changed or already here."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from medreview.fhir.dates import read_moment
from medreview.fhir.elements import Json, object_at, text_at
from medreview.fhir.record import Moment, Precision
from medreview.fhir.sent_results import SENDER
from medreview.fhir.shape import Taken

_MINUTE = dt.timedelta(seconds=59, microseconds=999_999)
Key = tuple[str, str]
"""Type and FHIR id."""


@dataclass
class Known:
    """What is stored of one resource."""

    last_version: int = 0
    current_hash: str = ""
    current_row: str = ""
    """Our id of the row that is current."""
    hashes: set[str] = field(default_factory=set)
    written: dt.datetime | None = None
    """When the server wrote what is current, where that was asked for and it says so."""
    writer: str = ""
    """The sender of the message that said it, where it came in one."""


@dataclass(frozen=True)
class Fresh:
    """A version that is not stored yet."""

    taken: Taken
    version: int
    current: bool
    """Whether it is the newest the file tells of, and so replaces what was current."""
    deleted: bool = False
    """Whether it is the note that the source took the resource back."""


@dataclass(frozen=True)
class Sorted:
    """A file's resources beside what is known: each one's outcome, and what to store."""

    outcomes: tuple[tuple[Taken, str], ...]
    """Each resource with ``new``, ``changed`` or ``same``."""
    fresh: tuple[Fresh, ...]
    outdated: tuple[Taken, ...] = ()
    """Those that the server wrote before what is current: they replace nothing."""
    returned: tuple[Taken, ...] = ()
    """Those that are current again although something newer had replaced them."""


def sort_out(
    taken: Sequence[Taken], known: Mapping[Key, Known], *, newest_first: bool = False
) -> Sorted:
    """Each resource's outcome. A file that was taken before changes nothing the second time."""
    by_key: dict[Key, list[Taken]] = {}
    for item in taken:
        by_key.setdefault((item.type, item.fhir_id), []).append(item)
    outcomes: list[tuple[Taken, str]] = []
    fresh: list[Fresh] = []
    outdated: list[Taken] = []
    returned: list[Taken] = []
    for key, group in by_key.items():
        in_time = _in_time(group, newest_first=newest_first)
        before = known.get(key, Known())
        _sort_group(in_time, before, outcomes, fresh)
        newest = in_time[-1]
        if _is_outdated(newest, before):
            outdated.append(newest)
        elif newest.content_hash != before.current_hash and newest.content_hash in before.hashes:
            returned.append(newest)
    return Sorted(tuple(outcomes), tuple(fresh), tuple(outdated), tuple(returned))


def _sort_group(
    group: list[Taken],
    known: Known,
    outcomes: list[tuple[Taken, str]],
    fresh: list[Fresh],
) -> None:
    newest = group[-1]
    # A file that ends on what is current tells of the past: it replaces nothing.
    replaces = newest.content_hash != known.current_hash and not _is_outdated(newest, known)
    seen, version, last_hash = set(known.hashes), known.last_version, known.current_hash
    for item in group:
        # What was current once and comes back as the newest is a change, not a repetition.
        returns = replaces and item is newest and item.content_hash != last_hash
        if item.content_hash in seen and not returns:
            outcomes.append((item, "same"))
            if version > known.last_version and item.content_hash == last_hash:
                # Said again later: from then on it counts as written.
                fresh[-1] = replace(fresh[-1], taken=item)
            continue
        version, last_hash = version + 1, item.content_hash
        seen.add(item.content_hash)
        outcomes.append((item, "new" if version == 1 else "changed"))
        fresh.append(Fresh(item, version, current=False))
    if replaces:
        fresh[-1] = replace(fresh[-1], current=True)


def _in_time(group: list[Taken], *, newest_first: bool) -> list[Taken]:
    """Oldest first: by the moment one and the same writer wrote it, where every one says so."""
    if len(group) == 1:
        return group
    in_order = group[::-1] if newest_first else group
    moments = [(_moment_of(item.resource), item) for item in in_order]
    dated = [(moment.instant, item) for moment, item in moments if moment.instant]
    alike = {(moment.precision, writer_of(item.resource)) for moment, item in moments}
    if len(dated) < len(group) or len(alike) > 1:
        return in_order
    return [item for _instant, item in sorted(dated, key=itemgetter(0))]


def written_at(resource: Json) -> dt.datetime | None:
    """When the server wrote a resource, to the instant; None where it does not say."""
    return _moment_of(resource).instant


def writer_of(resource: Json) -> str:
    """The sender of the message a resource was made of; empty for all else."""
    source = text_at(object_at(resource, "meta"), "source") or ""
    # Servers put the number of a request there, which is another each time.
    return source if source.startswith(SENDER) else ""


def _is_outdated(newest: Taken, known: Known) -> bool:
    if newest.content_hash == known.current_hash or known.written is None:
        return False
    if writer_of(newest.resource) != known.writer:
        return False
    moment = _moment_of(newest.resource)
    # A minute without seconds may be any of its moments: only a whole one before is older.
    width = _MINUTE if moment.precision is Precision.MINUTE else dt.timedelta()
    return moment.instant is not None and moment.instant + width < known.written


def _moment_of(resource: Json) -> Moment:
    return read_moment(object_at(resource, "meta").get("lastUpdated"))
