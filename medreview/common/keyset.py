"""A page of a list that goes on behind its last row, so that new rows shift nothing."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from medreview.common.errors import Invalid, gettext_noop

AnyModel = TypeVar("AnyModel", bound=Model)

COUNT_CAP = 10_000
"""To count more rows than this takes longer than to read a page of them."""


@dataclass(frozen=True)
class Slice(Generic[AnyModel]):
    """Some rows of a list, and the id to go on from where there are more."""

    rows: list[AnyModel]
    after: str | None


class NoSuchPlace(Invalid):
    """The row a page was to go on from is not in this list (any more)."""


def slice_of(
    found: QuerySet[AnyModel], *, order: tuple[str, ...], after: str | None, size: int
) -> Slice[AnyModel]:
    """``size`` rows behind the row ``after``. ``order`` ends with the key, so it is total.

    Its columns are never null and all go one way: ``("-created_at", "-pk")``.
    """
    rows = found.order_by(*order)
    if after is not None:
        last = found.filter(pk=after).first()
        if last is None:
            raise NoSuchPlace(gettext_noop("This list can't go on from there. Begin it anew."))
        rows = rows.filter(_behind(last, order))
    shown = list(rows[: size + 1])
    return Slice(shown[:size], str(shown[size - 1].pk) if len(shown) > size else None)


def slice_or_first(
    found: QuerySet[AnyModel], *, order: tuple[str, ...], after: str | None, size: int
) -> Slice[AnyModel]:
    """The same for somebody who reads: from a place that is gone the list begins anew."""
    try:
        return slice_of(found, order=order, after=after or None, size=size)
    except NoSuchPlace:
        return slice_of(found, order=order, after=None, size=size)


def capped_count(found: QuerySet[AnyModel]) -> int:
    """How many rows there are; one more than ``COUNT_CAP`` stands for any number beyond it."""
    return found.order_by()[: COUNT_CAP + 1].count()


def _behind(last: Model, order: tuple[str, ...]) -> Q:
    """Later in the order than ``last``: greater in a column, and equal in all before it."""
    behind, equal = Q(), Q()
    for column in order:
        name = column.removeprefix("-")
        value = getattr(last, name)
        way = "lt" if column.startswith("-") else "gt"
        behind |= equal & Q(**{f"{name}__{way}": value})
        equal &= Q(**{name: value})
    return behind
