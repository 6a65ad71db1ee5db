"""Everything that stands in the way of a change set, and what is worth a second look. Pure."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping

from graphcurate.applying import Applied, Change, entries_of
from graphcurate.checks import biomarkers, others, relations, room
from graphcurate.checks.problem import Problem
from graphcurate.checks.surroundings import QuoteKey, Surroundings
from graphcurate.contracts import (
    Biomarker,
    Domain,
    GraphContent,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from graphcurate.entry_fields import EXISTS, EntryKind
from medreview.common.contract import Contract
from medreview.common.errors import gettext_noop


def problems_of(
    before: GraphContent,
    applied: Applied,
    changes: Iterable[Change],
    *,
    quotes: Mapping[QuoteKey, str],
    today: dt.date,
) -> tuple[Problem, ...]:
    """The problems of the entries that these changes touch, as the graph would stand with them.

    What was already so in ``before`` and is not touched is no problem of the change set.
    """
    around = Surroundings(applied.content, quotes, today)
    touched = sorted({(change.kind, change.key) for change in changes})
    removed = [
        (change.kind, change.key)
        for change in changes
        if change.field == EXISTS and change.new is False
    ]
    found: list[Problem] = []
    for place, problems in applied.unfit.items():
        found += [Problem(*place, problem.field, problem.sentence) for problem in problems]
    for kind, key in touched:
        entry = entries_of(applied.content, kind).get(key)
        if entry is not None and (kind, key) not in applied.unfit:
            is_new = key not in entries_of(before, kind)
            found += check_entry(entry, around, is_new=is_new)
    for kind, key in removed:
        found += _left_behind(kind, key, around)
    return tuple(found)


def quotes_in(content: GraphContent, changes: Iterable[Change]) -> set[QuoteKey]:
    """The quotes of the relations that these changes touch, to ask the library of."""
    keys = {change.key for change in changes if change.kind is EntryKind.RELATION}
    return {
        (item.document, item.offset, item.quote)
        for entry in content.relations
        if entry.id in keys
        for item in entry.evidence
        if item.quote and item.document is not None and item.offset is not None
    }


def check_entry(entry: Contract, around: Surroundings, *, is_new: bool) -> Iterator[Problem]:
    """The problems of one entry as it would stand."""
    yield from room.check(entry)
    if isinstance(entry, RelationEntry):
        yield from relations.check(entry, around, is_new=is_new)
    elif isinstance(entry, Biomarker):
        yield from biomarkers.check(entry, around)
    elif isinstance(entry, Domain):
        yield from others.check_domain(entry, around)
    elif isinstance(entry, NamedThing):
        yield from others.check_thing(entry, around)
    elif isinstance(entry, Source):
        yield from others.check_source(entry, around)


def _left_behind(kind: EntryKind, key: str, around: Surroundings) -> Iterator[Problem]:
    """A removed entry that something else still names."""
    using = [relation.id for relation in around.content.relations if _names(relation, kind, key)]
    if kind is EntryKind.DOMAIN:
        using += [entry.key for entry in around.content.biomarkers if entry.domain == key]
    if kind is EntryKind.SOURCE:
        using += [
            entry.key
            for entry in around.content.biomarkers
            if any(limit.source and limit.source.key == key for limit in entry.criticals)
        ]
    if using:
        yield Problem(
            kind,
            key,
            EXISTS,
            gettext_noop("%(n)d others still name it, such as %(first)s. Change them first."),
            {"n": len(using), "first": using[0]},
        )


def _names(relation: RelationEntry, kind: EntryKind, key: str) -> bool:
    if kind is EntryKind.BIOMARKER:
        to_it = relation.kind is RelationKind.PARAMETER and relation.target == key
        return relation.biomarker == key or to_it
    if kind is EntryKind.DOMAIN:
        return relation.domain == key
    if kind is EntryKind.THING:
        return f"{relation.kind.value}:{relation.target}" == key
    if kind is EntryKind.SOURCE:
        return key in relation.sources
    return False
