"""What a release breaks anywhere in the graph, not only in the entries it touches. Pure."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping

from graphcurate.applying import Applied, Change, entries_of
from graphcurate.checks.problem import Problem
from graphcurate.checks.problems import check_entry, problems_of
from graphcurate.checks.surroundings import QuoteKey, Surroundings
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind

Told = tuple[str, str, str, str]


def problems_of_whole(
    before: GraphContent,
    applied: Applied,
    changes: Iterable[Change],
    *,
    quotes: Mapping[QuoteKey, str],
    today: dt.date,
) -> tuple[Problem, ...]:
    """The problems of what was touched, and what now blocks elsewhere and did not before."""
    touched = problems_of(before, applied, changes, quotes=quotes, today=today)
    known = {_told(one) for one in touched}
    known |= {_told(one) for one in _blocking(Surroundings(before, quotes, today))}
    elsewhere = [
        one
        for one in _blocking(Surroundings(applied.content, quotes, today))
        if _told(one) not in known
    ]
    return (*touched, *elsewhere)


def _blocking(around: Surroundings) -> Iterator[Problem]:
    for kind in EntryKind:
        for entry in entries_of(around.content, kind).values():
            yield from (one for one in check_entry(entry, around, is_new=False) if one.blocks)


def _told(one: Problem) -> Told:
    return one.kind.value, one.key, one.field, str(one)
