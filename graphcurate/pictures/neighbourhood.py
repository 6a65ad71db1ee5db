"""The neighbourhood of one biomarker: what it is linked to, and how a draft changes that. Pure.

The picture and the table beside it are made of the same ``Node`` rows, one for each relation, so
they can't tell different things. ``neighbourhood(before, key)`` is a published state;
``neighbourhood(before, key, after=working_content([change_set]))`` marks what a change set
adds, changes and removes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from graphcurate.contracts import GraphContent, NamedThing, RelationEntry, RelationKind

LARGEST = 150
"""More nodes than this are no picture any more: a matrix stands in its place."""

LEFT = (RelationKind.PARAMETER, RelationKind.PREANALYTICAL)
RIGHT = (RelationKind.CONDITION, RelationKind.MEDICATION)
_ORDER = {kind: place for place, kind in enumerate((*LEFT, *RIGHT))}


class ChangeState(StrEnum):
    """What a change set does to a link."""

    SAME = "same"
    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


_Link = tuple[RelationEntry, ChangeState]


@dataclass(frozen=True)
class Node:
    """One link as it is drawn and listed: the thing it leads to, and what it says of it."""

    relation: RelationEntry
    """As the draft has it; as it was published where the draft removes it."""
    name: str
    """Of the target, in the reader's language."""
    change: ChangeState = ChangeState.SAME
    through: str | None = None
    """At depth 2 the biomarker whose link this is; None for a link of the one in the middle."""

    @property
    def id(self) -> str:
        return self.relation.id

    @property
    def kind(self) -> RelationKind:
        return self.relation.kind

    @property
    def key(self) -> str:
        return self.relation.target


@dataclass(frozen=True)
class Picture:
    """A biomarker in the middle and its links around it, in the order they are drawn and listed."""

    key: str
    name: str
    code: str
    """Its primary LOINC code; empty where it has none."""
    nodes: tuple[Node, ...]
    depth: int
    names: Mapping[str, str]
    """Of the biomarkers the nodes lead through."""

    @property
    def fits(self) -> bool:
        """Whether it is small enough to be drawn."""
        return len(self.nodes) <= LARGEST

    @property
    def changes(self) -> Counter[ChangeState]:
        """How many links a change set leaves, adds, changes and removes."""
        return Counter(node.change for node in self.nodes)


def neighbourhood(
    before: GraphContent,
    key: str,
    *,
    depth: int = 1,
    after: GraphContent | None = None,
    language: str = "en",
    kinds: Iterable[RelationKind] = tuple(RelationKind),
    through: str | None = None,
) -> Picture:
    """The links of a biomarker, and at depth 2 those of the parameters it is linked to.

    ``kinds`` and ``through`` narrow it to some kinds, and to the links of one biomarker.
    """
    names = _Names(before, after or before, language)
    own = _links(before, after, {key})[key]
    beyond: dict[str, list[_Link]] = {}
    if depth > 1:
        parameters = dict.fromkeys(
            entry.target for entry, _ in own if entry.kind is RelationKind.PARAMETER
        )
        found = _links(before, after, set(parameters))
        beyond = {via: found[via] for via in parameters}
    wanted = frozenset(kinds)
    nodes = [
        Node(entry, names.of(entry.kind, entry.target), change, via)
        for via, links in ((None, own), *beyond.items())
        for entry, change in links
        if entry.kind in wanted and through in {None, via or key}
    ]
    return Picture(
        key=key,
        name=names.of(RelationKind.PARAMETER, key),
        code=names.code_of(key),
        nodes=tuple(nodes),
        depth=depth,
        names={via: names.of(RelationKind.PARAMETER, via) for via in beyond},
    )


def kinds_by_biomarker(picture: Picture) -> list[tuple[str, str, Counter[RelationKind]]]:
    """What stands for a picture too large to draw: how many links of each kind, by biomarker."""
    counts: dict[str, Counter[RelationKind]] = defaultdict(Counter)
    for node in picture.nodes:
        counts[node.through or picture.key][node.kind] += 1
    names = {picture.key: picture.name, **picture.names}
    return [(key, names[key], counted) for key, counted in counts.items()]


class _Names:
    """What to call the ends of relations, in one language."""

    def __init__(self, before: GraphContent, after: GraphContent, language: str) -> None:
        self._language = language[:2]
        contents = (after,) if after is before else (before, after)
        self._biomarkers = {entry.key: entry for each in contents for entry in each.biomarkers}
        self._things = {(one.kind, one.key): one for each in contents for one in each.things}

    def of(self, kind: RelationKind, key: str) -> str:
        """Its name in the reader's language, else in English; the key of what is not there."""
        if kind is RelationKind.PARAMETER:
            biomarker = self._biomarkers.get(key)
            return biomarker.names.get(self._language, biomarker.name) if biomarker else key
        thing = self._things.get((kind, key))
        return thing_name(thing, self._language) if thing else key

    def code_of(self, key: str) -> str:
        biomarker = self._biomarkers.get(key)
        codes = biomarker.loinc if biomarker else ()
        return next((code.code for code in codes if code.primary), "")


def thing_name(thing: NamedThing, language: str) -> str:
    """What a condition, medication or factor is shown as in a language."""
    translated = () if language[:2] == "en" else thing.names.get(language[:2], ())
    return translated[0] if translated else thing.name


def _links(
    before: GraphContent, after: GraphContent | None, biomarkers: set[str]
) -> dict[str, list[_Link]]:
    """The links of some biomarkers in their order, each with what becomes of it."""
    known = {entry.id: entry for entry in before.relations if entry.biomarker in biomarkers}
    if after is None:
        links = [(entry, ChangeState.SAME) for entry in known.values()]
    else:
        drawn = [entry for entry in after.relations if entry.biomarker in biomarkers]
        kept = {entry.id for entry in drawn}
        links = [(entry, _change(known.get(entry.id), entry)) for entry in drawn]
        links += [(one, ChangeState.REMOVED) for one in known.values() if one.id not in kept]
    found: dict[str, list[_Link]] = {key: [] for key in biomarkers}
    for link in sorted(links, key=lambda link: _place(link[0])):
        found[str(link[0].biomarker)].append(link)
    return found


def _change(known: RelationEntry | None, entry: RelationEntry) -> ChangeState:
    if known is None:
        return ChangeState.ADDED
    return ChangeState.SAME if known is entry or known == entry else ChangeState.CHANGED


def _place(entry: RelationEntry) -> tuple[int, bool, int, str]:
    """By kind, then as a curator ordered them, then by id."""
    return _ORDER[entry.kind], entry.position is None, entry.position or 0, entry.id
