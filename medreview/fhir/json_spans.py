"""Where each value of a JSON text begins and ends, without trusting what is inside.

One bad entry must cost only itself, so a Bundle is cut into its entries by brackets and
quotes alone; each piece is parsed strictly afterwards (``json_text``).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_TO_NEXT_BRACKET = re.compile(
    r'[^{}\[\]"]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^{}\[\]"]*+)*+([{}\[\]])', re.DOTALL
)
"""Strings are stepped over whole, so that a bracket inside one never counts."""

_SCALAR = re.compile(r'[^,:{}\[\]"\s]+')
_CLOSES = {"{": "}", "[": "]"}


class BrokenStructure(ValueError):
    """Brackets, quotes or commas that don't fit together, at a place in the text."""

    def __init__(self, position: int) -> None:
        super().__init__(f"broken structure at {position}")
        self.position = position


@dataclass(frozen=True)
class Member:
    """One name and value of an object; ``start`` to ``end`` is the value."""

    name: str
    start: int
    end: int


def skip_space(text: str, position: int) -> int:
    """The first position at or after this one that is no white space."""
    return _SPACE.match(text, position).end()  # type: ignore[union-attr]


def value_end(text: str, start: int) -> int:
    """Where the value that begins at ``start`` ends."""
    first = text[start : start + 1]
    if first in _CLOSES:
        return _bracket_end(text, start)
    found = _STRING.match(text, start) if first == '"' else _SCALAR.match(text, start)
    if found is None:
        raise BrokenStructure(start)
    return found.end()


def members(text: str, start: int = 0) -> Iterator[Member]:
    """The members of the object that begins at ``start``, duplicates included."""
    position = skip_space(text, start + 1)
    while text[position : position + 1] != "}":
        name = _STRING.match(text, position)
        if name is None:
            raise BrokenStructure(position)
        position = skip_space(text, name.end())
        if text[position : position + 1] != ":":
            raise BrokenStructure(position)
        begin = skip_space(text, position + 1)
        end = value_end(text, begin)
        yield Member(text[name.start() + 1 : name.end() - 1], begin, end)
        position = _after_comma(text, end, "}")


def elements(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Begin and end of each element of the array that begins at ``start``."""
    position = skip_space(text, start + 1)
    while text[position : position + 1] != "]":
        end = value_end(text, position)
        yield position, end
        position = _after_comma(text, end, "]")


def values(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each value of a text that holds one or several, one after another."""
    position = skip_space(text, 0)
    while position < len(text):
        end = value_end(text, position)
        yield position, end
        position = skip_space(text, end)


def _after_comma(text: str, position: int, closing: str) -> int:
    position = skip_space(text, position)
    following = text[position : position + 1]
    if following == closing:
        return position
    if following != ",":
        raise BrokenStructure(position)
    position = skip_space(text, position + 1)
    if text[position : position + 1] in (closing, ""):
        raise BrokenStructure(position)
    return position


def _bracket_end(text: str, start: int) -> int:
    step = _TO_NEXT_BRACKET.match
    open_brackets: list[str] = []
    position = start
    while found := step(text, position):
        position = found.end()
        character = found[1]
        if character in _CLOSES:
            open_brackets.append(_CLOSES[character])
        elif open_brackets.pop() != character:
            raise BrokenStructure(position - 1)
        elif not open_brackets:
            return position
    raise BrokenStructure(len(text))
