"""Which rows of a counted list a page shows, told by ``?from=``."""

from dataclasses import dataclass
from typing import Protocol, TypeVar

from django.http import HttpRequest

from medreview.common.text import whole_number

Rows = TypeVar("Rows", covariant=True)


class Cuttable(Protocol[Rows]):
    """What answers a stretch of itself with rows: a list, or a query that asks only for them."""

    def __getitem__(self, part: slice, /) -> Rows: ...


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

    def of(self, rows: Cuttable[Rows]) -> Rows:
        """The rows of this part; of a query only they are asked for."""
        return rows[self.start : self.start + self.size]


def part_of(request: HttpRequest, total: int, *, size: int) -> Part:
    """The part a page asks for. From a place behind its end a list begins anew."""
    start = whole_number(request.GET.get("from")) or 0
    return Part(total, start if start < total else 0, size)
