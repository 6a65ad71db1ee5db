"""Take work, give it, hand it over, give it back, take it over. Each move is a row for ever.

All of it happens under the lock of the run, as decisions and signatures do: of two people who
reach for one analysis at the same moment one has it, and the other is told who. Holding is a
courtesy among colleagues and no right: whoever may decide may take over, and that is recorded
and told to the one it was taken from.
"""

import datetime as dt

from django.db import transaction

from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.models import Analysis
from analysis.worklist import policies, queries
from analysis.worklist.errors import Held
from analysis.worklist.holding_states import HOLDING, HoldingState, MoveKind
from analysis.worklist.models import Holding, Move
from analysis.worklist.queries import Standing
from medreview.accounts.access import can, check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import settings_of
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.display import clinical_date
from medreview.common.errors import gettext_noop
from medreview.runtime import recorder

EVENTS = {
    MoveKind.CLAIMED: EventType.WORK_CLAIMED,
    MoveKind.RELEASED: EventType.WORK_RELEASED,
    MoveKind.ASSIGNED: EventType.WORK_ASSIGNED,
    MoveKind.HANDED_OVER: EventType.WORK_HANDED_OVER,
    MoveKind.TAKEN_OVER: EventType.WORK_TAKEN_OVER,
    MoveKind.ENDED: EventType.WORK_ENDED,
    MoveKind.FOLLOWED: EventType.WORK_FOLLOWED,
}


@transaction.atomic
def claim(*, analysis: Analysis, by: User) -> Holding:
    """Take what nobody holds, until the hospital's claim time passes without a decision.

    One's own claim runs on; one's own assignment stays as it is. Another's is Held.
    """
    check_can(by, Permission.ANALYSIS_DECIDE)
    analysis, standing, moment = _locked(analysis)
    _check_not_anothers(standing, by)
    return _work_on(analysis, standing, moment, by)


def renew(*, analysis: Analysis, by: User) -> Holding:
    """Somebody decides on it: what was free becomes theirs, and a claim of theirs runs on.

    So nobody has to claim first, and two people never decide side by side: the second is told
    who was first, and takes over or leaves it.
    """
    return claim(analysis=analysis, by=by)


@transaction.atomic
def release_claim(*, analysis: Analysis, by: User) -> Holding:
    """Give back what one holds: it waits for anybody again."""
    analysis, standing, _ = _locked(analysis)
    policies.check_holds(holder=_id_of(standing), by=by.pk)
    return _move(analysis, standing, MoveKind.RELEASED, HoldingState.FREE, by=by)


@transaction.atomic
def assign(*, analysis: Analysis, to: User, note: str = "", by: User) -> Holding:
    """Give to a colleague what nobody holds, or what one holds oneself."""
    return _give(analysis, to, note, MoveKind.ASSIGNED, by)


@transaction.atomic
def hand_over(*, analysis: Analysis, to: User, note: str, by: User) -> Holding:
    """Give to a colleague what one holds, with a note of where things stand."""
    return _give(analysis, to, note, MoveKind.HANDED_OVER, by)


@transaction.atomic
def take_over(*, analysis: Analysis, version: int, by: User) -> Holding:
    """Take what somebody else holds; they are told. ``version`` is the newest move one saw."""
    check_can(by, Permission.ANALYSIS_DECIDE)
    analysis, standing, moment = _locked(analysis)
    policies.check_seen(moves=standing.moves, seen=version)
    if standing.holder is None or standing.holder.pk == by.pk:
        return _work_on(analysis, standing, moment, by)
    until = moment + _claim_time(analysis)
    return _move(
        analysis, standing, MoveKind.TAKEN_OVER, HoldingState.CLAIMED, to=by, until=until, by=by
    )


@transaction.atomic
def end(*, analysis: Analysis, by: User) -> None:
    """The analysis is about to be signed: nobody holds it from then on. Another's is Held."""
    analysis, standing, _ = _locked(analysis)
    _check_not_anothers(standing, by)
    if standing.holder is not None:
        _move(analysis, standing, MoveKind.ENDED, HoldingState.FREE, by=by)


@transaction.atomic
def reopen(*, analysis: Analysis, by: User) -> Holding:
    """A signed analysis was opened again: it is due anew, and its amender's to begin with."""
    Holding.objects.update_or_create(
        analysis=analysis,
        defaults={
            "edition": analysis.edition,
            "ready_at": now(),
            "state": HoldingState.FREE,
            "holder": None,
            "until": None,
        },
    )
    return claim(analysis=analysis, by=by)


