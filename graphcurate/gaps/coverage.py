"""How much of a graph is there: by domain and kind of relation, and what lacks its evidence. Pure.

Every list says of what it is made in one place, so that a count and the list behind it agree.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum

from graphcurate.contracts import (
    Biomarker,
    Domain,
    GraphContent,
    NamedThing,
    RelationEntry,
    RelationKind,
)
from graphcurate.entry_fields import EntryKind, key_of, kind_of

Place = tuple[EntryKind, str]
"""Kind and key of an entry."""


@dataclass(frozen=True)
class Cell:
    """Of a domain's biomarkers, how many have relations of their own of one kind."""

    kind: RelationKind
    covered: int
    total: int

    @property
    def lacking(self) -> int:
        return self.total - self.covered

    @property
    def is_hole(self) -> bool:
        """None of them has any: all are answered by the domain, or not at all."""
        return self.total > 0 and self.covered == 0


@dataclass(frozen=True)
class Row:
    """One domain of the matrix."""

    domain: str
    total: int
    cells: tuple[Cell, ...]
    defaults: int
    """Relations of the domain itself, which answer where a biomarker has none (tier 2)."""


def matrix(content: GraphContent) -> tuple[Row, ...]:
    """A row for each domain, in the order of the graph; every biomarker is in one."""
    kinds: dict[str, set[RelationKind]] = defaultdict(set)
    defaults: dict[str, int] = defaultdict(int)
    for relation in content.relations:
        if relation.biomarker:
            kinds[relation.biomarker].add(relation.kind)
        else:
            defaults[relation.domain or ""] += 1
    members: dict[str, list[str]] = defaultdict(list)
    for biomarker in content.biomarkers:
        members[biomarker.domain].append(biomarker.key)
    return tuple(
        Row(
            domain=domain.key,
            total=len(members[domain.key]),
            cells=tuple(
                Cell(
                    kind,
                    sum(kind in kinds[key] for key in members[domain.key]),
                    len(members[domain.key]),
                )
                for kind in RelationKind
            ),
            defaults=defaults[domain.key],
        )
        for domain in content.domains
    )


class Concern(StrEnum):
    """What can be wrong with what a graph rests on, or has not been looked at yet."""

    UNQUOTED = "unquoted"
    UNVERIFIED = "unverified"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    OVERDUE = "overdue"
    DOCUMENT = "document"
    NO_CLINICIAN = "no_clinician"
    UNREVIEWED = "unreviewed"


@dataclass(frozen=True)
class Concerned:
    """One entry of a list, with the part of it that is meant."""

    place: Place
    part: str = ""
    """Of a relation, the source of the evidence item that is meant."""
    detail: str = ""
    """A word or a date that says more: by what it is superseded, since when it is overdue."""


@dataclass(frozen=True)
class Known:
    """What is known beside the content itself."""

    today: dt.date
    documents: Mapping[str, str] = field(default_factory=dict)
    """Stored documents that no longer hold, by hash, and why: ``withdrawn``, ``expired``, …"""
    read_by_clinicians: AbstractSet[Place] = frozenset()
    """Entries that a clinician accepted, in a release."""


def concerned(concern: Concern, content: GraphContent, known: Known) -> Iterator[Concerned]:
    """What a list holds, in the order of the graph."""
    return _LISTS[concern](content, known)


def counts(content: GraphContent, known: Known) -> dict[Concern, int]:
    """How long each list is."""
    return {one: sum(1 for _ in concerned(one, content, known)) for one in Concern}


def _unquoted(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for relation in content.relations:
        if not relation.evidence:
            yield Concerned(_place(relation))
        for item in relation.evidence:
            if not item.quote:
                yield Concerned(_place(relation), item.source)


def _unverified(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for source in content.sources:
        if not source.identifier_verified:
            yield Concerned((EntryKind.SOURCE, source.key))


def _superseded(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for source in content.sources:
        if source.superseded_by:
            yield Concerned((EntryKind.SOURCE, source.key), detail=source.superseded_by)


def _retracted(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for source in content.sources:
        if source.retracted:
            yield Concerned((EntryKind.SOURCE, source.key))


def _overdue(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for relation in content.relations:
        for item in relation.evidence:
            if item.review_by is not None and item.review_by < known.today:
                yield Concerned(_place(relation), item.source, item.review_by.isoformat())


def _document(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for relation in content.relations:
        for item in relation.evidence:
            why = known.documents.get(item.document or "")
            if item.quote and why:
                yield Concerned(_place(relation), item.source, why)


def _no_clinician(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for place in places(content):
        if place not in known.read_by_clinicians:
            yield Concerned(place)


def _unreviewed(content: GraphContent, known: Known) -> Iterator[Concerned]:
    for entry in _entries(content):
        if not entry.reviewed:
            yield Concerned((kind_of(entry), key_of(entry)))


_LISTS = {
    Concern.UNQUOTED: _unquoted,
    Concern.UNVERIFIED: _unverified,
    Concern.SUPERSEDED: _superseded,
    Concern.RETRACTED: _retracted,
    Concern.OVERDUE: _overdue,
    Concern.DOCUMENT: _document,
    Concern.NO_CLINICIAN: _no_clinician,
    Concern.UNREVIEWED: _unreviewed,
}


def places(content: GraphContent) -> Iterator[Place]:
    """Every entry that says something of medicine; a source is only where it is said."""
    for entry in _entries(content):
        yield kind_of(entry), key_of(entry)


def _entries(content: GraphContent) -> Iterator[Biomarker | Domain | NamedThing | RelationEntry]:
    yield from content.biomarkers
    yield from content.domains
    yield from content.things
    yield from content.relations


def _place(relation: RelationEntry) -> Place:
    return EntryKind.RELATION, relation.id
