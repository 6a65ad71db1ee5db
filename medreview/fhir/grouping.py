"""Groups in which each agrees with each, found without comparing each with each."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from decimal import Decimal
from typing import Protocol, TypeVar

Member = TypeVar("Member", bound=Hashable)
Compared = TypeVar("Compared", contravariant=True)

Measured = tuple[str | None, Decimal]
"""A unit and how many of it."""

Reach = Callable[[Measured, str | None], tuple[Decimal, Decimal] | None]
"""Between which numbers of another unit lie all that may be the same; None when none may."""


class Heads(Protocol[Compared]):
    """Knows the first member of each group, and so to which groups another may belong."""

    def note(self, head: Compared, group: int) -> None:
        """Remember the first member of a new group."""

    def near(self, member: Compared) -> Iterable[int]:
        """At least every group whose first member agrees with this one."""


def groups(
    members: Sequence[Member],
    agree: Callable[[Member, Member], bool],
    heads: Heads[Member],
) -> list[list[int]]:
    """Every member by its place, in the first group all of whose members agree with it.

    Equal members must agree with each other; only the first of them is compared with others.
    """
    found: list[list[int]] = []
    distinct: list[list[Member]] = []
    home_of: dict[Member, int] = {}
    for place, member in enumerate(members):
        home = home_of.get(member)
        if home is None:
            home = _first(heads.near(member), member, distinct, agree)
            if home is None:
                home = len(found)
                found.append([])
                distinct.append([])
                heads.note(member, home)
            distinct[home].append(member)
            home_of[member] = home
        found[home].append(place)
    return found


def _first(
    candidates: Iterable[int],
    member: Member,
    distinct: Sequence[Sequence[Member]],
    agree: Callable[[Member, Member], bool],
) -> int | None:
    for group in sorted(set(candidates)):
        if all(agree(one, member) for one in distinct[group]):
            return group
    return None


class ByFeature(Heads[Compared]):
    """Two that agree have at least one feature in common."""

    def __init__(self, features: Callable[[Compared], Iterable[Hashable]]) -> None:
        self.features = features
        self.having: dict[Hashable, list[int]] = defaultdict(list)

    def note(self, head: Compared, group: int) -> None:
        for feature in self.features(head):
            self.having[feature].append(group)

    def near(self, member: Compared) -> Iterable[int]:
        for feature in self.features(member):
            yield from self.having.get(feature, ())


class ByNumber(Heads[Compared]):
    """Two that agree are one number of one unit, or within reach of each other in two units."""

    def __init__(self, measured: Callable[[Compared], Measured], reach: Reach) -> None:
        self.measured, self.reach = measured, reach
        self.exactly: dict[Measured, list[int]] = defaultdict(list)
        self.in_order: dict[str | None, list[tuple[Decimal, int]]] = defaultdict(list)

    def note(self, head: Compared, group: int) -> None:
        unit, number = self.measured(head)
        self.exactly[unit, number].append(group)
        insort(self.in_order[unit], (number, group))

    def near(self, member: Compared) -> Iterable[int]:
        mine = self.measured(member)
        yield from self.exactly.get(mine, ())
        for unit, line in self.in_order.items():
            ends = None if unit == mine[0] else self.reach(mine, unit)
            if ends is not None:
                first = bisect_left(line, ends[0], key=_number)
                last = bisect_right(line, ends[1], key=_number)
                yield from (group for _, group in line[first:last])


def _number(entry: tuple[Decimal, int]) -> Decimal:
    return entry[0]
