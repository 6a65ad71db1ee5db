"""A record's conditions or medicines, indexed by every code, class and name they go by."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from analysis.pipeline.contracts import MatchMethod
from analysis.pipeline.retriever.naming import (
    PREFIX_SYSTEMS,
    Label,
    plain_code,
    plain_name,
    prefixes_of,
)
from graphcurate.contracts import NamedThing, RelatedItem

Entry = TypeVar("Entry")

ICD_CATEGORY = 3
"""Characters of an ICD-10 category, the level that national editions share."""
ATC_CHEMICAL_GROUP = 5
"""Characters of ATC's fourth level: medicines that are close kin, such as the statins."""
SIBLING_LEVEL = {"icd10": ICD_CATEGORY, "atc": ATC_CHEMICAL_GROUP}


class PlainCode(NamedTuple):
    """A code as records are indexed by it, and whether it stands for all that begin like it."""

    system: str
    code: str
    is_class: bool


@dataclass(frozen=True)
class ThingNames:
    """The graph's things of one kind by each of their names, and the codes each carries."""

    things: Mapping[str, NamedThing]
    by_name: dict[str, tuple[NamedThing, ...]]
    by_code: dict[tuple[str, str], tuple[NamedThing, ...]]
    known: dict[str, tuple[frozenset[str], tuple[PlainCode, ...]]] = field(default_factory=dict)
    """Answers already given, by the key of the item."""

    @classmethod
    def of(cls, things: Mapping[str, NamedThing]) -> "ThingNames":
        """Index the names of every thing in every language."""
        named: dict[str, list[NamedThing]] = defaultdict(list)
        coded: dict[tuple[str, str], list[NamedThing]] = defaultdict(list)
        for thing in things.values():
            for name in {plain_name(text) for text in names_of(thing)}:
                named[name].append(thing)
            for code in thing.codes:
                coded[code.system, plain_code(code.system, code.code)].append(thing)
        return cls(things, _frozen(named), _frozen(coded))

    def classes_by_code(self, label: Label) -> set[tuple[str, str]]:
        """ICD and ATC classes of the things an entry is coded as in SNOMED or RxNorm."""
        foreign = [known for known in label.codes if known[0] not in PREFIX_SYSTEMS]
        return _classes(thing for known in foreign for thing in self.by_code.get(known, ()))

    def classes_by_name(self, label: Label) -> set[tuple[str, str]]:
        """ICD and ATC classes of the things an entry names: a name alone has none."""
        names = (*label.names, *label.ingredients)
        return _classes(thing for name in names for thing in self.by_name.get(name, ()))

    def of_item(self, item: RelatedItem) -> tuple[frozenset[str], tuple[PlainCode, ...]]:
        """Every name and code an asked-for item may be recorded under."""
        if item.key is None:
            return self._of_item(item)
        if item.key not in self.known:
            self.known[item.key] = self._of_item(item)
        return self.known[item.key]

    def _of_item(self, item: RelatedItem) -> tuple[frozenset[str], tuple[PlainCode, ...]]:
        thing = self.things.get(item.key or "")
        texts = (item.name, *(names_of(thing) if thing else ()))
        codes = (*item.codes, *(thing.codes if thing else ()))
        plain = (
            PlainCode(code.system, plain_code(code.system, code.code), code.match == "prefix")
            for code in dict.fromkeys(codes)
        )
        return frozenset(plain_name(text) for text in texts), tuple(plain)


def names_of(thing: NamedThing) -> tuple[str, ...]:
    """Every name of a thing in every language."""
    return (thing.name, *(name for names in thing.names.values() for name in names))


Key = TypeVar("Key")


def _classes(things: Iterable[NamedThing]) -> set[tuple[str, str]]:
    return {
        (code.system, prefix)
        for thing in things
        for code in thing.codes
        if code.system in PREFIX_SYSTEMS
        for prefix in prefixes_of(code.system, plain_code(code.system, code.code))
    }


def _frozen(lists: Mapping[Key, list[NamedThing]]) -> dict[Key, tuple[NamedThing, ...]]:
    return {key: tuple(found) for key, found in lists.items()}


@dataclass
class EntryIndex(Generic[Entry]):
    """Entries of one kind, found by code, by class or by name without a scan."""

    names: ThingNames
    entries: list[Entry] = field(default_factory=list)
    by_code: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    by_class: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    by_named_class: dict[tuple[str, str], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """Classes that an entry belongs to by its name alone."""
    by_name: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_ingredient: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, entry: Entry, label: Label) -> None:
        """Index one entry under its label and under the classes its label belongs to."""
        place = len(self.entries)
        self.entries.append(entry)
        classes = self.names.classes_by_code(label)
        for system, code in label.codes:
            self.by_code[system, code].append(place)
            classes.update((system, prefix) for prefix in prefixes_of(system, code))
        for known in classes:
            self.by_class[known].append(place)
        for known in self.names.classes_by_name(label) - classes:
            self.by_named_class[known].append(place)
        for name in label.names:
            self.by_name[name].append(place)
        for name in label.ingredients:
            self.by_ingredient[name].append(place)

    def find(self, item: RelatedItem) -> tuple[list[Entry], MatchMethod] | None:
        """The entries that are what was asked for, and how they were recognised."""
        names, codes = self.names.of_item(item)
        ways = (
            (MatchMethod.CODE, self._by_exact_code(codes)),
            (MatchMethod.CLASS, self._by_class_code(self.by_class, codes)),
            (MatchMethod.NAME, self._by_names(self.by_name, names)),
            (MatchMethod.NAME, self._by_names(self.by_ingredient, names)),
            (MatchMethod.NAME, self._by_class_code(self.by_named_class, codes)),
        )
        found = [(places, method) for method, places in ways if places]
        if not found:
            return None
        places = sorted({place for some, _ in found for place in some})
        return [self.entries[place] for place in places], found[0][1]

    def siblings(self, item: RelatedItem) -> list[tuple[str, Entry]]:
        """Entries of the same ICD-10 category or ATC chemical group, with that group's name."""
        _, codes = self.names.of_item(item)
        groups: dict[str, list[int]] = {}
        for code in codes:
            level = SIBLING_LEVEL.get(code.system)
            if level is not None and len(code.code) >= level:
                group = code.code[:level]
                known = (code.system, group)
                places = {*self.by_class.get(known, ()), *self.by_named_class.get(known, ())}
                groups.setdefault(group, sorted(places))
        return [
            (group, self.entries[place]) for group, places in groups.items() for place in places
        ]

    def _by_exact_code(self, codes: Iterable[PlainCode]) -> list[int]:
        return [place for code in codes for place in self.by_code.get((code.system, code.code), ())]

    @staticmethod
    def _by_class_code(
        index: dict[tuple[str, str], list[int]], codes: Iterable[PlainCode]
    ) -> list[int]:
        return [
            place
            for code in codes
            if code.is_class
            for place in index.get((code.system, code.code), ())
        ]

    @staticmethod
    def _by_names(index: dict[str, list[int]], names: Iterable[str]) -> list[int]:
        return [place for name in names for place in index.get(name, ())]
