"""What a content of the graph names and does not hold: with a loose end nothing is built. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from graphcurate.applying import entries_of
from graphcurate.contracts import GraphContent, RelationEntry, RelationKind
from graphcurate.entry_fields import EntryKind


@dataclass(frozen=True)
class LooseEnd:
    """An entry, and the one it names that is not there."""

    kind: EntryKind
    key: str
    missing_kind: EntryKind
    missing: str


def loose_ends(content: GraphContent) -> tuple[LooseEnd, ...]:
    """Every entry that names a domain, an end or a source the content lacks."""
    known = {kind: entries_of(content, kind).keys() for kind in EntryKind}
    return tuple(end for end in _named(content) if end.missing not in known[end.missing_kind])


def _named(content: GraphContent) -> Iterator[LooseEnd]:
    for biomarker in content.biomarkers:
        yield LooseEnd(EntryKind.BIOMARKER, biomarker.key, EntryKind.DOMAIN, biomarker.domain)
    for relation in content.relations:
        for kind, key in _ends(relation):
            yield LooseEnd(EntryKind.RELATION, relation.id, kind, key)
    for source in content.sources:
        if source.superseded_by:
            yield LooseEnd(EntryKind.SOURCE, source.key, EntryKind.SOURCE, source.superseded_by)


def _ends(relation: RelationEntry) -> Iterator[tuple[EntryKind, str]]:
    if relation.biomarker:
        yield EntryKind.BIOMARKER, relation.biomarker
    if relation.domain:
        yield EntryKind.DOMAIN, relation.domain
    if relation.kind is RelationKind.PARAMETER:
        yield EntryKind.BIOMARKER, relation.target
    else:
        yield EntryKind.THING, f"{relation.kind.value}:{relation.target}"
    for source in relation.sources:
        yield EntryKind.SOURCE, source
