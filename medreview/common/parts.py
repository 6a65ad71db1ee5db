"""Which rows of a counted list a page shows, told by ``?from=``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest

from medreview.common.text import whole_number

Row = TypeVar("Row")


@dataclass(frozen=True)
class Part:
    """Some rows of a list, and whether more follow."""

    total: int
    start: int
    size: int

    @property
    def following(self) -> int | None:
        """Where the next page begins; None on the last one."""
        end = self.start + self.size
        return end if end < self.total else None

    def of(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows of this part; of a query only they are asked for."""
        return rows[self.start : self.start + self.size]


def part_of(request: HttpRequest, total: int, *, size: int) -> Part:
    """The part a page asks for. From a place behind its end a list begins anew."""
    start = whole_number(request.GET.get("from")) or 0
    return Part(total, start if start < total else 0, size)
