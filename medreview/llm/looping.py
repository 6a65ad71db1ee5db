"""Whether a growing text repeats itself without end: digits, words or sentences. Pure.

The limits are wide on purpose: a table of equal lines is an answer, two hundred of them are not.
"""

import re

LONGEST_NUMBER = 48
"""No value of medicine has so many digits."""
TAIL = 6_000
"""Only so much of the end is looked at."""
LONGEST_PERIOD = 320
REPEATS = 8
SHORTEST_LOOP = 240
"""A period is a loop after so many repeats over so many characters."""
SENTENCES = 12
DIFFERENT_SENTENCES = 3
"""So many sentences in a row that are only so many different ones."""
SHORTEST_SENTENCE = 11
"""A list of short words is no talk."""
WORDS = 240
DIFFERENT_WORDS = 10
STEP = 64
"""How much a text grows before it is looked at again."""

ENDLESS_NUMBER = re.compile(rf"\d{{{LONGEST_NUMBER}}}")
ENDS = re.compile(r"[.!?\n]+")
"""Of sentences. A text is split at them: to search for whole sentences takes the square of the
length where a text, such as JSON, has none."""


def loop_in(text: str) -> str | None:
    """What the end of the text repeats: ``digits``, ``letters``, ``sentences``, ``words``."""
    tail = text[-TAIL:]
    if ENDLESS_NUMBER.search(tail):
        return "digits"
    if _has_period(tail):
        return "letters"
    if _same_sentences(tail):
        return "sentences"
    return "words" if _few_words(tail) else None


def _has_period(tail: str) -> bool:
    for period in range(1, LONGEST_PERIOD + 1):
        length = max(REPEATS * period, SHORTEST_LOOP)
        if length + period > len(tail):
            return False
        if tail[-length:] == tail[-length - period : -period]:
            return True
    return False


def _same_sentences(tail: str) -> bool:
    finished = ENDS.split(tail)[:-1]
    found = [" ".join(one.split()).casefold() for one in finished]
    long_ones = [one for one in found if len(one) >= SHORTEST_SENTENCE][-SENTENCES:]
    return len(long_ones) == SENTENCES and len(set(long_ones)) <= DIFFERENT_SENTENCES


def _few_words(tail: str) -> bool:
    words = tail.casefold().split()[-WORDS:]
    return len(words) == WORDS and len(set(words)) <= DIFFERENT_WORDS


class LoopWatch:
    """Looks at a text while it grows, and only as often as it makes sense."""

    def __init__(self) -> None:
        self._tail = ""
        self._unseen = 0

    def grow(self, piece: str) -> str | None:
        """Take the next piece; what repeats, as soon as something does."""
        self._tail = (self._tail + piece)[-TAIL:] if len(piece) < TAIL else piece
        self._unseen += len(piece)
        if self._unseen < STEP:
            return None
        self._unseen = 0
        return loop_in(self._tail)
