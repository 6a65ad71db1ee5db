"""Search patterns that a curator may write, since every unknown code is held against them. Pure.

Python's matcher tries every way a pattern can be read, and a few signs (``(a+)+``, ``a?a?a?…``)
are enough to keep a worker busy for days. What is taken here can be counted beforehand: a single
sign or class may be repeated, a group may only be left out, and all ways together are few.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from medreview.common.errors import gettext_noop

LONGEST_PATTERN, LONGEST_TEXT = 4_000, 400
"""LOINC's longest names have some 250 characters; what is longer is looked at no further."""
MOST_WAYS, DEEPEST = 20_000, 20

_TOKEN = re.compile(
    r"(?P<group>\((?:\?(?::|=|!|<=|<!))?(?!\?))|(?P<end>\))|(?P<other>\|)"
    r"|(?P<repeat>[*+?]|\{(?P<least>\d*)(?P<comma>,?)(?P<most>\d*)\})"
    r"|(?P<atom>\\[^0-9]|\[\^?\]?(?:\\.|[^\[\]\\])*\]|[^\\(\[])",
    re.DOTALL,
)
_RESERVED = re.compile(r"--|&&|\|\||~~")
"""Signs within a class to which later versions of the language may give a meaning."""

UNREADABLE = gettext_noop("The pattern can't be read as a regular expression.")
TOO_LONG = gettext_noop("The pattern is longer than can be searched with.")
SPECIAL = gettext_noop(
    "The pattern holds something this search does not take. Of the groups that begin with (? it "
    "takes (?:, (?=, (?!, (?<= and (?<!."
)
REPEATED = gettext_noop(
    "Only one letter, sign or [class] can be repeated, and once; a group can only be left out "
    "with ?. Write the group out instead."
)
TOO_MANY = gettext_noop(
    "The pattern can be read in too many ways to be searched with. Use fewer of * + ? and {}, at "
    "most one * or + in each alternative."
)


class _NoPattern(ValueError):
    """Its argument is one of the sentences above."""


@dataclass
class _Level:
    """The alternatives of one group, and in how many ways they can be gone through."""

    before: int = 0
    """Of the alternatives that are complete."""
    ways: int = 1
    """Of the one that is being read, up to its last part."""
    last: int = 0
    """Of its last part; nought where there is none that could be repeated."""
    is_group: bool = False

    def part(self, ways: int, *, is_group: bool = False) -> None:
        self.ways *= max(self.last, 1)
        self.last, self.is_group = ways, is_group

    def total(self) -> int:
        return self.before + self.ways * max(self.last, 1)


@lru_cache(maxsize=2_000)
def why_unfit(pattern: str) -> str | None:
    """Why nothing can be searched with this pattern, in a sentence; None where it can."""
    try:
        ways = _ways(pattern)
        re.compile(pattern)
    except _NoPattern as why:
        return str(why)
    except (re.error, OverflowError, RecursionError):
        return UNREADABLE
    return TOO_MANY if ways > MOST_WAYS else None


def found(pattern: str, text: str) -> bool:
    """Whether the pattern is in the text. One that is unfit is in none."""
    return why_unfit(pattern) is None and re.search(pattern, text[:LONGEST_TEXT]) is not None


def _ways(pattern: str) -> int:
    """In how many ways the pattern can be gone through from one place of a text, at most."""
    if len(pattern) > LONGEST_PATTERN:
        raise _NoPattern(TOO_LONG)
    levels, place = [_Level()], 0
    while place < len(pattern):
        token = _TOKEN.match(pattern, place)
        if token is None:
            raise _NoPattern(SPECIAL if pattern[place] in "(\\" else UNREADABLE)
        _read(token, levels)
        place = token.end()
    if len(levels) != 1:
        raise _NoPattern(UNREADABLE)
    return levels[0].total()


def _read(token: re.Match[str], levels: list[_Level]) -> None:
    here = levels[-1]
    if token["group"]:
        if len(levels) > DEEPEST:
            raise _NoPattern(SPECIAL)
        levels.append(_Level())
    elif token["end"]:
        if len(levels) == 1:
            raise _NoPattern(UNREADABLE)
        levels.pop()
        levels[-1].part(here.total(), is_group=True)
    elif token["other"]:
        here.before, here.ways, here.last = here.total(), 1, 0
    elif token["repeat"]:
        _repeat(token, here)
    elif token["atom"][0] == "[" and _RESERVED.search(token["atom"]):
        raise _NoPattern(SPECIAL)
    else:
        here.part(1)


def _repeat(token: re.Match[str], here: _Level) -> None:
    if not here.last:
        raise _NoPattern(REPEATED)
    if token["repeat"] == "?":
        here.ways *= here.last + 1
    elif here.is_group:
        raise _NoPattern(REPEATED)
    else:
        here.ways *= _times(token)
    here.last = 0


def _times(token: re.Match[str]) -> int:
    """How many numbers of repeats are possible."""
    if token["least"] is None:
        return LONGEST_TEXT
    least = int(token["least"][:9] or 0)
    most = int(token["most"][:9]) if token["most"] else (LONGEST_TEXT if token["comma"] else least)
    if max(least, most) > LONGEST_TEXT:
        raise _NoPattern(TOO_MANY)
    return max(most - least, 0) + 1
