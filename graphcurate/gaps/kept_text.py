"""Which names a miss may keep: what a test or a laboratory is called, never words about anybody.

Pure. A record's name of a test is free text: somebody may have typed a patient into it.
"""

import re
from collections.abc import Iterable

NAME_LENGTH = 120
"""The longest name of a test in the starter content has 61 letters."""
WORDS = 14
UNIT_LENGTH = 40

_TELLING = re.compile(
    r"[\r\n\t]"
    r"|\S@\S"
    r"|\d{6,}"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\b\d{2}\.\d{2}\.\d{2}\b"
    r"|\b(?:patient|dob|born|mrn|пациент|пациентка|患者)\b",
    re.IGNORECASE,
)
"""Lines, addresses, numbers of people and phones, dates, and words that introduce somebody.

"HPV 16/18/45" is no date, and "MR-proADM" names nobody.
"""

_WORD = re.compile(r"\w+")
_SHORT = 3
"""A given name of two letters is also a suffix of tests: it alone says nothing."""


def kept_name(name: str, *, never: Iterable[str] = ()) -> str:
    """The name, or nothing where it could say something of a person.

    A name is kept whole or not at all: a part of one would be mapped, and never be met again.
    """
    text = " ".join(name.split(" ")).strip()
    words = [word.casefold() for word in _WORD.findall(text)]
    if len(text) > NAME_LENGTH or len(words) > WORDS or _TELLING.search(text):
        return ""
    said = {part.casefold() for one in never for part in _WORD.findall(one) if len(part) >= _SHORT}
    return "" if said.intersection(words) else text


def kept_unit(unit: str | None) -> str:
    """A unit as printed; nothing where it is too long to be one."""
    text = (unit or "").strip()
    return text if len(text) <= UNIT_LENGTH else ""
