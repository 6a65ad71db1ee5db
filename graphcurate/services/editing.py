"""A form about one entry saved: each field stands, or is refused with what somebody else wrote."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from graphcurate.contracts import RelationEntry
from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet
from graphcurate.queries.editing import found_in
from graphcurate.services import change_sets
from graphcurate.services.change_sets import Edit, Refused
from medreview.accounts.models import User
from medreview.common.clock import now


@dataclass(frozen=True)
class Wanted:
    """One field as a form asks for it."""

    field: str
    new: Any
    seen: Any


def save_form(
    *, change_set: ChangeSet, kind: EntryKind, key: str, wanted: Iterable[Wanted], by: User
) -> tuple[Refused, ...]:
    """Save what differs. A quote is looked for in its document on the way, whoever says what."""
    edits = [Edit(kind, key, one.field, _settled(one, by), one.seen) for one in wanted]
    return change_sets.save_edits(change_set=change_set, edits=edits, by=by)


def _settled(wanted: Wanted, by: User) -> Any:
    if not wanted.field.startswith("evidence/") or not isinstance(wanted.new, dict):
        return wanted.new
    return evidence_of(wanted.new, wanted.seen, by)


def evidence_of(new: dict[str, Any], seen: Any, by: User) -> dict[str, Any]:
    """An evidence item as it is kept: a curator asserts it, and a quote has its place.

    Where the quote stands is found here and never taken from a page.
    """
    before = seen if isinstance(seen, dict) else {}
    item = {"agent_type": "curator", "level": "expert", **new}
    same_place = all(before.get(name) == item.get(name) for name in ("document", "quote"))
    if before and before != item:
        # What a person reworded is no longer the starter's or a model's own claim.
        item["agent_type"] = "curator"
    if same_place and before.get("offset") is not None:
        return item
    for name in ("offset", "checked_by", "checked_at"):
        item.pop(name, None)
    if item.get("quote") and item.get("document"):
        offset = found_in(str(item["document"]), str(item["quote"]))
        if offset is not None:
            item |= {
                "offset": offset,
                "checked_by": by.username,
                "checked_at": now().isoformat(),
            }
    return item


def move_link(
    *,
    change_set: ChangeSet,
    links: Sequence[RelationEntry],
    key: str,
    by: User,
    up: bool,
) -> None:
    """Put a link one place up or down among those of its kind, whose order is ``links``."""
    order = [link.id for link in links]
    place = order.index(key)
    other = place - 1 if up else place + 1
    if not 0 <= other < len(order):
        return
    order[place], order[other] = order[other], order[place]
    known = {link.id: link for link in links}
    # Those without a place follow those with one, so only what stands above needs one.
    edits = [
        Edit(EntryKind.RELATION, one, "position", number, known[one].position)
        for number, one in enumerate(order[: max(place, other) + 1], start=1)
        if known[one].position != number
    ]
    later = order[max(place, other) + 1 :]
    placed = [one for one in later if known[one].position is not None]
    edits += [
        Edit(EntryKind.RELATION, one, "position", number, known[one].position)
        for number, one in enumerate(placed, start=max(place, other) + 2)
        if known[one].position != number
    ]
    change_sets.save_edits(change_set=change_set, edits=edits, by=by)
