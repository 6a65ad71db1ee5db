"""How a new link is told from every other: what it leads to, and the id it gets. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from graphcurate.contracts import Effect, GraphContent, RelationEntry, RelationKind
from graphcurate.entry_fields import EntryKind

BY_PREFIX = {
    "rel": EntryKind.BIOMARKER,
    "dom": EntryKind.DOMAIN,
}
PREFIXES = {kind: prefix for prefix, kind in BY_PREFIX.items()}


@dataclass(frozen=True)
class Target:
    """What a link leads to."""

    kind: RelationKind
    key: str


def target_in(text: str, content: GraphContent) -> Target | None:
    """The target that was picked or typed: ``condition:ckd``, a key alone, or a name."""
    picked = text.rpartition(" · ")[2].strip()
    kind, _, key = picked.partition(":")
    if kind in set(RelationKind) and key:
        found = [Target(RelationKind(kind), key)]
    else:
        found = [*_by_key(picked, content), *_by_name(picked.casefold(), content)]
    return next((one for one in found if _is_there(one, content)), None)


def _by_key(key: str, content: GraphContent) -> Iterable[Target]:
    yield Target(RelationKind.PARAMETER, key)
    yield from (Target(one.kind, one.key) for one in content.things if one.key == key)


def _by_name(name: str, content: GraphContent) -> Iterable[Target]:
    for one in content.biomarkers:
        if name in {text.casefold() for text in one.names.values()}:
            yield Target(RelationKind.PARAMETER, one.key)
    for thing in content.things:
        if any(name == text.casefold() for texts in thing.names.values() for text in texts):
            yield Target(thing.kind, thing.key)


def _is_there(target: Target, content: GraphContent) -> bool:
    if target.kind is RelationKind.PARAMETER:
        return any(one.key == target.key for one in content.biomarkers)
    return any((one.kind, one.key) == (target.kind, target.key) for one in content.things)


def twins_of(
    subject: EntryKind, key: str, target: Target, relations: Iterable[RelationEntry]
) -> list[RelationEntry]:
    """The links from the same to the same."""
    return [
        one
        for one in relations
        if (one.biomarker if subject is EntryKind.BIOMARKER else one.domain) == key
        and (one.kind, one.target) == (target.kind, target.key)
    ]


def new_link(
    subject: EntryKind, key: str, target: Target, effect: Effect, taken: Iterable[str]
) -> RelationEntry:
    """A link with an id that no other has, its words still to come."""
    known = set(taken)
    stem = f"{PREFIXES[subject]}:{key}:{target.kind}:{target.key}"
    number, made = 2, stem
    while made in known:
        made, number = f"{stem}:{number}", number + 1
    return RelationEntry(
        id=made,
        biomarker=key if subject is EntryKind.BIOMARKER else None,
        domain=key if subject is EntryKind.DOMAIN else None,
        kind=target.kind,
        target=target.key,
        effect=effect,
        rationale="",
    )
