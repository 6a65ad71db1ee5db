"""What a reviewer must have looked at before approving, and what changed since. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphcurate.applying import Change, content_hash_of
from graphcurate.entry_fields import EXISTS
from medreview.common.errors import Invalid, gettext_noop

MANY = 100
"""More changed entries than this are approved only once each was viewed."""

Place = tuple[str, str]


@dataclass(frozen=True)
class ChangedEntry:
    """One entry of a change set, and the hash a viewed mark is bound to."""

    kind: str
    key: str
    content_hash: str
    is_removal: bool


class NotViewed(Invalid):
    """Something was not looked at that has to be."""


def changed_entries(changes: Iterable[Change]) -> tuple[ChangedEntry, ...]:
    """The entries that a change set touches."""
    grouped: dict[Place, list[Change]] = {}
    for change in changes:
        grouped.setdefault((change.kind.value, change.key), []).append(change)
    return tuple(
        ChangedEntry(kind, key, content_hash_of(listed), _removes(listed))
        for (kind, key), listed in grouped.items()
    )


def unviewed(
    entries: Iterable[ChangedEntry], marks: Mapping[Place, str]
) -> tuple[ChangedEntry, ...]:
    """What somebody with these marks has not looked at as it stands now."""
    return tuple(one for one in entries if marks.get((one.kind, one.key)) != one.content_hash)


def check_viewed(
    entries: tuple[ChangedEntry, ...], marks: Mapping[Place, str], *, confirmed: bool
) -> None:
    """Many changes are approved only when all were viewed; an unviewed removal is asked about."""
    left = unviewed(entries, marks)
    if len(entries) > MANY and left:
        raise NotViewed(
            gettext_noop(
                "%(n)d changes are not viewed yet. A set of more than %(many)d changes is "
                "approved once you have viewed them all."
            ),
            n=len(left),
            many=MANY,
        )
    removals = [one for one in left if one.is_removal]
    if removals and not confirmed:
        raise NotViewed(
            gettext_noop("%(n)d removals are not viewed yet. Look at them, or say you mean it."),
            n=len(removals),
        )


def changed_since(approved: Iterable[Change], now: Iterable[Change]) -> tuple[Change, ...]:
    """From what was approved to what stands there now, field by field."""
    before = {(one.kind, one.key, one.field): one for one in approved}
    after = {(one.kind, one.key, one.field): one for one in now}
    found = []
    for place in dict.fromkeys((*before, *after)):
        was, stands = before.get(place), after.get(place)
        old = was.new if was else stands.old if stands else None
        new = stands.new if stands else was.old if was else None
        if old != new:
            kind, key, field = place
            found.append(Change(kind=kind, key=key, field=field, old=old, new=new))
    return tuple(found)


def _removes(changes: Iterable[Change]) -> bool:
    return any(change.field == EXISTS and not change.new for change in changes)
