"""Which critical values wait, which are overdue, whom they were brought to, and what became of it.

Every count and every list of open criticals is asked of ``open_criticals_for``: the tile, the
strip, the menu and the list say the same number. A measured value that two analyses raised is
there once; it is chased by the timetable once, and one answer closes both. An alert on a value
that was answered for in an earlier analysis waits for an answer of its own, but nobody is called
for it: the person who had to be told was told.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet

from analysis.escalation.message_states import MessageState
from analysis.escalation.models import EscalationStepTaken, Message, Webhook
from analysis.escalation.timetable import allowed_time, wait_of
from analysis.pipeline.models import AlertState, CriticalAlert
from analysis.pipeline.queries import of_same_value, once_per_value, open_alerts
from medreview.accounts.hospital_settings import EscalationStep
from medreview.accounts.models import Hospital, User
from medreview.accounts.queries import settings_of
from medreview.common.clock import now
from medreview.common.errors import NotFound, gettext_noop
from medreview.fhir.models import Resource
from medreview.patients.queries import visible_to

LATELY = dt.timedelta(hours=24)
"""How long an answered value stays on the list of answers."""


@dataclass(frozen=True)
class Waiting:
    """How many critical values wait, in one question: what every page says under its bar."""

    count: int
    overdue: int
    oldest: dt.datetime | None


def open_criticals_for(user: User) -> QuerySet[CriticalAlert]:
    """Critical values nobody has answered for, each once, the longest waiting first."""
    return open_alerts(user)


def waiting_for(user: User) -> Waiting:
    """The count of the open ones with the oldest, and how many of them are overdue."""
    late = ~Q(Exists(_answered_before())) & Q(created_at__lte=_late_since(user.hospital))
    found = (
        open_alerts(user)
        .order_by()
        .aggregate(count=Count("id"), overdue=Count("id", filter=late), oldest=Min("created_at"))
    )
    return Waiting(**found)


def overdue_for(user: User) -> QuerySet[CriticalAlert]:
    """Of what this person sees open, what nobody answered for within the hospital's time."""
    return _chased(open_alerts(user)).filter(created_at__lte=_late_since(user.hospital))


def answered_lately(user: User) -> QuerySet[CriticalAlert]:
    """Answered for within a day, the one raised last on top; a kept answer is no second one."""
    lately = {"acknowledged_at__gt": now() - LATELY, "answered_in": None}
    return _ended(user, state=AlertState.ACKNOWLEDGED, **lately)


def withdrawn_for(user: User) -> QuerySet[CriticalAlert]:
    """Raised on a value that the record says no more, before anybody answered."""
    return _ended(user, state=AlertState.WITHDRAWN)


def _ended(user: User, **asked: Any) -> QuerySet[CriticalAlert]:
    return (
        CriticalAlert.objects.filter(patient__in=visible_to(user), **asked)
        .select_related("analysis", "patient", "acknowledged_by")
        .order_by("-created_at", "-id")
    )


PAGE_SIZE = 50


def page_of(
    alerts: QuerySet[CriticalAlert], *, after: CriticalAlert | None
) -> tuple[list[CriticalAlert], bool]:
    """The alerts behind ``after`` in their own order, and whether more follow."""
    if after is not None:
        side = "lt" if str(alerts.query.order_by[0]).startswith("-") else "gt"
        at_once = Q(created_at=after.created_at, **{f"id__{side}": after.pk})
        alerts = alerts.filter(Q(**{f"created_at__{side}": after.created_at}) | at_once)
    found = list(alerts[: PAGE_SIZE + 1])
    return found[:PAGE_SIZE], len(found) > PAGE_SIZE


def due_step(hospital: Hospital, step: EscalationStep, name: str) -> QuerySet[CriticalAlert]:
    """The values for which this step of the timetable is due and was not taken."""
    raised = once_per_value(CriticalAlert.objects.filter(hospital=hospital))
    taken = EscalationStepTaken.objects.filter(alert=OuterRef("pk"), step=name)
    since = now() - wait_of(step)
    return _chased(raised).filter(~Exists(taken), created_at__lte=since).order_by("created_at")


def was_taken(alert: CriticalAlert, step: str) -> bool:
    """Whether a step was taken for it before."""
    return EscalationStepTaken.objects.filter(alert=alert, step=step).exists()


def waits(alert: CriticalAlert) -> bool:
    """Whether it still needs somebody's answer."""
    return alert.state == AlertState.RAISED


def is_chased(alert: CriticalAlert) -> bool:
    """Whether people are called for this alert: it is the first open one on its value, and the
    value was not answered for before."""
    return _chased(once_per_value(CriticalAlert.objects.filter(pk=alert.pk))).exists()


