"""Danger signs in what somebody said, found by fixed rules before anything else reads it. Pure.

A sign said of the speaker, now, raises. One that is past, another's, only supposed, or perhaps
denied, asks: a doubt is never silence. Only what a negation clearly stands at is silent, and it
is told too, so that nothing found is lost. The scan knows phrases; it can't tell what nobody
wrote a phrase for, and finding nothing is no word of safety.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from analysis.intake.danger_signs import DangerSign, danger_signs
from medreview.common.contract import Contract
from memory.saying.assertion import Assertion, Denial, Said, is_negation
from memory.saying.cues import LIGHT
from memory.saying.words import Word, is_han, words_of

SPARE_WORDS = 3
"""So many foreign words may stand among the words of a phrase."""
LEAST_LOOSE = 2
"""A phrase of fewer weighty words must be said just so."""


class Verdict(StrEnum):
    """What follows from a sign that was found."""

    RAISE = "raise"
    ASK = "ask"
    DENIED = "denied"


class FoundSign(Contract):
    """A sign in somebody's words."""

    sign: str
    """Its key."""
    verdict: Verdict
    why: tuple[str, ...] = ()
    """What makes it doubtful or denied: ``denied``, ``perhaps_denied``, ``past``, ``another``,
    ``supposed``."""
    words: str
    start: int
    """Where the words stand in the text, in letters."""


@dataclass(frozen=True)
class _Phrase:
    """The words of one phrase, and how they must stand."""

    sign: DangerSign
    stems: tuple[str, ...]
    """The weighty ones, each once."""
    letters: tuple[str, ...]
    """The weighty ones in their order."""
    whole: tuple[str, ...]
    """All of them, in their order."""
    own: frozenset[str]

    @property
    def is_chinese(self) -> bool:
        return any(is_han(word) for word in self.whole)

    @property
    def is_loose(self) -> bool:
        return len(self.stems) >= LEAST_LOOSE and not self.is_chinese

    @property
    def denied_pairs(self) -> tuple[tuple[str, str], ...]:
        """Each negation of the phrase and the word it stands at: nothing may come between."""
        pairs = zip(self.letters, self.letters[1:], strict=False)
        return tuple(pair for pair in pairs if is_negation(pair[0]))


class _Book:
    """Every phrase of every language by each of its weighty words."""

    def __init__(self, signs: Sequence[DangerSign]) -> None:
        self.by_stem: dict[str, list[_Phrase]] = defaultdict(list)
        for sign in signs:
            for phrase in (one for said in sign.phrases.values() for one in said):
                made = _phrase(sign, words_of(phrase))
                self.by_stem[made.stems[0]].append(made)


def scan(text: str) -> tuple[FoundSign, ...]:
    """Every danger sign in the text, the most pressing first; each sign once.

    The language is not asked: whoever speaks may mix them.
    """
    said = Said(text)
    best: dict[str, FoundSign] = {}
    for phrase, start, end in _matches(said):
        found = _judged(said, phrase, start, end)
        known = best.get(found.sign)
        if known is None or _ORDER[found.verdict] < _ORDER[known.verdict]:
            best[found.sign] = found
    urgency = {sign.key: sign.urgency.value for sign in danger_signs().signs}
    return tuple(
        sorted(best.values(), key=lambda one: (_ORDER[one.verdict], urgency[one.sign], one.start))
    )


_ORDER = {Verdict.RAISE: 0, Verdict.ASK: 1, Verdict.DENIED: 2}


@lru_cache(maxsize=1)
def _book() -> _Book:
    return _Book(danger_signs().signs)


def _phrase(sign: DangerSign, words: Sequence[Word]) -> _Phrase:
    whole = tuple(word.stem for word in words if not word.is_sign)
    letters = tuple(w.stem for w in words if not w.is_sign and w.text not in LIGHT) or whole
    own = frozenset(word.text for word in words)
    return _Phrase(sign, tuple(dict.fromkeys(letters)), letters, whole, own)


def _matches(said: Said) -> Iterator[tuple[_Phrase, int, int]]:
    """Each phrase found, and between which places of words."""
    book = _book()
    for first, last in said.sentences:
        places: dict[str, list[int]] = defaultdict(list)
        for at in range(first, last):
            places[said.words[at].stem].append(at)
        for stem in tuple(places):
            for phrase in book.by_stem.get(stem, ()):
                yield from _spans(phrase, said.words, places)


def _spans(
    phrase: _Phrase, words: Sequence[Word], places: Mapping[str, Sequence[int]]
) -> Iterator[tuple[_Phrase, int, int]]:
    """Where the phrase is said: just so, or else its weighty words near one another."""
    if any(stem not in places for stem in phrase.stems):
        return
    for anchor in places[phrase.stems[0]]:
        span = _exact(phrase, anchor, words)
        if span is None and phrase.is_loose:
            span = _loose(phrase, anchor, words, places)
        if span is None and phrase.is_chinese:
            span = _in_order(phrase, anchor, words)
        if span is not None:
            yield phrase, *span


def _exact(phrase: _Phrase, anchor: int, words: Sequence[Word]) -> tuple[int, int] | None:
    start = anchor - phrase.whole.index(phrase.stems[0])
    end = start + len(phrase.whole)
    if start < 0 or end > len(words):
        return None
    return (start, end) if tuple(w.stem for w in words[start:end]) == phrase.whole else None


def _loose(
    phrase: _Phrase, anchor: int, words: Sequence[Word], places: Mapping[str, Sequence[int]]
) -> tuple[int, int] | None:
    """All weighty words near the anchor, in any order, few foreign ones among them."""
    taken = {stem: min(places[stem], key=lambda at: abs(at - anchor)) for stem in phrase.stems}
    start, end = min(taken.values()), max(taken.values()) + 1
    if end - start > len(phrase.whole) + SPARE_WORDS:
        return None
    for negation, denied in phrase.denied_pairs:
        if any(word.text not in LIGHT for word in words[taken[negation] + 1 : taken[denied]]):
            return None
        if taken[negation] > taken[denied]:
            return None
    return start, end


def _in_order(phrase: _Phrase, anchor: int, words: Sequence[Word]) -> tuple[int, int] | None:
    """Letter after letter, with none but light ones between: another order is another word."""
    place = anchor
    for stem in phrase.letters:
        while place < len(words) and words[place].text in LIGHT and words[place].stem != stem:
            place += 1
        if place == len(words) or words[place].stem != stem:
            return None
        place += 1
    return anchor, place


def _judged(said: Said, phrase: _Phrase, start: int, end: int) -> FoundSign:
    meant = said.assertion(start, end, phrase.own)
    why = tuple(_why(meant, speaks_for_child=phrase.sign.is_told_of_children))
    return FoundSign(
        sign=phrase.sign.key,
        verdict=_verdict(why),
        why=why,
        words=said.quote(start, end),
        start=said.words[start].start,
    )


def _why(meant: Assertion, *, speaks_for_child: bool) -> Iterator[str]:
    if meant.denial is Denial.CLEAR:
        yield "denied"
    elif meant.denial is Denial.PERHAPS:
        yield "perhaps_denied"
    if meant.is_past:
        yield "past"
    if meant.of_another or (meant.of_child and not speaks_for_child):
        yield "another"
    if meant.is_supposed:
        yield "supposed"


def _verdict(why: tuple[str, ...]) -> Verdict:
    if "denied" in why:
        return Verdict.DENIED
    return Verdict.ASK if why else Verdict.RAISE
