"""Flags: raised by readers, taken, linked and settled by the curators of their hospital."""

from django.db import transaction
from django.utils.translation import gettext as _

from graphcurate.models import ChangeSet, Flag
from graphcurate.policies import SAY_SOMETHING, check_text
from graphcurate.reviewing import flag_policies as policies
from graphcurate.reviewing.flag_states import FlagOutcome, FlagState
from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.common.queue import enqueue_after_commit


@transaction.atomic
def flag(*, kind: str, key: str, release: str, text: str, by: User) -> Flag:
    """Somebody says that an entry of the graph is wrong: a task for their hospital's curators.

    Who may is asked at the door: a reviewer reports from the page of an analysis too.
    """
    check_text(text, SAY_SOMETHING)
    made = Flag.objects.create(
        hospital=by.hospital,
        entry_kind=kind,
        entry_key=key,
        release=release,
        text=text.strip(),
        reported_by=by,
    )
    audit.record(EventType.FLAG_RAISED, thing=made, by=by, detail={"kind": kind})
    return made


@transaction.atomic
def take(*, flag: Flag, seen: int, by: User) -> Flag:
    """Look into it: from now on colleagues see who does. What another took is taken over."""
    held = _held(flag, seen, by)
    if held.state != FlagState.TAKEN:
        policies.check_can_move(held.state, FlagState.TAKEN)
    held.state, held.taken_by = FlagState.TAKEN, by
    return _moved(held, EventType.FLAG_TAKEN, by)


@transaction.atomic
def hand_back(*, flag: Flag, seen: int, by: User) -> Flag:
    """Leave it for another curator again."""
    held = _held(flag, seen, by)
    policies.check_can_move(held.state, FlagState.OPEN)
    policies.check_can_hand_back(taken_by=held.taken_by_id, by=by.pk)
    held.state, held.taken_by = FlagState.OPEN, None
    return _moved(held, EventType.FLAG_HANDED_BACK, by)


@transaction.atomic
def link(*, flag: Flag, change_set: ChangeSet | None, seen: int, by: User) -> Flag:
    """Say which change set is to answer it; whoever links it has taken it."""
    held = _held(flag, seen, by)
    if held.state != FlagState.TAKEN:
        policies.check_can_move(held.state, FlagState.TAKEN)
    policies.check_link(change_set.state if change_set else None)
    held.state, held.taken_by, held.change_set = FlagState.TAKEN, by, change_set
    return _moved(held, EventType.FLAG_LINKED, by)


@transaction.atomic
def settle(
    *,
    flag: Flag,
    outcome: str,
    answer: str,
    change_set: ChangeSet | None,
    seen: int,
    by: User,
) -> Flag:
    """Answer it in words: fixed in a change set, or nothing changes and why. Its reporter hears."""
    held = _held(flag, seen, by)
    policies.check_can_move(held.state, FlagState.SETTLED)
    policies.check_outcome(outcome, set_state=change_set.state if change_set else None)
    check_text(answer, SAY_SOMETHING)
    held.state, held.outcome, held.answer = FlagState.SETTLED, outcome, answer.strip()
    held.change_set = change_set if outcome == FlagOutcome.FIXED else None
    held.taken_by = held.taken_by or by
    held.settled_by, held.settled_at = by, now()
    settled = _moved(held, EventType.FLAG_SETTLED, by)
    enqueue_after_commit("graphcurate.jobs.mail_settled", settled.pk)
    return settled


def note_heard(*, flag: Flag, by: User) -> None:
    """The reporter opened the answer, so nothing waits for them here any more."""
    if flag.state != FlagState.SETTLED or flag.reported_by_id != by.pk or flag.heard_at:
        return
    with transaction.atomic():
        if Flag.objects.filter(pk=flag.pk, heard_at=None).update(heard_at=now()):
            audit.record(EventType.FLAG_HEARD, thing=flag, by=by)


def _held(flag: Flag, seen: int, by: User) -> Flag:
    """The row under its lock, if it is of this person's hospital and as they saw it."""
    check_can(by, Permission.GRAPH_CURATE)
    rows = Flag.objects.select_for_update(of=("self",)).select_related("reported_by")
    held = rows.filter(pk=flag.pk, hospital=by.hospital_id).first()
    if held is None:
        raise NotFound(_("There is no such report."))
    policies.check_seen(version=held.version, seen=seen)
    return held


def _moved(held: Flag, event: EventType, by: User) -> Flag:
    held.version += 1
    held.save()
    audit.record(event, thing=held, by=by, detail=_detail(held))
    return held


def _detail(held: Flag) -> dict[str, str]:
    said = {"outcome": held.outcome, "set": held.change_set_id or ""}
    return {name: text for name, text in said.items() if text}
