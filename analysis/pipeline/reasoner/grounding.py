"""A statement says only what it rests on: else it is cut, and the reason is kept."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analysis.pipeline.contracts import Statement
from analysis.pipeline.reasoner.facts import Facts

_DATE = re.compile(r"\b(?:\d{1,2}-)?(?:[A-Z][a-z]{2})-\d{4}\b")
_NUMBER = re.compile(r"(?<![\w.,-])[<>≤≥]?\d+(?:[.,]\d+)*(?![\w-])")
_WORD = re.compile(r"\w+")
LONGEST_NAME_WORDS = 12


@dataclass(frozen=True)
class Draft:
    """A statement before it is checked, and the fixed words of the rule that made it."""

    statement: Statement
    given: str = ""


class Grounding:
    """Checks drafts against the facts of one analysis."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.lexicon: dict[str, set[str]] = defaultdict(set)
        for name in facts.all_names():
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
        unknown = [name for name in statement.rests_on if not self._knows(name)]
        if unknown:
            return "It rests on something that is not in the package."
        support = " ".join(self._support(statement, given))
        for text in filter(None, (statement.text, statement.plain)):
            stray = next(strays(text, support), None) or self._stray_name(text, support)
            if stray is not None:
                return f"“{stray}” is not in what it rests on."
        return None

    def _knows(self, name: str) -> bool:
        return name in self.facts.words or name in self.facts.names

    def _support(self, statement: Statement, given: str) -> Iterator[str]:
        yield given
        for name in statement.rests_on:
            yield from sorted(self.facts.names.get(name, ()))
            yield from self.facts.words.get(name, ())

    def _stray_name(self, text: str, support: str) -> str | None:
        """A name of the package that the text uses and its support does not."""
        backing = f" {' '.join(_words(support))} "
        words = _words(text)
        for place, word in enumerate(words):
            for name in self.lexicon.get(word, ()):
                length = name.count(" ") + 1
                if " ".join(words[place : place + length]) == name and f" {name} " not in backing:
                    return name
        return None


def ground(drafts: Iterable[Draft], facts: Facts) -> tuple[Statement, ...]:
    """Every draft, checked; what has no support is cut and said to be."""
    grounding = Grounding(facts)
    return tuple(grounding.check(draft) for draft in drafts)


def strays(text: str, support: str) -> Iterator[str]:
    """Dates and numbers of a text that its support does not hold."""
    dates = set(_DATE.findall(support))
    yield from (date for date in _DATE.findall(text) if date not in dates)
    known = {_plain(number) for number in _NUMBER.findall(support)}
    for number in _NUMBER.findall(_DATE.sub(" ", text)):
        if _plain(number) not in known:
            yield number


def _plain(number: str) -> str:
    return number.lstrip("<>≤≥")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
