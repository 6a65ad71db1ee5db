"""Whether a passage stands in a document word for word, and where. Pure.

Only what a printer decides is looked over: how much white space there is and where lines break, a
word divided at a line's end, soft hyphens, and which quotation marks were set. Letters, digits,
case, accents and punctuation are as they are. The hyphen is one character however it is encoded
(U+002D, U+2010, U+2011); a dash or a minus sign is another, since ``3–5`` and ``3-5``, or ``−5``
and ``-5``, need not say the same.
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from medreview.common.word_diff import SIGNS

QUOTE_LENGTH = 2000
"""What is longer is a chapter, not a quote."""

STEP = 256
"""How many letters of the folded text share one mark."""
_PATIENCE = 2_000_000
"""Letters compared before a text that repeats itself without end is given up on."""

_HYPHENS = "\\-\u2010\u2011"
"""Ready for a class of letters in a pattern."""
_SOFT = "\u00ad"
_FOLDED_AWAY = re.compile(rf"[\s{_HYPHENS}{_SOFT}]+")
_TRAIL = re.compile(rf"[\s{_HYPHENS}{_SOFT}]+\Z")
_EDGES = re.compile(rf"\A[\s{_SOFT}]+|[\s{_SOFT}]+\Z")
_LINE_END = re.compile("[\n\r\x0b\x0c\x85\u2028\u2029]")
_SOFT_AT_END = re.compile(rf"{_SOFT}(?=\s*{_LINE_END.pattern})")
_SPACES = re.compile(r"\s+")
_ANY_HYPHEN = re.compile(f"[{_HYPHENS}]")
_SIGN = re.compile(rf"[{SIGNS}]")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]")
_SENTENCE = 400
"""Characters within which a sentence is looked for."""
_MARKS = {
    **dict.fromkeys(map(ord, "“”„‟«»"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛‹›"), "'"),
}


@dataclass(frozen=True)
class Place:
    """Where a passage stands: its first character, and the one after its last."""

    start: int
    end: int


@dataclass(frozen=True)
class Searchable:
    """A document's text with what makes any passage of it quick to find."""

    text: str
    folded: str
    """The text without white space and hyphens, one form for each quotation mark."""
    marks: tuple[int, ...]
    """Where in the text every ``STEP``-th letter of ``folded`` stands."""

    def offset_of(self, place: int) -> int:
        """Where in the text a letter of ``folded`` stands."""
        at = self.marks[place // STEP]
        left = place % STEP
        while True:
            gap = _FOLDED_AWAY.search(self.text, at)
            run = (gap.start() if gap else len(self.text)) - at
            if left < run or gap is None:
                return at + left
            left -= run
            at = gap.end()

    def place_of(self, offset: int) -> int:
        """Which letter of ``folded`` stands at this character of the text, or next after it."""
        mark = max(0, bisect_right(self.marks, offset) - 1)
        if not self.marks:
            return 0
        return mark * STEP + len(_FOLDED_AWAY.sub("", self.text[self.marks[mark] : offset]))

    @cached_property
    def lowered(self) -> str:
        """``folded`` in small letters, where each letter has one."""
        low = self.folded.lower()
        return low if len(low) == len(self.folded) else self.folded


def searchable(text: str) -> Searchable:
    """Prepare a document's text once, when it is taken in."""
    pieces: list[str] = []
    marks: list[int] = []
    length = at = 0
    while at < len(text):
        gap = _FOLDED_AWAY.search(text, at)
        end = gap.start() if gap else len(text)
        first = -length % STEP
        marks.extend(range(at + first, end, STEP))
        pieces.append(text[at:end])
        length += end - at
        at = gap.end() if gap else len(text)
    return Searchable(text, folded("".join(pieces)), tuple(marks))


def folded(text: str) -> str:
    """A text as it is searched for; equal for passages that may be the same."""
    return _FOLDED_AWAY.sub("", text).translate(_MARKS)


def find(document: Searchable, quote: str) -> Place | None:
    """The first place where the document says this word for word; None where it does not."""
    wanted = _Wanted.of(quote)
    patience = _PATIENCE
    place = document.folded.find(wanted.letters) if wanted.is_a_quote else -1
    while place >= 0 and patience > 0:
        found = _passage(document.text, document.offset_of(place), wanted)
        if found is not None:
            return found
        patience -= len(wanted.letters) + STEP
        place = document.folded.find(wanted.letters, place + 1)
    return None


def stands_at(text: str, offset: int, quote: str) -> Place | None:
    """The passage that begins at this character, if it is the quote word for word."""
    wanted = _Wanted.of(quote)
    if not wanted.is_a_quote or not 0 <= offset < len(text):
        return None
    gap = _FOLDED_AWAY.match(text, offset)
    first = gap.end() if gap else offset
    ahead = text[first : first + len(wanted.letters) * 2 + 2 * STEP]
    if not folded(ahead).startswith(wanted.letters):
        return None
    found = _passage(text, first, wanted)
    return found if found is not None and found.start == offset else None


def as_read(text: str, place: Place) -> str:
    """The passage as one reads it: in one line, its divided words made whole."""
    passage = text[place.start : place.end]

    def read(gap: re.Match[str]) -> str:
        left, right = passage[: gap.start()][-1:], passage[gap.end() :][:1]
        return readings(gap[0], left, right)[0]

    return _FOLDED_AWAY.sub(read, passage)


def sentence_before(text: str, place: Place) -> str:
    """What stands before a passage, back to where its sentence or the one before it begins."""
    before = text[max(0, place.start - _SENTENCE) : place.start]
    block = before.rsplit("\n\n", 1)[-1]
    ends = [end.end() for end in _SENTENCE_END.finditer(block)]
    # What the passage's own sentence begins with, and where it begins one, the sentence before.
    if ends and not block[ends[-1] :].strip():
        ends.pop()
    cut = ends[-1] if ends else 0
    return as_read(block[cut:], Place(0, len(block) - cut)).strip()


def sentence_after(text: str, place: Place) -> str:
    """What stands after a passage, up to where its sentence or the one after it ends."""
    after = text[place.end : place.end + _SENTENCE]
    block = after.split("\n\n", 1)[0]
    ends = [
        end.end() for end in _SENTENCE_END.finditer(block) if block[: end.end()].strip(" .!?。")
    ]
    cut = ends[0] if ends else len(block)
    return as_read(block[:cut], Place(0, cut)).strip()


def cuts_a_word(text: str, place: Place) -> bool:
    """Whether the passage begins or ends inside a word or a number of the document."""
    return _is_inside(text, place.start) or _is_inside(text, place.end)


def readings(gap: str, left: str, right: str) -> tuple[str, ...]:
    """What may be meant by white space and hyphens between two letters, likeliest first.

    ``left`` or ``right`` is empty where a passage begins or ends.
    """
    # A soft hyphen is seen only where a line ends after it, and there it is a hyphen.
    shown, soft = _SOFT_AT_END.subn("-", gap)
    plain = _SPACES.sub(" ", _ANY_HYPHEN.sub("-", shown.replace(_SOFT, "")))
    breaks = _LINE_END.search(gap) is not None
    if breaks and plain == "- ":
        divided = soft or (_is_letter(left) and _is_letter(right))
        return ("", "-", "- ") if divided else ("-", "- ")
    if breaks and plain == " " and _SIGN.match(left) and _SIGN.match(right):
        return ("", " ")
    return (plain,)


@dataclass(frozen=True)
class _Wanted:
    """A quote taken apart: its letters, and what stands between them."""

    letters: str
    lead: str
    trail: str
    gaps: dict[int, str]
    """What stands before a letter, by the number of that letter."""

    @property
    def is_a_quote(self) -> bool:
        return bool(self.letters) and len(self.letters) <= QUOTE_LENGTH

    @classmethod
    def of(cls, quote: str) -> "_Wanted":
        said = _EDGES.sub("", quote)
        begin, end = _FOLDED_AWAY.match(said), _TRAIL.search(said)
        first, last = begin.end() if begin else 0, end.start() if end else len(said)
        core = said[first:last]
        gaps, _ = _gaps(core, 0, len(core))
        return cls(folded(core), said[:first], said[max(first, last) :], gaps)


def _passage(text: str, first: int, wanted: _Wanted) -> Place | None:
    """The passage whose letters begin here, if what stands between them may be read alike."""
    gaps, last = _gaps(text, first, len(wanted.letters))
    if not all(
        _alike(gaps.get(at, ""), wanted.gaps.get(at, ""), *wanted.letters[at - 1 : at + 1])
        for at in gaps.keys() | wanted.gaps.keys()
    ):
        return None
    start, end = _lead(text, first, wanted), _trail(text, last, wanted)
    if start is None or end is None:
        return None
    # A letter whose mark is left out is another letter.
    is_cut = end < len(text) and unicodedata.combining(text[end])
    return None if is_cut else Place(start, end)


def _gaps(text: str, first: int, letters: int) -> tuple[dict[int, str], int]:
    """What stands before which of the letters that begin here, and where the last one ends."""
    gaps: dict[int, str] = {}
    count, at = 0, first
    for gap in _FOLDED_AWAY.finditer(text, first):
        run = gap.start() - at
        if count + run >= letters:
            break
        count += run
        at = gap.end()
        gaps[count] = gap[0]
    return gaps, at + letters - count


def _alike(one: str, other: str, left: str, right: str) -> bool:
    return one == other or not {*readings(one, left, right)}.isdisjoint(
        readings(other, left, right)
    )


def _lead(text: str, first: int, wanted: _Wanted) -> int | None:
    """Where the passage begins, with the hyphens that stand before its first letter."""
    start = first
    while not _alike(text[start:first], wanted.lead, "", wanted.letters[0]):
        if start == 0 or not _FOLDED_AWAY.match(text[start - 1]):
            return None
        start -= 1
    return start


def _trail(text: str, last: int, wanted: _Wanted) -> int | None:
    """Where the passage ends, with the hyphens that stand after its last letter."""
    end = last
    while not _alike(text[last:end], wanted.trail, wanted.letters[-1], ""):
        if end == len(text) or not _FOLDED_AWAY.match(text[end]):
            return None
        end += 1
    return end


def _is_letter(text: str) -> bool:
    """Whether a letter may stand here; where a passage is cut off, one may."""
    return not text or text.isalpha() or bool(unicodedata.combining(text))


def _is_inside(text: str, at: int) -> bool:
    if not 0 < at < len(text) or _SIGN.match(text[at]) or _SIGN.match(text[at - 1]):
        return False
    before, after = text[at - 1], text[at]
    return (before.isalnum() and after.isalnum()) or _is_in_number(text, at)


def _is_in_number(text: str, at: int) -> bool:
    """Whether 15.5 or -5 would lose its first part, or its last."""
    before, after = text[at - 1], text[at]
    if after.isdigit():
        return before in "-−" or (before in ".," and text[at - 2 : at - 1].isdigit())
    return before.isdigit() and after in ".," and text[at + 1 : at + 2].isdigit()
