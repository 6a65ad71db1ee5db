"""The resources of one reading, found by any reference that can mean them.

References come as ``Type/id``, with a version, with a server before them, as ``urn:uuid:`` of
a Bundle entry, or as ``#id`` of something contained.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from medreview.fhir.dates import read_moment
from medreview.fhir.elements import Json, object_at, objects_at, text_at


@dataclass(frozen=True)
class Earlier:
    """A version of a resource before the current one."""

    version: int
    content: Json
    received_at: dt.datetime


@dataclass(frozen=True)
class Sent:
    """One resource as stored or as sent: its current content and what came before it."""

    content: Json
    version: int = 1
    full_url: str | None = None
    received_at: dt.datetime | None = None
    earlier: tuple[Earlier, ...] = ()
    is_theirs: bool = False
    """Whether it was stored as this patient's, so that its reference need not say it again."""


@dataclass(frozen=True)
class Item:
    """A resource on the shelf, under the name everything of ours calls it by."""

    key: str
    """``Type/id``, or ``Type/unnamed-3`` for the third resource, which has no id."""
    kind: str
    content: Json
    version: int
    earlier: tuple[Earlier, ...] = ()
    is_theirs: bool = False
    received_at: dt.datetime | None = None


class Shelf:
    """Every resource of a reading, each once, in the order received."""

    def __init__(self, sent: Iterable[Json | Sent]) -> None:
        self.items: dict[str, Item] = {}
        self.older: list[Item] = []
        """Versions that came beside a newer one of the same resource."""
        self._aliases: dict[str, str] = {}
        for place, one in enumerate(sent, start=1):
            self._put(place, one if isinstance(one, Sent) else Sent(content=one))

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items.values())

    def of(self, *kinds: str) -> list[Item]:
        """Every resource of these types, in the order received."""
        return [item for item in self if item.kind in kinds]

    def find(self, reference: str | None, within: Json | None = None) -> Item | None:
        """The resource a reference means; ``within`` is the one that may contain it."""
        if not reference:
            return None
        if reference.startswith("#"):
            return _contained(reference[1:], within or {})
        return self.items.get(self.key_of(reference))

    def key_of(self, reference: str) -> str:
        """Our name of what a reference means, whether or not it was received."""
        if alias := self._aliases.get(reference):
            return alias
        plain = local_reference(reference)
        return self._aliases.get(plain, plain)

    def _put(self, place: int, sent: Sent) -> None:
        content = sent.content if isinstance(sent.content, dict) else {}
        kind = _type_of(content)
        key = f"{kind}/{text_at(content, 'id') or f'unnamed-{place}'}"
        version = _version(sent, content)
        updated = text_at(object_at(content, "meta"), "lastUpdated")
        at = sent.received_at or read_moment(updated).instant
        item = Item(key, kind, content, version, sent.earlier, sent.is_theirs, at)
        for alias in filter(None, (sent.full_url, f"urn:uuid:{key.partition('/')[2]}")):
            self._aliases.setdefault(alias, key)
        known = self.items.get(key)
        if known is None:
            self.items[key] = item
        else:
            self._meet(known, item)

    def _meet(self, known: Item, item: Item) -> None:
        """Two of one name: the higher version is current, the later one among equals."""
        newer, older = (item, known) if item.version >= known.version else (known, item)
        self.older.append(older)
        before = (*older.earlier, *newer.earlier)
        if older.received_at is not None and older.content != newer.content:
            before = (*before, Earlier(older.version, older.content, older.received_at))
        self.items[newer.key] = replace(newer, earlier=before)


def local_reference(reference: str) -> str:
    """``Type/id`` of a reference, without a server before it or a version behind it."""
    plain = reference.partition("/_history/")[0].partition("?")[0]
    if plain.startswith("urn:"):
        return plain
    parts = plain.rstrip("/").split("/")
    return "/".join(parts[-2:])


def contained_in(holder: Json, *kinds: str) -> list[Json]:
    """The resources of these types that another one contains."""
    return [
        one
        for one in objects_at(holder, "contained")
        if not kinds or one.get("resourceType") in kinds
    ]


def display_of(reference: Any) -> str | None:
    """How a reference names what it means: its display, else its identifier's value."""
    return text_at(reference, "display") or text_at(object_at(reference, "identifier"), "value")


def _type_of(content: Json) -> str:
    stated = content.get("resourceType")
    return stated if isinstance(stated, str) and stated else "unknown"


def _contained(name: str, holder: Json) -> Item | None:
    for one in contained_in(holder):
        if text_at(one, "id") == name:
            return Item(f"#{name}", _type_of(one), one, 1)
    return None


def _version(sent: Sent, content: Json) -> int:
    if sent.version != 1:
        return sent.version
    stated = text_at(object_at(content, "meta"), "versionId") or ""
    return int(stated) if stated.isascii() and stated.isdigit() and len(stated) < 10 else 1
