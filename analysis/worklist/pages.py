"""The lists of the worklist in their order, a page at a time and both ways.

Not ``common.keyset``: a list goes on from a place rather than from a row, which may have been
signed or taken meanwhile, and urgency and due time don't run the same way.
"""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from analysis.worklist.queues import Place

PAGE_SIZE = 100


@dataclass(frozen=True)
class Page:
    """Some rows of a list in its order, and the places before and behind them."""

    rows: list[Analysis]
    before: Place | None
    after: Place | None


def page(
    rows: QuerySet[Analysis],
    *,
    newest_first: bool = False,
    after: Place | None = None,
    before: Place | None = None,
    size: int = PAGE_SIZE,
) -> Page:
    """Up to ``size`` rows from behind ``after``, or those right before ``before``.

    Unanswered criticals first, then what is due earliest, so what is longest overdue leads; of
    signed ones the newest first. The order asks no clock: what becomes overdue between two
    pages moves nowhere.
    """
    backwards = before is not None
    falling = newest_first != backwards
    place = before or after
    if place is not None:
        rows = rows.filter(beyond(place, backwards=backwards, falling=falling))
    ordered = in_order(rows, backwards=backwards, falling=falling)
    ids = _first_ids(ordered, size + 1)
    more, shown = len(ids) > size, _whole(ordered, ids[:size])
    if backwards:
        shown.reverse()
    if not shown:
        return Page([], None, None)
    has_before, has_after = (more, True) if backwards else (after is not None, more)
    return Page(
        shown,
        before=place_of(shown[0]) if has_before else None,
        after=place_of(shown[-1]) if has_after else None,
    )


def in_order(
    rows: QuerySet[Analysis], *, backwards: bool = False, falling: bool = False
) -> QuerySet[Analysis]:
    """Rows of ``queries.queue`` in the order of their list, with how many criticals are open."""
    raised = CriticalAlert.objects.filter(analysis=OuterRef("pk"), state=AlertState.RAISED)
    counted = raised.order_by().values("analysis").annotate(n=Count("pk")).values("n")
    return (
        rows.annotate(open_criticals=Coalesce(Subquery(counted), 0))
        .select_related("holding__holder")
        .order_by(
            "-urgency" if backwards else "urgency",
            *(("-due_at", "-pk") if falling else ("due_at", "pk")),
        )
    )


def first(ordered: QuerySet[Analysis]) -> Analysis | None:
    """The first row of a list in its order."""
    return next(iter(_whole(ordered, _first_ids(ordered, 1))), None)


def _first_ids(ordered: QuerySet[Analysis], size: int) -> list[str]:
    """Which rows come first, before anything else is asked of them.

    Asked together with all they say, the database expects a handful behind a place where there
    are thousands, and compares every analysis with every run: a page takes a minute.
    """
    return list(ordered.values_list("pk", flat=True)[:size])


def _whole(ordered: QuerySet[Analysis], ids: list[str]) -> list[Analysis]:
    return list(ordered.filter(pk__in=ids)) if ids else []


def beyond(place: Place, *, backwards: bool = False, falling: bool = False) -> Q:
    """What comes after a place in that order."""
    rank, then = "lt" if backwards else "gt", "lt" if falling else "gt"
    later = Q(**{f"due_at__{then}": place.at}) | Q(due_at=place.at, **{f"pk__{then}": place.id})
    return Q(**{f"urgency__{rank}": place.rank}) | Q(later, urgency=place.rank)


def place_of(row: Analysis) -> Place:
    """Where a row stands in it."""
    return Place(row.urgency, row.due_at, row.pk)  # type: ignore[attr-defined]
