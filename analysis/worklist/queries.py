"""The worklist: which analyses wait, who holds which, what is due. One source for all of it.

Every list, every count and every single answer is asked of ``placed``. It reads the row and
the clock together: a claim that lapsed, or a holder who was deactivated or lost the role,
holds nothing from that moment on, and nobody has to write that down. Times are those of
``common.clock``, as everywhere a person's work is dated; they are passed into the question,
so that rows and counts of one answer speak of one moment.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from analysis.pipeline.analysis_states import DECIDABLE, AnalysisState
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from analysis.pipeline.queries import analyses_for
from analysis.worklist.holding_states import HoldingState, MoveKind
from analysis.worklist.models import Holding, Move
from analysis.worklist.pages import beyond, first, in_order, place_of
from analysis.worklist.queues import Cell, Counts, Filters, Listing, Queue, Severity
from medreview.accounts.models import Hospital, RoleGrant, User
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import settings_of
from medreview.accounts.roles import PERMISSIONS_OF
from medreview.common.clock import now
from medreview.common.keyset import capped_count
from medreview.runtime.handoff_states import HandoffState
from medreview.runtime.models import Handoff

DECIDING = tuple(
    role.value for role, may in PERMISSIONS_OF.items() if Permission.ANALYSIS_DECIDE in may
)
"""The roles whose holders decide on analyses."""

TOLD_FOR = dt.timedelta(hours=12)
"""How long a person is told that something was taken over from them: a shift."""


@dataclass(frozen=True)
class Standing:
    """Where one analysis stands on the worklist at one moment."""

    holder: User | None
    state: HoldingState
    until: dt.datetime | None
    """When a claim lapses."""
    moves: int
    """What a take-over must name."""
    given: Move | None
    """The move that brought it into this hand."""
    severity: Severity
    ready_at: dt.datetime
    due_at: dt.datetime
    moment: dt.datetime

    @property
    def overdue(self) -> bool:
        """Whether it should have been signed by now."""
        return self.due_at <= self.moment


# One source


def placed(
    analyses: QuerySet[Analysis], hospital: Hospital, moment: dt.datetime
) -> QuerySet[Analysis]:
    """Open analyses of one hospital, each with who holds it at ``moment`` and when it is due."""
    raised = CriticalAlert.objects.filter(analysis=OuterRef("pk"))
    unanswered = raised.filter(state=AlertState.RAISED)
    return (
        analyses.filter(state__in=sorted(DECIDABLE))
        .annotate(
            holder_now=Case(
                When(_is_held(moment), then=F("holding__holder")),
                output_field=TextField(null=True),
            ),
            severity=Case(
                When(Exists(raised), then=Value(Severity.CRITICAL.value)),
                When(abnormal_count__gt=0, then=Value(Severity.ABNORMAL.value)),
                default=Value(Severity.OTHER.value),
                output_field=TextField(),
            ),
            handed_off=Exists(Handoff.objects.filter(run=OuterRef("run"), state=HandoffState.OPEN)),
            urgency=Case(
                When(Exists(unanswered), then=Value(0)),
                default=Value(1),
                output_field=IntegerField(),
            ),
            ready_at=Coalesce(
                Case(When(holding__edition=F("edition"), then=F("holding__ready_at"))),
                F("finished_at"),
                F("created_at"),
            ),
        )
        .annotate(due_at=_due(hospital))
    )


def _is_held(moment: dt.datetime) -> Q:
    may_decide = RoleGrant.objects.filter(user=OuterRef("holding__holder"), role__in=DECIDING)
    stands = Q(holding__state=HoldingState.ASSIGNED) | Q(holding__until__gt=moment)
    there = Q(holding__edition=F("edition"), holding__holder__is_active=True)
    return Q(there & stands, Exists(may_decide))


def _due(hospital: Hospital) -> ExpressionWrapper:
    minutes = settings_of(hospital).due
    within = {
        Severity.CRITICAL: minutes.critical,
        Severity.ABNORMAL: minutes.abnormal,
        Severity.OTHER: minutes.other,
    }
    times = [
        When(severity=severity.value, then=Value(dt.timedelta(minutes=each)))
        for severity, each in within.items()
    ]
    return ExpressionWrapper(F("ready_at") + Case(*times), output_field=DateTimeField())


def _open_to(user: User, moment: dt.datetime) -> QuerySet[Analysis]:
    rows = placed(analyses_for(user), user.hospital, moment)
    return rows.annotate(
        queue=Case(
            When(holder_now=user.pk, then=Value(Queue.MINE.value)),
            When(holder_now__isnull=False, then=Value(Queue.OTHERS.value)),
            default=Value(Queue.WAITING.value),
            output_field=TextField(),
        ),
        overdue=Case(
            When(due_at__lte=moment, then=Value(1)), default=Value(0), output_field=IntegerField()
        ),
    )


# Lists and counts


def queue(
    user: User,
    name: Listing | str,
    filters: Filters = Filters(),  # noqa: B008 - frozen
    *,
    moment: dt.datetime | None = None,
) -> QuerySet[Analysis]:
    """The analyses of one list, in no order yet; ``pages`` puts them into theirs."""
    listing = Listing(name)
    if listing is Listing.SIGNED:
        return _of_patients(_signed(user), filters.patients)
    rows = _of_patients(_open_to(user, moment or now()), filters.patients)
    if listing is Listing.OVERDUE:
        rows = rows.filter(Q(overdue=1))
    else:
        rows = rows.filter(Q(queue=listing.value))
    return _narrowed(rows, filters)


def _signed(user: User) -> QuerySet[Analysis]:
    # In the same columns as an open one, so that one page shows both; newest first.
    return (
        analyses_for(user)
        .filter(state=AnalysisState.SIGNED)
        .annotate(urgency=Value(0, output_field=IntegerField()), due_at=F("created_at"))
    )


def _of_patients(rows: QuerySet[Analysis], listed: str) -> QuerySet[Analysis]:
    return rows.filter(patient__memberships__patient_list=listed) if listed else rows


def _narrowed(rows: QuerySet[Analysis], filters: Filters) -> QuerySet[Analysis]:
    if filters.severity:
        rows = rows.filter(Q(severity=filters.severity.value))
    if filters.overdue:
        rows = rows.filter(Q(overdue=1))
    if filters.holder:
        rows = rows.filter(Q(holder_now=filters.holder))
    if filters.handed_off:
        rows = rows.filter(Q(handed_off=True))
    return rows


def counts(user: User, *, moment: dt.datetime | None = None, patients: str = "") -> Counts:
    """The length of every list in one question, over the very rows the lists show.

    With the id of a list of ``patients``, the length of each list of their analyses.
    """
    alike = ("queue", "severity", "overdue", "holder_now", "handed_off")
    rows = _of_patients(_open_to(user, moment or now()), patients)
    found = rows.order_by().values(*alike).annotate(n=Count("pk"))
    cells = tuple(
        Cell(
            Queue(row["queue"]),
            Severity(row["severity"]),
            bool(row["overdue"]),
            row["holder_now"] or "",
            row["n"],
            row["handed_off"],
        )
        for row in found
    )
    return Counts(cells, signed=capped_count(_of_patients(_signed(user), patients)))


def counts_by_patients(
    user: User, listing: Listing, filters: Filters, *, moment: dt.datetime
) -> dict[str, int]:
    """How many rows a list has for each list of patients, by its id; for all under no id."""
    rows = queue(user, listing, replace(filters, patients=""), moment=moment).order_by()
    found = rows.values(of=F("patient__memberships__patient_list")).annotate(n=Count("pk"))
    return {**{row["of"]: row["n"] for row in found}, "": capped_count(rows)}


def waiting_count(user: User) -> int:
    """How many wait for anybody: the number on the menu, and of the list it leads to."""
    return capped_count(queue(user, Listing.WAITING))


def next_undecided(user: User, after: Analysis | None = None) -> Analysis | None:
    """What this person should turn to next: theirs or nobody's, in the order of the lists.

    From behind ``after``, and from the top again at the end, so that going on and on passes
    everything once.
    """
    moment = now()
    rows = _open_to(user, moment).filter(Q(queue__in=[Queue.MINE.value, Queue.WAITING.value]))
    here = None
    if after is not None:
        here = placed(Analysis.objects.filter(pk=after.pk), user.hospital, moment).first()
        rows = rows.exclude(pk=after.pk)
    ordered = in_order(rows)
    behind = first(ordered.filter(beyond(place_of(here)))) if here is not None else None
    return behind or first(ordered)


# One analysis


def standing_of(analysis: Analysis, *, moment: dt.datetime | None = None) -> Standing | None:
    """Who holds one analysis and when it is due; None when nobody decides on it now."""
    moment = moment or now()
    one = Analysis.objects.filter(pk=analysis.pk).select_related("holding__holder")
    row = placed(one, analysis.hospital, moment).first()
    return None if row is None else _standing(row, _newest_moves([row]).get(row.pk), moment)


def standings(rows: Iterable[Analysis], *, moment: dt.datetime) -> dict[str, Standing]:
    """The same of the open rows of a page, by their ids."""
    open_rows = [row for row in rows if row.state in DECIDABLE]
    newest = _newest_moves(open_rows)
    return {row.pk: _standing(row, newest.get(row.pk), moment) for row in open_rows}


def _newest_moves(rows: Iterable[Analysis]) -> dict[str, Move]:
    newest = Move.objects.filter(
        analysis__in=[row.pk for row in rows], number=F("analysis__holding__moves")
    )
    return {move.analysis_id: move for move in newest.select_related("by", "before", "to")}


def _standing(row: Analysis, newest: Move | None, moment: dt.datetime) -> Standing:
    holding: Holding | None = getattr(row, "holding", None)
    is_held = row.holder_now is not None  # type: ignore[attr-defined]
    held = holding if is_held else None
    return Standing(
        holder=held.holder if held else None,
        state=HoldingState(held.state) if held else HoldingState.FREE,
        until=held.until if held else None,
        moves=holding.moves if holding else 0,
        given=newest if held else None,
        severity=Severity(row.severity),  # type: ignore[attr-defined]
        ready_at=row.ready_at,  # type: ignore[attr-defined]
        due_at=row.due_at,  # type: ignore[attr-defined]
        moment=moment,
    )


def handoffs_of(analysis: Analysis) -> list[Handoff]:
    """What this analysis was handed off for, in this run of it; those still open first."""
    found = Handoff.objects.filter(run=analysis.run_id).select_related("resolved_by")
    return sorted(found, key=lambda each: (each.state != HandoffState.OPEN, each.created_at))


def open_reasons(rows: Iterable[Analysis]) -> dict[str, list[str]]:
    """Why each of these is handed off and open, by its id."""
    runs = {row.run_id: row.pk for row in rows if row.state in DECIDABLE}
    reasons: dict[str, list[str]] = {}
    for handoff in Handoff.objects.filter(run__in=runs, state=HandoffState.OPEN):
        reasons.setdefault(runs[handoff.run_id], []).extend(handoff.reasons)
    return reasons


def last_hand(analysis: Analysis) -> Holding | None:
    """How an analysis is held at this moment, whether or not it is open any more."""
    held = Analysis.objects.filter(_is_held(now()), pk=analysis.pk)
    return Holding.objects.filter(analysis__in=held).select_related("holder").first()


def holder_of(analysis: Analysis) -> User | None:
    """Who holds an analysis now, if anybody does."""
    standing = standing_of(analysis)
    return standing.holder if standing else None


def due_at(analysis: Analysis) -> dt.datetime | None:
    """By when an open analysis should be signed; None when it is not open."""
    standing = standing_of(analysis)
    return standing.due_at if standing else None


def moves_of(analysis: Analysis) -> QuerySet[Move]:
    """Every move of an analysis, newest first."""
    return analysis.moves.select_related("by", "before", "to").order_by("-number")


def taken_from(user: User) -> list[Move]:
    """What colleagues took over from this person in this shift and still have, newest first."""
    since = now() - TOLD_FOR
    taken = Move.objects.filter(
        before=user,
        created_at__gt=since,
        kind=MoveKind.TAKEN_OVER,
        number=F("analysis__holding__moves"),
        analysis__in=analyses_for(user),
    )
    return list(taken.select_related("by", "analysis").order_by("-created_at"))


def colleagues(user: User) -> QuerySet[User]:
    """To whom this person can give work, by name."""
    may_decide = RoleGrant.objects.filter(user=OuterRef("pk"), role__in=DECIDING)
    return (
        User.objects.filter(Exists(may_decide), hospital=user.hospital_id, is_active=True)
        .exclude(pk=user.pk)
        .order_by("full_name", "id")
    )
