"""What the checks of one entry need to know of all the others, gathered once. Pure."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from graphcurate.applying import entries_of
from graphcurate.contracts import (
    Biomarker,
    Domain,
    GraphContent,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from graphcurate.entry_fields import EntryKind
from graphcurate.snapshot import all_names
from medreview.common.text import normalise_name

QuoteKey = tuple[str, int, str]
"""Document, offset, text."""


@dataclass(frozen=True)
class Surroundings:
    """The graph as it would stand, with indexes over it."""

    content: GraphContent
    quotes: Mapping[QuoteKey, str]
    """What the library says of each quote: ``found``, ``not_found``, ``document_withdrawn``, …"""
    today: dt.date

    @cached_property
    def biomarkers(self) -> dict[str, Biomarker]:
        return {entry.key: entry for entry in self.content.biomarkers}

    @cached_property
    def domains(self) -> dict[str, Domain]:
        return {entry.key: entry for entry in self.content.domains}

    @cached_property
    def sources(self) -> dict[str, Source]:
        return {entry.key: entry for entry in self.content.sources}

    @cached_property
    def things(self) -> dict[str, NamedThing]:
        return {
            key: entry
            for key, entry in entries_of(self.content, EntryKind.THING).items()
            if isinstance(entry, NamedThing)
        }

    @cached_property
    def owners_of_codes(self) -> dict[str, set[str]]:
        """Biomarkers by LOINC code."""
        owners: dict[str, set[str]] = defaultdict(set)
        for entry in self.content.biomarkers:
            for code in entry.loinc:
                owners[code.code].add(entry.key)
        return owners

    @cached_property
    def owners_of_names(self) -> dict[str, set[str]]:
        """Biomarkers by normalised name."""
        owners: dict[str, set[str]] = defaultdict(set)
        for entry in self.content.biomarkers:
            for name in all_names(entry):
                owners[normalise_name(name)].add(entry.key)
        return owners

    @cached_property
    def owners_of_thing_names(self) -> dict[tuple[str, str], set[str]]:
        """Things by kind and normalised name."""
        owners: dict[tuple[str, str], set[str]] = defaultdict(set)
        for key, entry in self.things.items():
            for names in entry.names.values():
                for name in names:
                    owners[entry.kind.value, normalise_name(name)].add(key)
        return owners

    @cached_property
    def relations_by_ends(self) -> dict[tuple[str, str, str, str], list[RelationEntry]]:
        """Relations by subject, kind and target."""
        found: dict[tuple[str, str, str, str], list[RelationEntry]] = defaultdict(list)
        for entry in self.content.relations:
            found[ends_of(entry)].append(entry)
        return found

    def has_target(self, relation: RelationEntry) -> bool:
        """Whether what a relation points to is in the graph."""
        if relation.kind is RelationKind.PARAMETER:
            return relation.target in self.biomarkers
        return f"{relation.kind.value}:{relation.target}" in self.things

    def name_of_target(self, relation: RelationEntry) -> str:
        """What people call it; its key where it is not in the graph."""
        if relation.kind is RelationKind.PARAMETER:
            biomarker = self.biomarkers.get(relation.target)
            return biomarker.name if biomarker else relation.target
        thing = self.things.get(f"{relation.kind.value}:{relation.target}")
        return thing.name if thing else relation.target


def ends_of(relation: RelationEntry) -> tuple[str, str, str, str]:
    """From what to what: two relations of the same ends say something of the same link."""
    subject = (
        ("biomarker", relation.biomarker)
        if relation.biomarker
        else ("domain", relation.domain or "")
    )
    return (*subject, relation.kind.value, relation.target)
