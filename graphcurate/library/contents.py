"""A document's text with its pages and sections, and where in it a character stands. Pure."""

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """A heading: where it begins, how deep it stands, and its words."""

    offset: int
    level: int
    title: str


@dataclass(frozen=True)
class Contents:
    """What was read of a file."""

    text: str
    pages: tuple[int, ...] = ()
    """Where each page begins; empty for what has none."""
    sections: tuple[Section, ...] = ()

    def page_at(self, offset: int) -> int | None:
        """The number of the page that holds this character; None where there are no pages."""
        return max(1, bisect_right(self.pages, offset)) if self.pages else None

    def section_at(self, offset: int) -> Section | None:
        """The heading that this character stands under."""
        place = bisect_right([section.offset for section in self.sections], offset)
        return self.sections[place - 1] if place else None
