"""A document's text to read: page by page, with what is quoted of it marked."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from graphcurate.library.contents import Contents
from graphcurate.library.quotes import Place

AT_ONCE = 5
"""Pages on one screen."""
_PART = 12_000
"""Characters of a part, where a document has no pages of its own."""


@dataclass(frozen=True)
class Piece:
    """A run of text, and whether somebody quotes it."""

    text: str
    is_quoted: bool = False
    is_here: bool = False
    """It is what the reader came to see."""


@dataclass(frozen=True)
class Leaf:
    """One page, or one part of a document without pages."""

    number: int
    pieces: tuple[Piece, ...]
    headings: tuple[str, ...] = ()
    picture_url: str = ""


@dataclass(frozen=True)
class Heading:
    """A line of the table of contents."""

    title: str
    level: int
    leaf: int


@dataclass(frozen=True)
class Leaves:
    """A document cut into what one looks at together."""

    contents: Contents
    starts: tuple[int, ...] = field(default=())

    @property
    def count(self) -> int:
        return len(self.starts)

    def leaf_at(self, offset: int) -> int:
        """The number of the leaf that holds a character."""
        return max(1, sum(1 for start in self.starts if start <= offset))

    def span(self, number: int) -> Place:
        """The characters of a leaf."""
        end = self.starts[number] if number < self.count else len(self.contents.text)
        return Place(self.starts[number - 1], end)

    def headings(self) -> list[Heading]:
        """The table of contents."""
        return [
            Heading(section.title, section.level, self.leaf_at(section.offset))
            for section in self.contents.sections
        ]


def leaves_of(contents: Contents) -> Leaves:
    """Its pages; without any, parts that end where a line does."""
    if contents.pages:
        return Leaves(contents, contents.pages)
    starts = [0]
    while len(contents.text) - starts[-1] > 2 * _PART:
        line = contents.text.find("\n", starts[-1] + _PART)
        if line < 0:
            break
        starts.append(line + 1)
    return Leaves(contents, tuple(starts))


def pieces_of(text: str, span: Place, quoted: Iterable[Place], here: Place | None) -> list[Piece]:
    """A stretch of text with the passages in it that are quoted, one after the other."""
    marks = [place for place in quoted if place.start < span.end and place.end > span.start]
    wanted = [here] if here and here.start < span.end and here.end > span.start else []
    edges = {span.start, span.end}
    for place in (*marks, *wanted):
        edges |= {max(place.start, span.start), min(place.end, span.end)}
    order = sorted(edges)
    return [
        Piece(
            text[start:end],
            is_quoted=any(_holds(place, start) for place in marks),
            is_here=any(_holds(place, start) for place in wanted),
        )
        for start, end in pairwise(order)
        if end > start
    ]


def _holds(place: Place, at: int) -> bool:
    return place.start <= at < place.end
