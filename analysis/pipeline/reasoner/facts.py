"""What each id of the package stands for, in the words a statement may use of it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from analysis.pipeline.contracts import (
    Actuality,
    Critical,
    FoundItem,
    LabResult,
    Material,
    ParameterPackage,
    StaleItem,
    StaleResult,
)
from analysis.pipeline.corrected import corrected_words
from analysis.pipeline.retriever.relevance import EFFECT_WORDS
from analysis.pipeline.sides import sent_side, side_of
from analysis.pipeline.wording import (
    days_words,
    moment_words,
    range_words,
    sent_date_words,
    value_words,
)
from graphcurate.contracts import Effect, RelatedItem

ABSENT = "not in the record; not found in the part that was obtained; not counted"
EFFECTS = {
    effect: "raise or lower, raises or lowers"
    if effect is Effect.BOTH
    else f"{words} {words.removesuffix('s')}"
    for effect, words in EFFECT_WORDS.items()
}
"""What a relation's effect lets a sentence say of a value."""


@dataclass
class Facts:
    """Words and names by id: of resources and of relations."""

    words: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Everything that stands for an id and may hold a number or a date."""
    names: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """What an id may be called."""

    def add_result(self, result: LabResult) -> None:
        """A result: its names, value, date, range and flag."""
        self.names[result.id].update(filter(None, (result.name, result.standard_name)))
        self.words[result.id].extend(_result_words(result))

    def add_package(self, package: ParameterPackage) -> None:
        """Everything asked for beside one result, and how it ended."""
        for found in package.found.all():
            self._add_end(found)
        for stale in package.stale:
            self._add_end(stale)
        for missing in package.missing.all():
            self._add_item(missing.item)
            self.words[relation_of(missing.item)].append(ABSENT)
        for match in package.group_matches:
            for resource in match.resources:
                self.words[resource].append(match.why)

    def add_actuality(self, item: Actuality) -> None:
        """How old a result is and how long it speaks of today."""
        days = (item.age_days, item.limit_days)
        self.words[item.result].extend(days_words(one) for one in days if one is not None)
        self.words[item.result].append(item.why)
        if item.by is not None:
            self.words[item.by].append(item.why)

    def add_critical(self, item: Critical) -> None:
        """The limit a result lies beyond, for whom it is one, and any doubt about it."""
        said = (item.limit, item.source, item.population, item.doubt)
        self.words[item.result].extend(filter(None, said))

    def _add_end(self, end: FoundItem | StaleItem) -> None:
        self._add_item(end.item)
        self.names[end.resource].update({end.name, end.item.name})
        self.words[end.resource].extend((end.date, sent_date_words(end.date)))
        if end.value is not None:
            self.words[end.resource].append(value_words(end.value))
        if isinstance(end, FoundItem):
            self.words[end.resource].append(end.material_why)
            self.words[end.resource].extend(_found_words(end))

    def _add_item(self, item: RelatedItem) -> None:
        self.names[relation_of(item)].add(item.name)
        self.words[relation_of(item)].append(EFFECTS[item.effect])

    def all_names(self) -> frozenset[str]:
        """Every name the package knows."""
        return frozenset(name for names in self.names.values() for name in names)


def relation_of(item: RelatedItem) -> str:
    """The id a statement about an asked-for item rests on."""
    return item.relation_id or f"{item.kind}:{item.key or item.name}"


def facts_of(
    results: Iterable[LabResult],
    packages: Iterable[ParameterPackage],
    actuality: Iterable[Actuality],
    criticals: Iterable[Critical],
) -> Facts:
    """The facts of one analysis."""
    facts = Facts()
    for result in results:
        facts.add_result(result)
    for package in packages:
        facts.add_package(package)
    for item in actuality:
        facts.add_actuality(item)
    for critical in criticals:
        facts.add_critical(critical)
        facts.names[critical.result].add(critical.name)
        if critical.value is not None:
            facts.words[critical.result].append(value_words(critical.value))
        facts.words[critical.result].append(moment_words(critical.effective))
    return facts


def _found_words(found: FoundItem) -> Iterator[str]:
    """Which way a neighbour lies, and whether it fits."""
    if found.material is Material.NO:
        yield "not fitting"
    if found.flag_conflict:
        yield found.flag_conflict
    if found.interpretation_derived and found.interpretation:
        yield OWN_SIDES.get(found.interpretation, "")


OWN_SIDES = {"H": "high", "L": "low", "N": "normal"}


def _result_words(result: LabResult) -> Iterator[str]:
    yield value_words(result.value)
    yield corrected_words(result)
    yield moment_words(result.effective)
    yield result.effective.text
    if result.range is not None:
        yield range_words(result.range)
    yield from filter(None, (result.interpretation, result.source_flag_text))
    if result.derived_flag is not None:
        yield result.derived_flag.why
    if result.doubt is not None:
        yield result.doubt
    yield from (side_of(result).value, sent_side(result).value, result.flag_conflict or "")
    if result.interpretation_derived:
        yield "no flag"
    if isinstance(result, StaleResult):
        yield days_words(result.age_days)
        yield days_words(result.limit_days)