@transaction.atomic
def follow(rerun: Analysis) -> None:
    """A re-run took the place of what somebody held: it stays with them, on the same terms.

    The note they were given goes with it. Nobody did this: the trail names the system.
    """
    # As it stands now: what the re-run was loaded with is from before it was replaced.
    earlier = Analysis.objects.filter(pk=rerun.rerun_of_id).first()
    if earlier is None or earlier.state != AnalysisState.REPLACED:
        return
    held, standing = queries.last_hand(earlier), queries.standing_of(rerun)
    if held is None or standing is None or standing.holder is not None:
        return
    given = queries.moves_of(earlier)[0]
    _move(
        rerun,
        standing,
        MoveKind.FOLLOWED,
        HoldingState(held.state),
        to=held.holder,
        until=held.until,
        note=given.note,
        by=given.by,
    )


def _locked(analysis: Analysis) -> tuple[Analysis, Standing, dt.datetime]:
    recorder.lock(analysis.run_id)
    fresh = Analysis.objects.select_related("patient", "hospital").get(pk=analysis.pk)
    policies.check_is_open(fresh.state)
    moment = now()
    standing = queries.standing_of(fresh, moment=moment)
    assert standing is not None  # noqa: S101 - it is open, and the lock keeps it so
    return fresh, standing, moment


def _check_not_anothers(standing: Standing, by: User) -> None:
    holder = standing.holder
    if holder is None or holder.pk == by.pk:
        return
    if standing.until is None:
        said = gettext_noop("This analysis is assigned to %(name)s. Take it over to decide on it.")
        raise Held(said, name=holder.get_full_name())
    said = gettext_noop(
        "%(name)s holds this analysis until %(until)s. Take it over, or leave it with them."
    )
    until = clinical_date(standing.until, time=True)
    raise Held(said, name=holder.get_full_name(), until=until)


def _work_on(analysis: Analysis, standing: Standing, moment: dt.datetime, by: User) -> Holding:
    until = moment + _claim_time(analysis)
    if standing.holder is None:
        kind = MoveKind.CLAIMED
        return _move(analysis, standing, kind, HoldingState.CLAIMED, to=by, until=until, by=by)
    holding = Holding.objects.get(analysis=analysis)
    if holding.state == HoldingState.CLAIMED:
        # A sign of work and no move: the decision that brings it has its own rows.
        holding.until = until
        holding.save(update_fields=["until"])
    return holding


def _give(analysis: Analysis, to: User, note: str, kind: MoveKind, by: User) -> Holding:
    check_can(by, Permission.ANALYSIS_DECIDE)
    analysis, standing, _ = _locked(analysis)
    _check_not_anothers(standing, by)
    begun = kind is MoveKind.HANDED_OVER
    if begun:
        policies.check_holds(holder=_id_of(standing), by=by.pk)
    policies.check_receiver(
        is_oneself=to.pk == by.pk,
        is_colleague=to.is_active and to.hospital_id == by.hospital_id,
        may_decide=can(to, Permission.ANALYSIS_DECIDE),
    )
    policies.check_note(note, needed=begun)
    return _move(analysis, standing, kind, HoldingState.ASSIGNED, to=to, note=note.strip(), by=by)


def _claim_time(analysis: Analysis) -> dt.timedelta:
    return dt.timedelta(minutes=settings_of(analysis.hospital).claim_minutes)


def _id_of(standing: Standing) -> str | None:
    return standing.holder.pk if standing.holder else None


def _move(
    analysis: Analysis,
    standing: Standing,
    kind: MoveKind,
    target: HoldingState,
    *,
    by: User,
    to: User | None = None,
    until: dt.datetime | None = None,
    note: str = "",
) -> Holding:
    HOLDING.check(standing.state, target)
    holding = _holding_of(analysis)
    holding.state, holding.holder, holding.until = target, to, until
    holding.moves += 1
    holding.save()
    move = Move.objects.create(
        analysis=analysis,
        number=holding.moves,
        edition=analysis.edition,
        kind=kind,
        before=standing.holder,
        to=to,
        note=note,
        by=by,
    )
    audit.record(
        EVENTS[kind],
        thing=move,
        by=None if kind is MoveKind.FOLLOWED else by,
        patient=analysis.patient,
        detail={"analysis": analysis.pk, "from": _id_of(standing) or "", "to": to.pk if to else ""},
    )
    return holding


def _holding_of(analysis: Analysis) -> Holding:
    """The row of this edition; what it said of an earlier one is over."""
    holding = Holding.objects.filter(analysis=analysis).first() or Holding(analysis=analysis)
    if holding.edition != analysis.edition:
        holding.edition, holding.ready_at = analysis.edition, None
    return holding
