"""Take the steps of the timetable, and see each message to its end.

A step and its messages are rows of one transaction under the lock of the alert, so that two
guards, or a guard and the person who answers, come one after the other. Sending happens after
the commit, in a worker, one message at a time through each outside system: one that hangs
holds up nothing but itself.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models import Q

from analysis.escalation import queries
from analysis.escalation.message_states import MESSAGE, MessageState
from analysis.escalation.models import (
    EMAIL,
    DeliveryAttempt,
    EscalationStepTaken,
    Message,
    Webhook,
)
from analysis.escalation.recipients import people_of, why_not
from analysis.escalation.timetable import name_of
from analysis.pipeline.models import AlertState, CriticalAlert
from medreview.accounts.hospital_settings import EscalationStep
from medreview.accounts.models import Hospital, User
from medreview.accounts.queries import settings_of
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common import mail
from medreview.common.clock import now
from medreview.common.queue import enqueue_after_commit

log = structlog.get_logger(__name__)

JOB = "analysis.escalation.jobs.deliver"
AT_ONCE = 50
"""How many values one beat brings to people, and how many messages it looks at."""
LEASE = dt.timedelta(seconds=60)
"""An attempt nobody has ended by then was lost with its worker."""
PAUSES = tuple(dt.timedelta(seconds=seconds) for seconds in (30, 120, 600, 1800, 7200))
"""Before each further attempt; after the last one the message has failed."""
HANDING_OUT = 7_203_115
"""The advisory lock of who hands out messages: one guard at a time."""


def escalate() -> int:
    """Take every step that is due, and call workers for the messages; how many steps."""
    hospitals = list(queries.hospitals_with_open_criticals())
    taken = sum(_bravely(_escalate_in, hospital) for hospital in hospitals)
    hand_out()
    return taken


def _escalate_in(hospital: Hospital) -> int:
    taken = 0
    for step in settings_of(hospital).escalation:
        due = queries.due_step(hospital, step, name_of(step)).values_list("pk", flat=True)
        for alert_id in list(due[:AT_ONCE]):
            taken += _bravely(_take, alert_id, step)
    return taken


def _take(alert_id: str, step: EscalationStep) -> int:
    return int(take_step(alert_id, step) is not None)


def _bravely(act: Callable[..., int], *given: Any) -> int:
    """What one value or hospital meets keeps nobody from being called for the next."""
    try:
        return act(*given)
    except Exception as problem:
        # Its words may hold patient data.
        log.error("a step was not taken", of=str(given[0]), kind=type(problem).__name__)
        return 0


@transaction.atomic
def open_critical(pk: str, *, by: User) -> CriticalAlert:
    """One critical value, for this person to read; the read is recorded."""
    alert = queries.critical_for(by, pk)
    audit.record(EventType.CRITICAL_READ, thing=alert, by=by, patient=alert.patient)
    return alert


@transaction.atomic
def take_step(alert_id: str, step: EscalationStep) -> EscalationStepTaken | None:
    """Bring one value to the people of one step; None when it was answered or taken meanwhile."""
    alert = (
        CriticalAlert.objects.select_for_update(of=("self",), no_key=True)
        .select_related("analysis", "analysis__requested_by", "patient", "hospital")
        .get(pk=alert_id)
    )
    name = name_of(step)
    if not queries.is_chased(alert) or queries.was_taken(alert, name):
        return None
    taken = EscalationStepTaken.objects.create(
        alert=alert,
        step=name,
        after_minutes=step.after_minutes,
        to=step.to,
        addressee=step.team or step.person or "",
    )
    people = people_of(step, alert)
    reached = [_mail_to(person, taken) for person in people].count(MessageState.WAITING)
    programs = list(queries.webhooks_of(alert.hospital).filter(is_active=True))
    for webhook in programs:
        _call(webhook, taken)
    audit.record(
        EventType.CRITICAL_ESCALATED,
        thing=alert,
        by=None,
        patient=alert.patient,
        counts={"people": len(people), "mailed": reached, "programs": len(programs)},
        detail={"step": taken.pk, "to": step.to, "after_minutes": str(step.after_minutes)},
    )
    return taken


def _mail_to(person: User, taken: EscalationStepTaken) -> MessageState:
    reason = why_not(person)
    state = MessageState.FAILED if reason else MessageState.WAITING
    message = Message.objects.create(
        hospital_id=taken.alert.hospital_id,
        step=taken,
        person=person,
        place=EMAIL,
        state=state,
        reason=reason,
        next_at=now(),
    )
    if reason:
        DeliveryAttempt.objects.create(message=message, number=0, sent=False, reason=reason)
    return state


def _call(webhook: Webhook, taken: EscalationStepTaken | None) -> Message:
    reason = "" if mail.link_to("/") or taken is None else "no_base_url"
    message = Message.objects.create(
        hospital_id=webhook.hospital_id,
        step=taken,
        webhook=webhook,
        place=webhook.pk,
        state=MessageState.FAILED if reason else MessageState.WAITING,
        reason=reason,
        next_at=now(),
    )
    if reason:
        DeliveryAttempt.objects.create(message=message, number=0, sent=False, reason=reason)
    return message


@transaction.atomic
def hand_out() -> int:
    """Call a worker for the next due message of every place that is free; how many."""
    if not _alone():
        return 0
    moment = now()
    due = queries.waiting_messages()
    busy = set(due.filter(busy_until__gt=moment).values_list("place", flat=True))
    free = due.filter(next_at__lte=moment).exclude(place__in=busy)
    # The longest due of each place, and of these the longest due.
    first = list(free.order_by("place", "next_at", "id").distinct("place")[:AT_ONCE])
    for message in first:
        message.handed_out, message.busy_until = True, moment + LEASE
        message.save(update_fields=["handed_out", "busy_until"])
        enqueue_after_commit(JOB, message.pk)
    return len(first)


def _alone() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [HANDING_OUT])
        return bool(cursor.fetchone()[0])


@transaction.atomic
def begin(message_id: str) -> Message | None:
    """The right to make the next attempt; None when it was taken, made or is needed no more."""
    message = Message.objects.select_for_update().get(pk=message_id)
    if message.state != MessageState.WAITING or not message.handed_out:
        return None
    message.handed_out, message.busy_until = False, now() + LEASE
    if _is_needless(message):
        _end(message, MessageState.DROPPED, "answered")
        return None
    if message.attempts > len(PAUSES):
        _end(message, MessageState.FAILED, "worker_lost")
        return None
    message.attempts += 1
    message.save(update_fields=["attempts", "handed_out", "busy_until"])
    return queries.message_of(message_id)


def _is_needless(message: Message) -> bool:
    return message.step is not None and message.step.alert.state != AlertState.RAISED


@transaction.atomic
def end_attempt(message_id: str, *, number: int, reason: str, for_good: bool = False) -> None:
    """How an attempt ended: sent where there is no reason, else tried again or given up.

    A place that could not be reached is not tried for its other messages before its pause is over.
    """
    message = Message.objects.select_for_update().get(pk=message_id)
    if message.state != MessageState.WAITING or message.attempts != number:
        return
    DeliveryAttempt.objects.create(message=message, number=number, sent=not reason, reason=reason)
    if reason and not for_good:
        # Before the trail: who drops one of these holds it, and waits for the trail.
        _let_rest(message)
    if not reason:
        _end(message, MessageState.SENT, "")
    elif for_good or number > len(PAUSES):
        _end(message, MessageState.FAILED, reason)
    else:
        message.next_at = now() + PAUSES[number - 1]
        message.reason, message.busy_until = reason, None
        message.save(update_fields=["next_at", "reason", "busy_until"])


def _let_rest(message: Message) -> None:
    until = now() + PAUSES[0]
    same = Q(place=message.place, state=MessageState.WAITING, next_at__lt=until)
    Message.objects.filter(same).exclude(pk=message.pk).update(next_at=until)


def _end(message: Message, state: MessageState, reason: str) -> None:
    MESSAGE.check(message.state, state)
    message.state, message.reason, message.busy_until = state, reason, None
    message.save()
    event = EVENTS[state]
    step = {"alert": message.step.alert_id} if message.step else {}
    audit.record(
        event,
        thing=message,
        by=None,
        hospital=message.hospital,
        counts={"attempts": message.attempts},
        detail={"place": message.place, "reason": reason, **step},
    )


EVENTS = {
    MessageState.SENT: EventType.MESSAGE_SENT,
    MessageState.FAILED: EventType.MESSAGE_FAILED,
    MessageState.DROPPED: EventType.MESSAGE_DROPPED,
}


@transaction.atomic
def send_test(*, webhook: Webhook, by: User) -> Message:
    """Send a webhook a message that says it is a test."""
    message = _call(webhook, None)
    audit.record(EventType.WEBHOOK_TESTED, thing=webhook, by=by, detail={"message": message.pk})
    transaction.on_commit(hand_out)
    return message
