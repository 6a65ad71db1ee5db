"""The names a rule extractor knows, and how they are found among words. Pure.

The names come from elsewhere: whoever calls gives them. Names are compared by their stems, the
longest one first, so that "type 2 diabetes" is not found as "diabetes".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory.saying.cues import LIGHT
from memory.saying.words import Word, is_han, stems_of
from memory.values import Code
from memory.vocabulary import SectionKey

LEAST_LETTERS = 3
"""A shorter name in letters is too easily another word."""


@dataclass(frozen=True)
class Term:
    """A name, the thing it names, and the section such things belong to."""

    name: str
    normalized: str
    """The thing's usual name: the same for all its names."""
    section: SectionKey
    code: Code | None = None


@dataclass(frozen=True)
class Named:
    """A name found between two places of words."""

    term: Term
    start: int
    end: int


class Lexicon:
    """Names, found by their first word."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Term]]] = defaultdict(list)
        for term in terms:
            stems = stems_of(term.name)
            if stems and _is_safe(term.name):
                self._by_first[stems[0]].append((stems, term))
        for known in self._by_first.values():
            known.sort(key=lambda one: -len(one[0]))

    def find(self, words: Sequence[Word]) -> Iterator[Named]:
        """Every name in the words, none within another."""
        place = 0
        while place < len(words):
            named = self._at(words, place)
            if named is not None:
                yield named
            place = named.end if named is not None else place + 1

    def _at(self, words: Sequence[Word], place: int) -> Named | None:
        for stems, term in self._by_first.get(words[place].stem, ()):
            end = place + len(stems)
            if tuple(word.stem for word in words[place:end]) == stems:
                return Named(term, place, end)
        return None


def _is_safe(name: str) -> bool:
    folded = name.strip().casefold()
    return folded not in LIGHT and (len(folded) >= LEAST_LETTERS or is_han(folded[0]))
