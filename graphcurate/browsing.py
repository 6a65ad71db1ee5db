"""The entries of the graph as a list to search and to narrow. Pure; an index is built once.

A line of the list is one entry with what its relations say of it. A biomarker or a domain counts
the relations that begin at it; a condition, medication or factor those that lead to it, a source
those that rest on it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
    Source,
)
from graphcurate.entry_fields import EntryKind, key_of, kind_of
from graphcurate.pictures.neighbourhood import thing_name
from graphcurate.snapshot import all_names
from medreview.common.text import normalise_name

PAGE = 100

EntryId = tuple[EntryKind, str]
"""Kind and key of an entry, as changes name it."""

Entry = Biomarker | Domain | NamedThing | Source


class EntryType(StrEnum):
    """What the list shows the lines of."""

    BIOMARKER = "biomarker"
    CONDITION = "condition"
    MEDICATION = "medication"
    PREANALYTICAL = "preanalytical"
    DOMAIN = "domain"
    SOURCE = "source"


class State(StrEnum):
    """Where an entry stands; one can be published and in a draft at once."""

    PUBLISHED = "published"
    """In the current release, it and its links accepted by a second person."""
    STARTER = "starter"
    """In the current release, and it or a link of its not clinically reviewed."""
    DRAFT = "draft"
    IN_REVIEW = "in_review"
    RETIRED = "retired"


@dataclass(frozen=True)
class Item:
    """One line, with everything it is searched and narrowed by."""

    type: EntryType
    entry: Entry
    links: Mapping[RelationKind, int]
    """How many relations of each kind are its own, or lead to it, or rest on it."""
    quoted: int
    """How many of them carry a quote."""
    sources: frozenset[str]
    reviewed: bool
    """It and all relations of its own are."""
    touches: frozenset[EntryId]
    """Itself and the relations of its own: a change of any of them is one of this line."""
    spoken: str
    """Every name, code and key, normalised."""

    @property
    def id(self) -> str:
        return f"{self.type}:{self.entry.key}"

    @property
    def total(self) -> int:
        """How many relations it counts."""
        return sum(self.links.values())

    @property
    def domain(self) -> str:
        """The key of its domain; empty where it has none."""
        return self.entry.domain if isinstance(self.entry, Biomarker) else ""

    def name(self, language: str) -> str:
        """What it is shown as."""
        return name_of(self.entry, language)


@dataclass(frozen=True)
class Standing:
    """What of the graph is in somebody's hands, by entry, and when each last changed."""

    states: Mapping[EntryId, AbstractSet[State]] = field(default_factory=dict)
    updated: Mapping[EntryId, int] = field(default_factory=dict)
    """The place among all releases of the one it last changed in; the first where it is absent."""


@dataclass(frozen=True)
class Filter:
    """What the list is narrowed by; what is empty narrows nothing."""

    words: str = ""
    type: EntryType = EntryType.BIOMARKER
    domain: str = ""
    coverage: str = ""
    """``with`` or ``without``, a colon, and a kind of relation or ``any``."""
    state: State | None = None
    source: str = ""
    unquoted: bool = False
    """Only lines with a relation that has no quote."""
    since: int | None = None
    """Only what changed in a release after the one at this place."""


@dataclass(frozen=True)
class Page:
    """Some of the lines that were found, and where the pages around them begin."""

    items: Sequence[Item]
    total: int
    first: int
    """Place of its first line, from 1; 0 where nothing was found."""
    before: str | None
    """The line after which the page before this one begins; empty for the very first."""
    after: str | None


class Index:
    """Every entry of one content as a line, by type."""

    def __init__(self, content: GraphContent) -> None:
        self.content = content
        self.relations = {entry.id: entry for entry in content.relations}
        leaving, leading = _by_ends(content.relations)
        citing = _by_source(content.relations)
        entries: list[Entry] = [
            *content.biomarkers, *content.things, *content.domains, *content.sources,
        ]  # fmt: skip
        self.items: dict[str, Item] = {}
        for entry in entries:
            place = (kind_of(entry), key_of(entry))
            if isinstance(entry, Source):
                counted = citing.get(entry.key, [])
            else:
                ends = leading if isinstance(entry, NamedThing) else leaving
                counted = ends.get(place, [])
            item = item_of(entry, counted)
            self.items[item.id] = item
        self.by_type: dict[EntryType, list[Item]] = defaultdict(list)
        for item in self.items.values():
            self.by_type[item.type].append(item)
        self._leaving, self._leading, self._citing = leaving, leading, citing

    def own_links(self, place: EntryId) -> list[RelationEntry]:
        """The relations that begin at a biomarker or a domain."""
        return self._leaving.get(place, [])

    def links_to(self, place: EntryId) -> list[RelationEntry]:
        """The relations that lead to a thing or a biomarker."""
        return self._leading.get(place, [])

    def resting_on(self, source: str) -> list[RelationEntry]:
        """The relations with evidence from a source."""
        return self._citing.get(source, [])


def item_of(entry: Entry, counted: Sequence[RelationEntry]) -> Item:
    """An entry as a line, with the relations it counts."""
    own = not isinstance(entry, NamedThing | Source)
    reviewed = getattr(entry, "reviewed", True)
    return Item(
        type=type_of(entry),
        entry=entry,
        links=Counter(relation.kind for relation in counted),
        quoted=sum(map(has_quote, counted)),
        sources=frozenset(
            evidence.source for relation in counted for evidence in relation.evidence
        ),
        reviewed=reviewed and (not own or all(relation.reviewed for relation in counted)),
        touches=frozenset(
            {
                (kind_of(entry), key_of(entry)),
                *((EntryKind.RELATION, relation.id) for relation in counted if own),
            }
        ),
        spoken="\n".join(normalise_name(text) for text in _spoken(entry)),
    )


