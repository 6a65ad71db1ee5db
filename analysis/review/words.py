"""Citations kept apart from the words. Pure."""

import re
from dataclasses import dataclass

CITATION = re.compile(r"\[(\d{1,3})\]")


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
