"""Tests the record lacks or has only of old, one line each, with the results that ask for them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from analysis.pipeline.contracts import (
    FollowUpTest,
    Material,
    MissingItem,
    ParameterPackage,
    StaleItem,
    item_key,
)
from analysis.pipeline.wording import days_words

STALE = "stale"
MISSING = "missing"


@dataclass
class _Asked:
    end: MissingItem | StaleItem
    asked_by: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    by_model: list[str] = field(default_factory=list)
    """Names of results that only a model's general knowledge reads it beside."""


def follow_up_tests(packages: Iterable[ParameterPackage]) -> tuple[FollowUpTest, ...]:
    """Only related results lead to a test; the same test is named once, with all who ask."""
    tests: dict[str, _Asked] = {}
    for package, end in _open_ends(packages):
        key = end.item.key or end.item.name
        asked = tests.setdefault(key, _Asked(end))
        if isinstance(asked.end, MissingItem) and isinstance(end, StaleItem):
            asked.end = end
        if package.result not in asked.asked_by:
            asked.asked_by.append(package.result)
            names = asked.by_model if end.item.untraced else asked.names
            names.append(package.parameter_name)
    return tuple(_test(key, asked) for key, asked in tests.items())


def _open_ends(
    packages: Iterable[ParameterPackage],
) -> Iterator[tuple[ParameterPackage, MissingItem | StaleItem]]:
    """Missing and stale results, but for near relatives and what acts the other way."""
    for package in packages:
        related = {item_key(match.asked) for match in package.group_matches}
        ends: tuple[MissingItem | StaleItem, ...] = (*package.stale, *package.missing.observations)
        for end in ends:
            if end.bears is not Material.NO and item_key(end.item) not in related:
                yield package, end


def _test(key: str, asked: _Asked) -> FollowUpTest:
    if isinstance(asked.end, StaleItem):
        age = asked.end.age_days
        old = f" ({days_words(age)} old)" if age is not None and age >= 0 else ""
        why = f"Too old to be read beside {_listed(*asked.names, *asked.by_model)}{old}."
    else:
        why = f"Not in the record; {' and '.join(_readers(asked))}."
    return FollowUpTest(
        biomarker=key,
        name=asked.end.item.name,
        why=why,
        asked_by=tuple(asked.asked_by),
        missing_or_stale=STALE if isinstance(asked.end, StaleItem) else MISSING,
    )


def _readers(asked: _Asked) -> Iterator[str]:
    """Who reads it beside what: a model's word is never the graph's."""
    if asked.names:
        yield f"the graph reads it beside {_listed(*asked.names)}"
    if asked.by_model:
        yield f"a model, without a source, reads it beside {_listed(*asked.by_model)}"


def _listed(*names: str) -> str:
    return ", ".join(dict.fromkeys(names))