def ends_of(relation: RelationEntry) -> tuple[EntryId, EntryId]:
    """The entries a relation leads from and to."""
    subject = (
        (EntryKind.BIOMARKER, relation.biomarker)
        if relation.biomarker
        else (EntryKind.DOMAIN, relation.domain or "")
    )
    if relation.kind is RelationKind.PARAMETER:
        return subject, (EntryKind.BIOMARKER, relation.target)
    return subject, (EntryKind.THING, f"{relation.kind}:{relation.target}")


def type_of(entry: Entry) -> EntryType:
    """Which list an entry is a line of."""
    return EntryType(entry.kind if isinstance(entry, NamedThing) else kind_of(entry))


def name_of(entry: Entry, language: str) -> str:
    """What an entry is shown as in a language, else in English."""
    if isinstance(entry, NamedThing):
        return thing_name(entry, language)
    if isinstance(entry, Source):
        return entry.title
    fallback = entry.name if isinstance(entry, Biomarker) else entry.key
    return entry.names.get(language[:2]) or entry.names.get("en") or fallback


def has_quote(relation: RelationEntry) -> bool:
    """Whether any of its evidence quotes a stored document."""
    return any(evidence.quote for evidence in relation.evidence)


def states_of(item: Item, standing: Standing, retired: AbstractSet[str]) -> list[State]:
    """Where the entry stands, the most telling first."""
    found = {state for one in item.touches for state in standing.states.get(one, ())}
    if item.id in retired:
        found |= {State.RETIRED}
    else:
        found |= {State.PUBLISHED if item.reviewed else State.STARTER}
    return [state for state in _TELLING if state in found]


_TELLING = (State.RETIRED, State.IN_REVIEW, State.DRAFT, State.STARTER, State.PUBLISHED)


def updated_of(item: Item, standing: Standing) -> int:
    """The place of the release in which the entry or a relation of its own last changed."""
    return max(standing.updated.get(one, 0) for one in item.touches)


def matching(
    items: Iterable[Item],
    wanted: Filter,
    standing: Standing,
    retired: AbstractSet[str] = frozenset(),
) -> list[Item]:
    """The lines that everything in the filter speaks for."""
    words = normalise_name(wanted.words)
    return [
        item
        for item in items
        if words in item.spoken
        and wanted.domain in {"", item.domain}
        and _covered(item, wanted.coverage)
        and (not wanted.source or wanted.source in item.sources)
        and (not wanted.unquoted or item.quoted < item.total)
        and (wanted.state is None or wanted.state in states_of(item, standing, retired))
        and (wanted.since is None or updated_of(item, standing) > wanted.since)
    ]


def page_of(found: Iterable[Item], language: str, after: str = "", size: int = PAGE) -> Page:
    """A page of the lines by name, behind the line with this id or from the beginning."""
    listed = sorted(found, key=lambda item: (item.name(language).casefold(), item.id))
    places = {item.id: place for place, item in enumerate(listed, start=1)}
    start = places.get(after, 0)
    shown = listed[start : start + size]
    earlier = max(start - size, 0)
    return Page(
        items=shown,
        total=len(listed),
        first=start + 1 if shown else 0,
        before=None if not start else listed[earlier - 1].id if earlier else "",
        after=shown[-1].id if start + size < len(listed) else None,
    )


def coverage_of(items: Iterable[Item]) -> dict[str, dict[RelationKind, int]]:
    """By domain and kind of relation: how many biomarkers have a relation of their own."""
    counts: dict[str, Counter[RelationKind]] = defaultdict(Counter)
    for item in items:
        if item.type is EntryType.BIOMARKER:
            counts[item.domain].update(kind for kind in RelationKind if item.links.get(kind))
    return {domain: dict(counted) for domain, counted in counts.items()}


def _covered(item: Item, coverage: str) -> bool:
    way, _, kind = coverage.partition(":")
    if way not in {"with", "without"}:
        return True
    has = bool(item.total if kind == "any" else item.links.get(RelationKind(kind)))
    return has is (way == "with")


def _spoken(entry: Entry) -> Iterable[str]:
    if isinstance(entry, Biomarker):
        return (*all_names(entry), entry.key, *(code.code for code in entry.loinc))
    if isinstance(entry, NamedThing):
        names = (name for names in entry.names.values() for name in names)
        return (entry.name, *names, entry.key, *(code.code for code in entry.codes))
    if isinstance(entry, Domain):
        return (*entry.names.values(), entry.key)
    return (entry.title, entry.organisation, entry.key, str(entry.year or ""), entry.doi or "")


def _by_ends(
    relations: Iterable[RelationEntry],
) -> tuple[dict[EntryId, list[RelationEntry]], dict[EntryId, list[RelationEntry]]]:
    """Relations by the entry they leave, and by the one they lead to."""
    leaving: dict[EntryId, list[RelationEntry]] = defaultdict(list)
    leading: dict[EntryId, list[RelationEntry]] = defaultdict(list)
    for relation in relations:
        subject, target = ends_of(relation)
        leaving[subject].append(relation)
        leading[target].append(relation)
    return leaving, leading


def _by_source(relations: Iterable[RelationEntry]) -> dict[str, list[RelationEntry]]:
    citing: dict[str, list[RelationEntry]] = defaultdict(list)
    for relation in relations:
        for source in relation.sources:
            citing[source].append(relation)
    return citing
