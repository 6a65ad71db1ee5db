"""What the source takes back: a resource is deleted by a note, and everything it said stays.

A deletion is a version of its own, without content. What was current before it no longer is;
if the source sends the resource again, that is the next version.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from medreview.fhir.dates import read_moment
from medreview.fhir.shape import Deletion, Taken
from medreview.fhir.versions import Fresh, Key, Known, Sorted


@dataclass(frozen=True)
class TakenBack:
    """A file's resources once its deletions were heard."""

    sorted_out: Sorted
    rows: Mapping[str, str]
    """Our id of the stored row that is no longer current, by the deletion's place."""
    notes: tuple[str, ...]


def still_holding(
    deletions: Sequence[tuple[int, Deletion]],
    places: Mapping[Key, list[int]],
    *,
    newest_first: bool,
) -> dict[str, bool]:
    """Of each deletion, by its place: whether nothing later in the file brings it back.

    ``places`` are the numbers of the entries that bring each resource.
    """
    holding = {}
    for number, deletion in deletions:
        others = places.get(deletion.key, [])
        later = [one for one in others if (one < number if newest_first else one > number)]
        holding[deletion.where] = not later
    return holding


def take_back(
    sorted_out: Sorted,
    deletions: Iterable[Deletion],
    known: Mapping[Key, Known],
    holding: Mapping[str, bool],
) -> TakenBack:
    """Each deletion's outcome: ``changed`` where it takes something back, else ``same``."""
    fresh, outcomes = list(sorted_out.fresh), list(sorted_out.outcomes)
    rows: dict[str, str] = {}
    notes: list[str] = []
    done: set[Key] = set()
    for deletion in deletions:
        before = known.get(deletion.key, Known())
        if holding.get(deletion.where, True) and _was_heard(deletion.key, before, fresh):
            fresh = [each for each in fresh if _key(each) != deletion.key]
            outcomes = [
                (taken, "same" if (taken.type, taken.fhir_id) == deletion.key else outcome)
                for taken, outcome in outcomes
            ]
        newest = next((each for each in reversed(fresh) if _key(each) == deletion.key), None)
        note = _why_not(deletion, before, newest, holding=holding, done=done)
        outcomes.append((_tombstone(deletion), "same" if note else "changed"))
        notes.append(note or _("%s: the source deleted it") % deletion.where)
        if note:
            continue
        done.add(deletion.key)
        last = max(before.last_version, newest.version if newest else 0)
        fresh = [
            replace(each, current=False) if _key(each) == deletion.key else each for each in fresh
        ]
        fresh.append(Fresh(_tombstone(deletion), last + 1, current=False, deleted=True))
        if before.current_row:
            rows[deletion.where] = before.current_row
    current = {each.taken.where for each in fresh if each.current}
    left = replace(
        sorted_out,
        outcomes=tuple(outcomes),
        fresh=tuple(fresh),
        returned=tuple(taken for taken in sorted_out.returned if taken.where in current),
    )
    return TakenBack(left, rows, tuple(notes))


def _was_heard(key: Key, before: Known, fresh: Iterable[Fresh]) -> bool:
    """Whether the very file was taken before: its resource and the deletion of it."""
    again = [each for each in fresh if _key(each) == key]
    return (
        bool(again)
        and not before.current_row
        and all(each.taken.content_hash in before.hashes for each in again)
    )


def _why_not(
    deletion: Deletion,
    before: Known,
    newest: Fresh | None,
    *,
    holding: Mapping[str, bool],
    done: set[Key],
) -> str:
    """Why a deletion takes nothing back, in words; empty where it does."""
    if not holding.get(deletion.where, True):
        return _("%s: it was deleted, and sent again later in the same file") % deletion.where
    if deletion.key in done or not (before.current_row or (newest and newest.current)):
        return _("%s: it is deleted, and nothing of it is current here") % deletion.where
    deleted_at = read_moment(deletion.at).instant
    if deleted_at and before.written and deleted_at < before.written:
        return _("%s: it was deleted before what is known here was written") % deletion.where
    return ""


def _key(fresh: Fresh) -> Key:
    return fresh.taken.type, fresh.taken.fhir_id


def _tombstone(deletion: Deletion) -> Taken:
    return Taken(
        where=deletion.where,
        raw="",
        type=deletion.type,
        fhir_id=deletion.fhir_id,
        content_hash="",
        resource={},
    )