def hospitals_with_open_criticals() -> QuerySet[Hospital]:
    """Where anybody may have to be called."""
    raised = CriticalAlert.objects.filter(hospital=OuterRef("pk"), state=AlertState.RAISED)
    return Hospital.objects.filter(Exists(raised)).order_by("id")


def _chased(alerts: QuerySet[CriticalAlert]) -> QuerySet[CriticalAlert]:
    return alerts.filter(~Exists(_answered_before()))


def _answered_before() -> QuerySet[CriticalAlert]:
    return CriticalAlert.objects.filter(
        patient=OuterRef("patient"),
        result=OuterRef("result"),
        value_text=OuterRef("value_text"),
        state=AlertState.ACKNOWLEDGED,
    )


def _late_since(hospital: Hospital) -> dt.datetime:
    return now() - allowed_time(settings_of(hospital))


def critical_for(user: User, pk: str) -> CriticalAlert:
    """One critical value, whatever its state; another hospital's is NotFound like none."""
    found = (
        CriticalAlert.objects.filter(pk=pk, patient__in=visible_to(user))
        .select_related("analysis", "patient", "acknowledged_by")
        .first()
    )
    if found is None:
        raise NotFound(gettext_noop("There is no such critical value."))
    return found


def steps_of(alerts: Sequence[CriticalAlert]) -> dict[str, list[EscalationStepTaken]]:
    """The steps taken for each of these, with their messages, in the order they were taken."""
    taken = EscalationStepTaken.objects.filter(alert__in=alerts).prefetch_related(
        "messages__person", "messages__webhook"
    )
    found: dict[str, list[EscalationStepTaken]] = {}
    for step in taken:
        found.setdefault(step.alert_id, []).append(step)
    return found


def others_on_the_value(alert: CriticalAlert) -> list[CriticalAlert]:
    """The alerts other analyses raised on the same measured value."""
    others = of_same_value(alert).exclude(pk=alert.pk).select_related("analysis")
    return list(others.order_by("created_at", "id"))


def current_versions(alerts: Sequence[CriticalAlert]) -> dict[tuple[str, str], Resource]:
    """The results of these as the record has them now, by patient and reference."""
    parts = {alert.result.partition("/")[2] for alert in alerts}
    current = Resource.objects.filter(
        patient__in={alert.patient_id for alert in alerts},
        type="Observation",
        fhir_id__in=parts,
        current=True,
    )
    return {(str(row.patient_id), row.reference): row for row in current}


# Messages


def waiting_messages() -> QuerySet[Message]:
    """What is still to be sent, the longest due first."""
    return Message.objects.filter(state=MessageState.WAITING).order_by("next_at", "id")


def message_of(pk: str) -> Message:
    """One message with all that sending it needs."""
    related = ("person", "webhook", "hospital", "step__alert")
    return Message.objects.select_related(*related).get(pk=pk)


def webhooks_of(hospital: Hospital) -> QuerySet[Webhook]:
    """The hospital's webhooks, oldest first."""
    return Webhook.objects.filter(hospital=hospital)


def webhook_for(user: User, pk: str) -> Webhook:
    """One webhook of this person's hospital, or NotFound."""
    found = webhooks_of(user.hospital).filter(pk=pk).first()
    if found is None:
        raise NotFound(gettext_noop("There is no such webhook."))
    return found


def deliveries_of(webhook: Webhook, limit: int) -> list[Message]:
    """The last messages to a webhook with their attempts, newest first."""
    found = Message.objects.filter(webhook=webhook).prefetch_related("tries")
    return list(found.order_by("-created_at", "-id")[:limit])


@dataclass(frozen=True)
class Deliveries:
    """How messages fare, over all hospitals, in counts."""

    waiting: int
    """Due or waiting for another attempt after a failed one."""
    failed: int
    """Given up within a day."""
    late: int
    """Waiting longer than a message should."""


LATE_AFTER = dt.timedelta(minutes=5)


def deliveries() -> Deliveries:
    """What the health page says of messages; refusals for want of an address are no fault of it."""
    moment = now()
    waiting = Q(state=MessageState.WAITING)
    found = Message.objects.filter(created_at__gt=moment - 7 * LATELY).aggregate(
        waiting=Count("id", filter=waiting & Q(attempts__gt=0)),
        failed=Count(
            "id",
            filter=Q(state=MessageState.FAILED, attempts__gt=0, created_at__gt=moment - LATELY),
        ),
        late=Count("id", filter=waiting & Q(created_at__lt=moment - LATE_AFTER)),
    )
    return Deliveries(**found)
