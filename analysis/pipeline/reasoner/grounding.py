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
    words: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Support":
        """What these texts hold."""
        text = " \u2022 ".join(texts)
        return cls(frozenset(_DATE.findall(text)), frozenset(_numbers(text)), _backing(text))


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
        """Dates, numbers and names of a text that none of its supports holds."""
        for date in _DATE.findall(text):
            if not any(date in support.dates for support in supports):
                yield date
        for number in _numbers(text):
            if not any(number in support.numbers for support in supports):
                yield number
        for name in self._names_in(text):
            if not any(f" {name} " in support.words for support in supports):
                yield name

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


def _numbers(text: str) -> Iterator[str]:
    yield from _NUMBER.findall(_DATE.sub(" ", text))


def _backing(text: str) -> str:
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
