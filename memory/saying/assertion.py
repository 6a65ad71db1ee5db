"""How a sentence means something that it names: as there, denied, past, another's, or supposed.

Fixed words near the thing decide (``cues``). Where they leave a doubt, the doubt is the answer:
nothing is taken as denied unless a negation clearly stands at it. Pure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from memory.saying import cues
from memory.saying.words import Word, words_of

SENTENCE_ENDS = frozenset(".!?;。！？；…\n")
QUESTION_MARKS, QUESTION_ENDS = frozenset("?？"), ("吗", "呢", "是什么")
MOST_LISTED = 5
"""Words of another thing between a negation and this one, in a list."""
NEARBY = 3
"""Words behind a thing within which a word still speaks of it."""


class Denial(StrEnum):
    """Whether a negation speaks of the thing."""

    NONE = "none"
    PERHAPS = "perhaps"
    """A negation is near, but may be of something else."""
    CLEAR = "clear"


@dataclass(frozen=True)
class Assertion:
    """How a thing is meant where it is named."""

    denial: Denial = Denial.NONE
    is_past: bool = False
    """Said of another time, or as being over."""
    of_another: bool = False
    of_child: bool = False
    is_supposed: bool = False

    @property
    def is_plain(self) -> bool:
        """Said of the speaker, now, and without a doubt."""
        return self == Assertion(of_child=self.of_child)


@dataclass(frozen=True)
class _Cue:
    """A cue as the words it consists of."""

    parts: tuple[str, ...]

    def stands_at(self, words: Sequence[Word], place: int) -> bool:
        said = tuple(word.text for word in words[place : place + len(self.parts)])
        return said == self.parts


class Cues:
    """A list of cues, found by their first word."""

    def __init__(self, said: Iterable[str]) -> None:
        self._by_first: dict[str, list[_Cue]] = {}
        for cue in said:
            parts = tuple(word.text for word in words_of(cue))
            self._by_first.setdefault(parts[0], []).append(_Cue(parts))

    def at(self, words: Sequence[Word], place: int) -> int:
        """How many words the cue at this place has; none where there is no cue."""
        found = self._by_first.get(words[place].text, ())
        return max((len(one.parts) for one in found if one.stands_at(words, place)), default=0)

    def within(self, words: Sequence[Word], start: int, end: int) -> int | None:
        """The place of the last cue that lies wholly between two places."""
        for place in range(min(end, len(words)) - 1, max(start, 0) - 1, -1):
            length = self.at(words, place)
            if length and place + length <= end:
                return place
        return None

    def ending_at(self, words: Sequence[Word], end: int) -> int:
        """How many words the cue has that ends right before a place."""
        for length in (4, 3, 2, 1):
            place = end - length
            if place >= 0 and self.at(words, place) == length:
                return length
        return 0


DENIALS, NEGATIONS, AFTERWARDS = (
    Cues(cues.DENIALS),
    Cues(cues.NEGATIONS),
    Cues(cues.AFTERWARDS),
)
OVER, PAST, NOW = Cues(cues.OVER), Cues(cues.PAST), Cues(cues.NOW)
OTHERS, CHILDREN, SPEAKER = Cues(cues.OTHERS), Cues(cues.CHILDREN), Cues(cues.SPEAKER)
SUPPOSED, CONTRASTS = Cues(cues.SUPPOSED), Cues(cues.CONTRASTS)
ASKING, UNHEARD_OF = Cues(cues.ASKING), Cues(cues.UNHEARD_OF)
ALTERNATIVES, JOINTS, FILLERS = (
    Cues(cues.ALTERNATIVES),
    Cues(cues.JOINTS),
    Cues(cues.FILLERS),
)


def is_negation(word: str) -> bool:
    """Whether a word says no by itself."""
    return word in cues.NEGATIONS


@dataclass(frozen=True)
class Said:
    """A text as words, and how it means the things that it names."""

    text: str

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words and signs."""
        return words_of(self.text)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Where each sentence begins and ends, in words."""
        bounds, start = [], 0
        for place, word in enumerate(self.words):
            if word.text in SENTENCE_ENDS or self._begins_a_line(place):
                bounds.append((start, place))
                start = place if self._begins_a_line(place) else place + 1
        bounds.append((start, len(self.words)))
        return tuple((a, b) for a, b in bounds if a < b)

    def quote(self, start: int, end: int) -> str:
        """The words between two places, as they were said."""
        return self.text[self.words[start].start : self.words[end - 1].end]

    def clause_end(self, end: int) -> int:
        """Where what follows a thing turns to something else: a sign, a contrast, an "and"."""
        last = self.sentence(end - 1)[1]
        for place in range(end, last):
            if self.words[place].is_sign or CONTRASTS.at(self.words, place):
                return place
            if JOINTS.at(self.words, place):
                return place
        return last

    def is_perhaps_denied_behind(self, end: int) -> bool:
        """Whether a negation follows in the same clause: of the thing, or of what it does."""
        return NEGATIONS.within(self.words, end, self.clause_end(end)) is not None

    def assertion(self, start: int, end: int, own: frozenset[str] = frozenset()) -> Assertion:
        """How the thing between two places of words is meant.

        ``own`` are words of the thing's own name, which may hold a "can't" that denies nothing.
        """
        first, last = self.sentence(start)
        return Assertion(
            denial=self._denial(first, start, end, last, own),
            is_past=self._is_past(first, start, end, last),
            of_another=self._of(OTHERS, first, start),
            of_child=self._of(CHILDREN, first, start),
            is_supposed=self._is_supposed(first, start, last),
        )

    def _begins_a_line(self, place: int) -> bool:
        if not place:
            return False
        between = self.text[self.words[place - 1].end : self.words[place].start]
        return "\n" in between

    def sentence(self, place: int) -> tuple[int, int]:
        """Where the sentence of a word begins and ends."""
        return next(one for one in self.sentences if one[0] <= place < one[1])

    def _of(self, whom: Cues, first: int, start: int) -> bool:
        """Whether somebody is named before the thing, and the speaker not after them."""
        named = whom.within(self.words, first, start)
        return named is not None and SPEAKER.within(self.words, named + 1, start) is None

    def _is_supposed(self, first: int, start: int, last: int) -> bool:
        if SUPPOSED.within(self.words, first, start) is not None:
            return True
        ends = self.words[last].text if last < len(self.words) else ""
        if ends not in QUESTION_MARKS:
            return False
        tail = "".join(word.text for word in self.words[max(first, last - 3) : last])
        return bool(ASKING.at(self.words, first)) or tail.endswith(QUESTION_ENDS)

    def _is_past(self, first: int, start: int, end: int, last: int) -> bool:
        past = PAST.within(self.words, first, start)
        if past is not None and NOW.within(self.words, past + 1, start) is None:
            return True
        behind = self._upto_contrast(end, last)
        if PAST.within(self.words, end, behind) is not None:
            return True
        return OVER.within(self.words, end, min(last, end + 2 * NEARBY)) is not None

    def _denial(self, first: int, start: int, end: int, last: int, own: frozenset[str]) -> Denial:
        if self._denied_behind(end, last) or self._denied_inside(start, end, own):
            return Denial.CLEAR
        return _Walk(self.words, first).back_from(start)

    def _denied_inside(self, start: int, end: int, own: frozenset[str]) -> bool:
        """A negation among the words of the thing that is not one of its own."""
        foreign = (at for at in range(start, end) if self.words[at].text not in own)
        return any(NEGATIONS.at(self.words, at) for at in foreign)

    def _denied_behind(self, end: int, last: int) -> bool:
        near = min(last, end + NEARBY)
        stop = next((at for at in range(end, near) if self.words[at].is_sign), near)
        return AFTERWARDS.within(self.words, end, stop) is not None

    def _upto_contrast(self, start: int, last: int) -> int:
        for place in range(start, last):
            if CONTRASTS.at(self.words, place):
                return place
        return last


@dataclass
class _Walk:
    """A way back through a sentence in search of the negation that governs a thing."""

    words: Sequence[Word]
    first: int
    others: int = 0
    """Words of another thing since the last joint."""
    joined: bool = False
    """Whether another thing stands between, joined by comma or "and"."""
    listed: bool = False
    """Whether they are joined as alternatives: what denies one denies all."""

    def back_from(self, start: int) -> Denial:
        place = start
        if SPEAKER.at(self.words, start) and JOINTS.ending_at(self.words, start):
            return Denial.NONE  # "I don't …, I have …": the speaker begins anew
        while place > self.first:
            if CONTRASTS.ending_at(self.words, place):
                return Denial.NONE
            if DENIALS.ending_at(self.words, place):
                return Denial.CLEAR
            if NEGATIONS.ending_at(self.words, place):
                return self._found(place)
            step = self._step(place)
            if not step:
                return Denial.NONE
            place -= step
        return Denial.NONE

    def _found(self, place: int) -> Denial:
        if UNHEARD_OF.within(self.words, max(self.first, place - NEARBY - 1), place) is not None:
            return Denial.PERHAPS
        if self.joined and not self.listed:
            return Denial.PERHAPS
        if self.others and not self.listed:
            # "no severe …" denies, "no relief from …" does not: one word between is a doubt.
            return Denial.PERHAPS if self.others == 1 else Denial.NONE
        return Denial.CLEAR

    def _step(self, place: int) -> int:
        """How many words back the walk goes on; none where it ends."""
        alternative = ALTERNATIVES.ending_at(self.words, place)
        joint = JOINTS.ending_at(self.words, place)
        if alternative or joint:
            self.listed = self.listed or bool(alternative)
            self.joined, self.others = True, 0
            return alternative or joint
        filler = FILLERS.ending_at(self.words, place)
        if filler:
            return filler
        if self.words[place - 1].is_sign or self._begins_anew(place):
            return 0
        self.others += 1
        return 1 if self.others <= MOST_LISTED else 0

    def _begins_anew(self, place: int) -> bool:
        """Whether the word before is of another statement: about the speaker, or of now."""
        return any(cue.ending_at(self.words, place) for cue in (SPEAKER, NOW))
