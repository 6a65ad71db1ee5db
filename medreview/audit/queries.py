"""The trail of a thing, of a person, of a patient, of a hospital."""

import datetime as dt
from collections.abc import Iterator

from django.db.models import Max, QuerySet

from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common.clock import now

CHUNK = 2000


def of_chain(chain: str) -> QuerySet[AuditEvent]:
    """Everything of one hospital (or ``system``), in the order it happened."""
    return AuditEvent.objects.filter(chain=chain).order_by("seq")


def newest_first(
    chain: str, *, before: int | None = None, event: str = "", actor: str = "", patient: str = ""
) -> QuerySet[AuditEvent]:
    """One hospital's events from before number ``before``, of one kind, person or patient."""
    wanted = {"event": event, "actor": actor, "patient": patient}
    found = of_chain(chain).filter(**{name: value for name, value in wanted.items() if value})
    return (found.filter(seq__lt=before) if before else found).order_by("-seq")


def since(event: str, time: dt.timedelta) -> QuerySet[AuditEvent]:
    """The events of one kind, in every chain, within this time."""
    return AuditEvent.objects.filter(event=event, created_at__gt=now() - time)


def of_thing(thing_id: str) -> QuerySet[AuditEvent]:
    """What happened to one thing."""
    return AuditEvent.objects.filter(thing_id=thing_id).order_by("created_at", "seq")


def of_actor(actor_id: str) -> QuerySet[AuditEvent]:
    """What one person did."""
    return AuditEvent.objects.filter(actor=actor_id).order_by("created_at", "seq")


def of_patient(patient_id: str) -> QuerySet[AuditEvent]:
    """Who read or changed one patient's data."""
    return AuditEvent.objects.filter(patient=patient_id).order_by("created_at", "seq")


def was_read_this_minute(patient_id: str, actor_id: str, purpose: str) -> bool:
    """Whether this minute already holds such a reading, so that a poll adds no other."""
    minute = now().replace(second=0, microsecond=0)
    return AuditEvent.objects.filter(
        patient=patient_id,
        actor=actor_id,
        event=EventType.PATIENT_READ,
        detail__purpose=purpose,
        created_at__gte=minute,
    ).exists()


def chains() -> list[str]:
    """Every chain there is."""
    return list(AuditEvent.objects.order_by("chain").values_list("chain", flat=True).distinct())


def heads() -> dict[str, AuditEvent]:
    """The last event of every chain."""
    last = AuditEvent.objects.values("chain").annotate(last=Max("seq"))
    found = [AuditEvent.objects.get(chain=row["chain"], seq=row["last"]) for row in last]
    return {event.chain: event for event in found}


def in_order(chain: str) -> Iterator[AuditEvent]:
    """A whole chain, read in pieces: it may be longer than memory."""
    return of_chain(chain).iterator(chunk_size=CHUNK)


def hash_at(chain: str, seq: int) -> str | None:
    """The hash of one event, or None when it is not there."""
    return AuditEvent.objects.filter(chain=chain, seq=seq).values_list("hash", flat=True).first()


def count() -> int:
    """How many events there are."""
    return AuditEvent.objects.count()
