"""What comes out differently between two outcomes for one record, in the graph's words. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from analysis.impact.contracts import RANK, Difference, DifferenceKind, Differences
from analysis.impact.outcome import Outcome, look_the_same
from analysis.pipeline.contracts import (
    Actuality,
    Critical,
    FoundItem,
    LabResult,
    MissingItem,
    ParameterPackage,
    StaleItem,
    StaleResult,
    Superseded,
    Undecidable,
    Unmapped,
)
from analysis.pipeline.sides import side_of
from graphcurate.contracts import RelatedItem, RelationKind

End = FoundItem | MissingItem | StaleItem
Listed = LabResult | StaleResult | Undecidable | Unmapped
Said = Critical | ParameterPackage | Actuality
Thing = tuple[RelationKind, str]
Key = TypeVar("Key")

END_KINDS = {
    "found": DifferenceKind.FOUND,
    "missing": DifferenceKind.MISSING,
    "stale": DifferenceKind.STALE,
}


def differences(base: Outcome, candidate: Outcome) -> Differences:
    """Everything that differs, the gravest first; nothing where a reader would see the same."""
    # Other words are told of only where all else stands: what is found or gone takes its words
    # with it.
    found = [one for ask in _ASKED for one in ask(base, candidate)]
    found = found or list(_words(base, candidate))
    counted = dict.fromkeys(found)
    return Differences(items=tuple(sorted(counted, key=lambda one: (RANK[one.kind], one.about))))


def _criticals(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    names = _names(base, candidate)
    before = {one.result: one for one in base.criticals.items}
    after = {one.result: one for one in candidate.criticals.items}
    for result in _keys(before, after):
        was, is_now = before.get(result), after.get(result)
        if _limit(was) != _limit(is_now):
            yield Difference(
                kind=DifferenceKind.CRITICAL,
                about=names.get(result) or _name_of(was, is_now),
                before=was.limit if was else "",
                after=is_now.limit if is_now else "",
            )


def _limit(critical: Critical | None) -> tuple[str, ...]:
    if critical is None:
        return ()
    limit = critical.limit, critical.limit_converted, critical.population
    return *limit, critical.source, critical.doubt or ""


def _name_of(was: Critical | None, is_now: Critical | None) -> str:
    known = is_now or was
    return known.name if known else ""


def _abnormal(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    names = _names(base, candidate)
    before, after = _states(base), _states(candidate)
    for result in _keys(before, after):
        was, is_now = before.get(result, "normal"), after.get(result, "normal")
        if was != is_now:
            yield _changed(DifferenceKind.ABNORMAL, names.get(result, ""), was, is_now)
    ranges = _by_id(base.context.abnormal), _by_id(candidate.context.abnormal)
    for result in _in_both(*ranges):
        one, other = ranges[0][result], ranges[1][result]
        if one.range != other.range and before.get(result) == after.get(result):
            yield _changed(DifferenceKind.ABNORMAL, names[result], "range", "other_range")


def _states(outcome: Outcome) -> dict[str, str]:
    """How each result stands that is not simply normal."""
    context = outcome.context
    states = {one.id: "superseded" for one in context.superseded}
    states |= {one.id: "old" for one in context.stale}
    states |= {one.id: "undecidable" for one in context.undecidable}
    return states | {one.id: side_of(one).value for one in context.abnormal}


def _tests(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    before, after = _read_as(base), _read_as(candidate)
    for result in _in_both(before, after):
        if before[result][1] != after[result][1]:
            yield _changed(
                DifferenceKind.TEST, after[result][0], before[result][1], after[result][1]
            )
    unmapped = [{one.id: one.name for one in each.context.unmapped} for each in (base, candidate)]
    for result in sorted(unmapped[0].keys() ^ unmapped[1].keys()):
        if not (result in before and result in after):
            was, is_now = ("" if result in each else "known" for each in unmapped)
            name = unmapped[0].get(result) or unmapped[1][result]
            yield _changed(DifferenceKind.TEST, name, was, is_now)


def _read_as(outcome: Outcome) -> dict[str, tuple[str, str]]:
    """The name of each listed result as sent, and the test it is read as."""
    context = outcome.context
    labs = (*context.stale, *context.abnormal)
    return {lab.id: (lab.name, lab.standard_name or "") for lab in labs}


def _tiers(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    for was, is_now in _pairs(base, candidate):
        tiers = was.from_planner.evidence_tier, is_now.from_planner.evidence_tier
        if tiers[0] is not tiers[1]:
            yield _changed(DifferenceKind.TIER, is_now.parameter_name, *map(str, tiers))


def _ends(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    for was, is_now in _pairs(base, candidate):
        before, after = _ends_of(was), _ends_of(is_now)
        for thing in _keys(before, after):
            yield from _ends_differ(
                is_now.parameter_name, before.get(thing, []), after.get(thing, [])
            )


def _ends_of(package: ParameterPackage) -> dict[Thing, list[End]]:
    ends: dict[Thing, list[End]] = {}
    listed: tuple[End, ...] = (*package.found.all(), *package.missing.all(), *package.stale)
    for end in listed:
        ends.setdefault(_thing(end.item), []).append(end)
    return ends


def _thing(item: RelatedItem) -> Thing:
    return item.kind, item.key or item.name


def _ends_differ(about: str, before: list[End], after: list[End]) -> Iterator[Difference]:
    """How the ends of one thing differ; it may be asked for more than once, each way."""
    name = (after or before)[0].item.name
    was, is_now = _how(before), _how(after)
    if was != is_now:
        kind = END_KINDS[(is_now or was).partition(",")[0]]
        yield Difference(kind=kind, about=about, thing=name, before=was, after=is_now)
    elif _count(before, _resource) != _count(after, _resource):
        kind = END_KINDS[is_now.partition(",")[0]]
        yield Difference(kind=kind, about=about, thing=name, before=was, after="another")
    elif _count(before, _bearing) != _count(after, _bearing):
        bearings = (",".join(sorted(set(map(_bearing, ends)))) for ends in (before, after))
        kind, (one, other) = DifferenceKind.BEARING, bearings
        yield Difference(kind=kind, about=about, thing=name, before=one, after=other)


def _how(ends: list[End]) -> str:
    """``found``, ``missing`` or ``stale``, each once, the first the record knows most of."""
    said = {_end_word(end) for end in ends}
    return ",".join(word for word in END_KINDS if word in said)


def _end_word(end: End) -> str:
    if isinstance(end, FoundItem):
        return "found"
    return "stale" if isinstance(end, StaleItem) else "missing"


def _resource(end: End) -> str:
    return "" if isinstance(end, MissingItem) else end.resource


def _bearing(end: End) -> str:
    return end.material.value if isinstance(end, FoundItem) else end.bears.value


def _count(ends: Iterable[End], asked: Callable[[End], str]) -> Counter[str]:
    return Counter(asked(end) for end in ends)


def _actuality(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    names = _names(base, candidate)
    before = {one.result: one.state.value for one in base.actuality.items}
    after = {one.result: one.state.value for one in candidate.actuality.items}
    for result in _in_both(before, after):
        if before[result] != after[result]:
            yield _changed(DifferenceKind.ACTUALITY, names[result], before[result], after[result])


def _patterns(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    before = {one.name: one.members for one in base.package.cross_domain_patterns}
    after = {one.name: one.members for one in candidate.package.cross_domain_patterns}
    for name in _keys(before, after):
        if set(before.get(name, ())) != set(after.get(name, ())):
            was, is_now = (name if name in each else "" for each in (before, after))
            yield _changed(DifferenceKind.PATTERN, name, was, is_now)


def _words(base: Outcome, candidate: Outcome) -> Iterator[Difference]:
    """The findings whose words differ; nothing is said of which, where it is of none of them."""
    if all(look_the_same(*both) for both in _outputs(base, candidate)):
        return
    before, after = _told_of(base), _told_of(candidate)
    names = _names(base, candidate)
    named = [
        names.get(result, "")
        for result, told in after.items()
        if not look_the_same(before.get(result), told)
    ]
    for name in sorted(set(filter(None, named))) or [""]:
        yield _changed(DifferenceKind.WORDS, name, "words", "other_words")


def _told_of(outcome: Outcome) -> dict[str, tuple[object, ...]]:
    """All that is said of each result, by its id."""
    context = outcome.context
    told: dict[str, list[object]] = defaultdict(list)
    listed: tuple[Listed, ...] = (
        *context.abnormal,
        *context.stale,
        *context.undecidable,
        *context.unmapped,
    )
    for one in listed:
        told[one.id].append(one)
    said: tuple[Said, ...] = (
        *outcome.criticals.items,
        *outcome.package.per_parameter,
        *outcome.actuality.items,
    )
    for each in said:
        told[each.result].append(each)
    return {result: tuple(things) for result, things in told.items()}


def _outputs(base: Outcome, candidate: Outcome) -> Iterator[tuple[object, object]]:
    yield base.context, candidate.context
    yield base.criticals, candidate.criticals
    yield base.package, candidate.package
    yield base.actuality, candidate.actuality


def _pairs(
    base: Outcome, candidate: Outcome
) -> Iterator[tuple[ParameterPackage, ParameterPackage]]:
    """The packages of every result that is a finding in both, but for those worked out once."""
    before = {package.result: package for package in base.package.per_parameter}
    for package in candidate.package.per_parameter:
        was = before.get(package.result)
        if was is not None and was is not package:
            yield was, package


def _names(*outcomes: Outcome) -> dict[str, str]:
    """What each result that is listed anywhere is called, by its id."""
    names: dict[str, str] = {}
    for outcome in outcomes:
        context = outcome.context
        by_name: tuple[Superseded | Undecidable | Unmapped, ...] = (
            *context.superseded,
            *context.undecidable,
            *context.unmapped,
        )
        names |= {one.id: one.name for one in by_name}
        names |= {
            lab.id: lab.standard_name or lab.name for lab in (*context.stale, *context.abnormal)
        }
    return names


def _by_id(results: Iterable[LabResult]) -> dict[str, LabResult]:
    return {result.id: result for result in results}


def _keys(before: Mapping[Key, object], after: Mapping[Key, object]) -> list[Key]:
    """What either names, each once, in a steady order."""
    return list(dict.fromkeys((*before, *after)))


def _in_both(before: Mapping[Key, object], after: Mapping[Key, object]) -> list[Key]:
    return [key for key in before if key in after]


def _changed(kind: DifferenceKind, about: str, before: str, after: str) -> Difference:
    return Difference(kind=kind, about=about, before=before, after=after)


_ASKED = (_criticals, _abnormal, _tests, _tiers, _ends, _actuality, _patterns)
