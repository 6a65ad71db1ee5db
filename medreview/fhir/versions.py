"""Which of a file's resources are new, changed or already here."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from medreview.fhir.dates import read_moment
from medreview.fhir.elements import Json
from medreview.fhir.shape import Taken

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
            continue
        version, last_hash = version + 1, item.content_hash
        seen.add(item.content_hash)
        outcomes.append((item, "new" if version == 1 else "changed"))
        fresh.append(Fresh(item, version, current=False))
    if replaces:
        fresh[-1] = replace(fresh[-1], current=True)


def _in_time(group: list[Taken], *, newest_first: bool) -> list[Taken]:
    """Oldest first: by the moment the server wrote it, where every one says so."""
    if len(group) == 1:
        return group
    moments = [_written(item) for item in group]
    if all(moments) and len({moment[-6:] for moment in moments if moment}) == 1:
        return [item for _moment, item in sorted(zip(moments, group, strict=True), key=_first)]
    return group[::-1] if newest_first else group


def written_at(resource: Json) -> dt.datetime | None:
    """When the server wrote a resource, to the instant; None where it does not say."""
    meta = resource.get("meta")
    return read_moment(meta.get("lastUpdated")).instant if isinstance(meta, dict) else None


def _is_outdated(newest: Taken, known: Known) -> bool:
    if newest.content_hash == known.current_hash or known.written is None:
        return False
    written = written_at(newest.resource)
    return written is not None and written < known.written


def _first(pair: tuple[str | None, Taken]) -> str:
    return pair[0] or ""


def _written(item: Taken) -> str | None:
    meta = item.resource.get("meta")
    moment = meta.get("lastUpdated") if isinstance(meta, dict) else None
    return moment if isinstance(moment, str) and moment else None
