"""What a model is shown of a record: bounded, labelled blocks of data. Pure.

A block's text stands between tags that carry a mark made from the text, which the text itself
can't contain: nothing written in a record can close its block and speak as an instruction.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from medreview.common.hashing import sha256_of_bytes

BYTES_PER_TOKEN = 3
"""Fewer than any common model's: a guess that is rather too high, in every script."""

LABEL = re.compile(r"[a-z][a-z0-9_]{0,39}")
_TAG = re.compile(r"<(?=\s*/?\s*data)", re.IGNORECASE)


def guessed_tokens(text: str) -> int:
    """How many tokens the text takes, rather too many than too few."""
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)


@dataclass(frozen=True)
class Block:
    """A piece of the record, or of what a tool found, under a label we chose."""

    label: str
    text: str
    most_tokens: int

    def __post_init__(self) -> None:
        if not LABEL.fullmatch(self.label):
            raise ValueError("A label of a block is a short word in lower case.")


@dataclass(frozen=True)
class Shown:
    """The blocks as text, and what of them was left out: nothing is cut in silence."""

    text: str
    cut: tuple[tuple[str, int], ...] = ()
    """Label, and how many characters of its block were left out."""

    @property
    def tokens(self) -> int:
        """What showing it takes."""
        return guessed_tokens(self.text)


def shown(blocks: Iterable[Block], *, most_tokens: int) -> Shown:
    """The blocks in their order, each within its own bound and all within ``most_tokens``."""
    texts: list[str] = []
    cut: list[tuple[str, int]] = []
    left = most_tokens
    for block in blocks:
        text, missing = _within(block.text, min(block.most_tokens, left))
        whole = as_data(block.label, text, left_out=missing)
        left = max(0, left - guessed_tokens(text))
        texts.append(whole)
        if missing:
            cut.append((block.label, missing))
    return Shown("\n\n".join(texts), tuple(cut))


def as_data(label: str, text: str, *, left_out: int = 0) -> str:
    """The text between tags that it can't close itself."""
    safe = _TAG.sub("‹", clean_text(text))
    mark = _mark(label, safe)
    missing = f' left_out="{left_out} characters"' if left_out else ""
    return f'<data label="{label}" mark="{mark}"{missing}>\n{safe}\n</data mark="{mark}">'


def clean_text(text: str) -> str:
    """The text as it can be stored and sent: half characters and NUL are replaced."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")


def _mark(label: str, text: str) -> str:
    """A mark the text doesn't contain; the same for the same text, so that a replay meets it."""
    mark = sha256_of_bytes(f"{label}|{text}".encode())[:16]
    while mark in text:
        mark = sha256_of_bytes(mark.encode())[:16]
    return mark


def _within(text: str, most_tokens: int) -> tuple[str, int]:
    """As much of the text as fits, whole lines where there are some, and what is missing."""
    whole = text.encode("utf-8", "replace")
    most = max(0, most_tokens) * BYTES_PER_TOKEN
    if len(whole) <= most:
        return text, 0
    kept = whole[:most].decode(errors="ignore")
    line = kept.rfind("\n")
    kept = kept[:line] if line > len(kept) // 2 else kept
    return kept, len(text) - len(kept)
