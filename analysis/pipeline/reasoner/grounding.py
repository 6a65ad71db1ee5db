"""A statement says only what it rests on: else it is cut, and the reason is kept."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analysis.pipeline.contracts import Statement
from analysis.pipeline.reasoner.facts import Facts

_DATE = re.compile(r"\b(?:\d{1,2}-)?(?:[A-Z][a-z]{2})-\d{4}\b")
_NUMBER = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])")
_WORD = re.compile(r"\w+")
_HELD = re.compile(r"[^\s(),;:“”]+(?:\u00a0[^\s(),;:“”]+)+")
"""A number and its unit, which our sentences hold together."""

TURNS = frozenset(
    {"above", "below", "within", "high", "low", "positive", "raise", "raises", "lower", "lowers"}
    | {"before", "after", "newer", "no", "not", "never", "without"}
)
"""Directions and negations: one of them turns a sentence round."""


@dataclass(frozen=True)
class Draft:
    """A statement before it is checked, and the fixed words of the rule that made it."""

    statement: Statement
    given: str = ""


@dataclass(frozen=True)
class Support:
    """The dates, numbers and words that one id or one rule stands behind."""

    dates: frozenset[str]
    numbers: frozenset[str]
    quantities: frozenset[str]
    words: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Support":
        """What these texts hold."""
        text = " \u2022 ".join(texts)
        return cls(
            dates=frozenset(_DATE.findall(text)),
            numbers=frozenset(_numbers(text)),
            quantities=frozenset(_quantities(text)),
            words=_backing(text),
        )


class Grounding:
    """Checks drafts against the facts of one analysis."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.supports: dict[str, Support] = {}
        self.names = tuple(sorted(facts.all_names()))
        self.lexicon: dict[str, set[str]] = defaultdict(set)
        for name in self.names:
            words = _words(name)
            if words:
                self.lexicon[words[0]].add(" ".join(words))

    def check(self, draft: Draft) -> Statement:
        """The statement as it is, or with the reason for which it is cut."""
        statement = draft.statement
        reason = self._why_cut(statement, draft.given)
        return statement if reason is None else statement.model_copy(update={"cut": reason})

    def _why_cut(self, statement: Statement, given: str) -> str | None:
        if not statement.rests_on:
            return "It rests on nothing."
        if not all(self._knows(name) for name in statement.rests_on):
            return "It rests on something that is not in the package."
        supports = [self._support(name) for name in statement.rests_on]
        if given:
            supports.append(Support.of([given]))
        for text in filter(None, (statement.text, statement.plain)):
            stray = next(self._strays(text, supports), None)
            if stray is not None:
                return f"“{stray}” is not in what it rests on."
        return None

    def _knows(self, name: str) -> bool:
        return name in self.facts.words or name in self.facts.names

    def _support(self, name: str) -> Support:
        if name not in self.supports:
            names, words = self.facts.names.get(name, ()), self.facts.words.get(name, ())
            self.supports[name] = Support.of((*sorted(names), *words))
        return self.supports[name]

    def _strays(self, text: str, supports: list[Support]) -> Iterator[str]:
        """What of a text none of its supports holds.

        Dates, numbers, numbers with their units, names, and words that turn a sentence round.
        """
        backed = (
            (_DATE.findall(text), _all(one.dates for one in supports)),
            (_numbers(text), _all(one.numbers for one in supports)),
            (_quantities(text), _all(one.quantities for one in supports)),
        )
        for said, held in backed:
            yield from (one for one in said if one not in held)
        for words in (*self._names_in(text), *_turns(text)):
            if not any(f" {words} " in support.words for support in supports):
                yield words

    def _names_in(self, text: str) -> Iterator[str]:
        words = _words(text)
        for place, word in enumerate(words):
            for name in self.lexicon.get(word, ()):
                length = name.count(" ") + 1
                if " ".join(words[place : place + length]) == name:
                    yield name


def ground(drafts: Iterable[Draft], grounding: Grounding) -> tuple[Statement, ...]:
    """Every draft, checked; what has no support is cut and said to be."""
    return tuple(grounding.check(draft) for draft in drafts)


def _all(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _numbers(text: str) -> Iterator[str]:
    yield from _NUMBER.findall(_DATE.sub(" ", text))


def _quantities(text: str) -> Iterator[str]:
    for held in _HELD.findall(text):
        yield held.rstrip(".")


def _turns(text: str) -> list[str]:
    return [word for word in _words(text) if word in TURNS]


def _backing(text: str) -> str:
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
