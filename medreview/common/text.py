"""Texts from outside made fit to be shown, numbers among them read, names made comparable.

There is one normalising that synonyms, search and matching share.
"""

import re
import unicodedata

_SPACES = re.compile(r"\s+")
UNSEEN = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Letters of no width and turns of direction. Joiners stay: Persian is spelt with them."""


def visible(text: str) -> str:
    """A text without letters that can't be seen, or that turn those beside them around."""
    # Nearly every text is printable throughout, and that is known at once.
    return text if text.isprintable() else UNSEEN.sub("", text)


def whole_number(text: str | None, *, digits: int = 9) -> int | None:
    """The number an address or a form says; None for what is none, or has too many digits."""
    said = text or ""
    is_one = said.isascii() and said.isdecimal() and len(said) <= digits
    return int(said) if is_one else None


def normalise_name(text: str) -> str:
    """A name for exact comparison: NFKC, case folded, ``ё`` as ``е``, single spaces.

    Nothing else is touched: punctuation tells tests apart ("LDL-C", "LDL/HDL").
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    return _SPACES.sub(" ", folded).strip()
