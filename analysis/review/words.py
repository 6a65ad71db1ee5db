"""Two texts compared word by word, and citations kept apart from the words. Pure."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

WORD = re.compile(r"\s+|[^\s]+")
CITATION = re.compile(r"\[(\d{1,3})\]")


@dataclass(frozen=True)
class Piece:
    """A run of words that both texts have, or only the one or the other."""

    kind: str
    """``same``, ``gone`` or ``new``."""
    text: str


def compared(before: str, after: str) -> list[Piece]:
    """What to strike out of ``before`` and write in to get ``after``, word by word."""
    old, new = WORD.findall(before), WORD.findall(after)
    pieces: list[Piece] = []
    for step, old_from, old_to, new_from, new_to in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if step == "equal":
            pieces.append(Piece("same", "".join(old[old_from:old_to])))
            continue
        if old_to > old_from:
            pieces.append(Piece("gone", "".join(old[old_from:old_to])))
        if new_to > new_from:
            pieces.append(Piece("new", "".join(new[new_from:new_to])))
    return pieces


@dataclass(frozen=True)
class Part:
    """Some words, or the number of a citation among them."""

    text: str
    citation: int | None = None


def parted(text: str) -> list[Part]:
    """A text with its citations taken out as parts of their own."""
    parts: list[Part] = []
    place = 0
    for found in CITATION.finditer(text):
        if found.start() > place:
            parts.append(Part(text[place : found.start()]))
        parts.append(Part(found.group(0), int(found.group(1))))
        place = found.end()
    if place < len(text):
        parts.append(Part(text[place:]))
    return parts
