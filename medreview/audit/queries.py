"""The trail of a thing, of a person, of a patient, of a hospital."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q, QuerySet

from medreview.audit.chain import Anchor
from medreview.audit.event_types import EventType
from medreview.audit.kinds import ALERTS, Outcome, looks, that_ended
from medreview.audit.models import SYSTEM_CHAIN, AuditEvent, WeekReport
from medreview.common.clock import now

CHUNK = 2000
PAGE_SIZE = 100


def of_chain(chain: str) -> QuerySet[AuditEvent]:
    """Everything of one hospital (or ``system``), in the order it happened."""
    return AuditEvent.objects.filter(chain=chain).order_by("seq")


@dataclass(frozen=True)
class TrailFilter:
    """Which events of a trail somebody asked for: ids, codes and days, never a name."""

    event: str = ""
    actor: str = ""
    """A user's id, or ``system``."""
    patient: str = ""
    thing: str = ""
    request: str = ""
    outcome: Outcome | None = None
    alerts: bool = False
    """Only what an admin or auditor is alerted of: denied attempts and lock-outs."""
    since: dt.datetime | None = None
    until: dt.datetime | None = None
    """The first moment that is not asked for any more."""


def search(chain: str, wanted: TrailFilter) -> QuerySet[AuditEvent]:
    """One hospital's events that meet a filter, newest first."""
    found = of_chain(chain).order_by("-seq")
    exact = {
        "event": wanted.event,
        "patient": wanted.patient,
        "thing_id": wanted.thing,
        "request": wanted.request,
    }
    found = found.filter(**{name: value for name, value in exact.items() if value})
    if wanted.actor:
        found = found.filter(actor="" if wanted.actor == SYSTEM_CHAIN else wanted.actor)
    if wanted.alerts:
        found = found.filter(event__in=sorted(ALERTS))
    if wanted.outcome:
        found = found.filter(event__in=sorted(that_ended(wanted.outcome)))
    return _between(found, wanted.since, wanted.until)


def _between(
    found: QuerySet[AuditEvent], since: dt.datetime | None, until: dt.datetime | None
) -> QuerySet[AuditEvent]:
    found = found.filter(created_at__gte=since) if since else found
    return found.filter(created_at__lt=until) if until else found


@dataclass(frozen=True)
class TrailPage:
    """One page of events, newest first."""

    events: list[AuditEvent]
    older: int | None
    """The number to go on before; None on the last page."""


def page_before(
    found: QuerySet[AuditEvent], before: int | None, size: int = PAGE_SIZE
) -> TrailPage:
    """The page before event number ``before``. New events shift nothing."""
    rows = list((found.filter(seq__lt=before) if before else found)[: size + 1])
    return TrailPage(rows[:size], rows[size - 1].seq if len(rows) > size else None)


def since(event: str, time: dt.timedelta, *, chains: Iterable[str]) -> QuerySet[AuditEvent]:
    """The events of one kind within this time, of some hospitals and of none."""
    # Chains are named because the index of days begins with them: a stranger may ask for this.
    named = [*chains, SYSTEM_CHAIN]
    return AuditEvent.objects.filter(event=event, chain__in=named, created_at__gt=now() - time)


def of_thing(thing_id: str) -> QuerySet[AuditEvent]:
    """What happened to one thing."""
    return AuditEvent.objects.filter(thing_id=thing_id).order_by("created_at", "seq")


def of_actor(actor_id: str) -> QuerySet[AuditEvent]:
    """What one person did."""
    return AuditEvent.objects.filter(actor=actor_id).order_by("created_at", "seq")


def of_patient(patient_id: str) -> QuerySet[AuditEvent]:
    """Who read or changed one patient's data."""
    return AuditEvent.objects.filter(patient=patient_id).order_by("created_at", "seq")


def looks_at(patient_id: str, chain: str) -> QuerySet[AuditEvent]:
    """Every reading, print, export and refused attempt at one patient, newest first."""
    seen = Q(patient=patient_id, event__in=sorted(looks()))
    refused = Q(thing_id=patient_id, event=EventType.PATIENT_REFUSED)
    return AuditEvent.objects.filter(seen | refused, chain=chain).order_by("-seq")


def refused_elsewhere(patient_id: str, chain: str) -> int:
    """How often somebody of another hospital was refused this patient."""
    refused = AuditEvent.objects.filter(thing_id=patient_id, event=EventType.PATIENT_REFUSED)
    return refused.exclude(chain=chain).count()


def views_of_run(run_id: str) -> QuerySet[AuditEvent]:
    """Who read a run's timeline and opened what is sealed in it, newest first."""
    kinds = (EventType.RUN_READ, EventType.RUN_PAYLOAD_READ)
    return AuditEvent.objects.filter(thing_id=run_id, event__in=kinds).order_by("-seq")


@dataclass(frozen=True)
class Looker:
    """How often one person looked in one way, from when to when."""

    actor: str
    event: str
    times: int
    first: dt.datetime
    last: dt.datetime


def lookers(found: QuerySet[AuditEvent]) -> list[Looker]:
    """The people behind these events, each with every kind of event."""
    rows = (
        found.order_by()
        .values("actor", "event")
        .annotate(times=Count("id"), first=Min("created_at"), last=Max("created_at"))
        .order_by("actor", "event")
    )
    return [Looker(**row) for row in rows]


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


def in_order(chain: str, *, after: int = 0) -> Iterator[AuditEvent]:
    """A chain from behind an event on, read in pieces: it may be longer than memory."""
    return of_chain(chain).filter(seq__gt=after).iterator(chunk_size=CHUNK)


def first_event_at(chain: str) -> dt.datetime | None:
    """When a chain began."""
    return of_chain(chain).values_list("created_at", flat=True).first()


def report_of(chain: str, week: str) -> WeekReport | None:
    """The report of one week, where it was made."""
    return (
        WeekReport.objects.filter(chain=chain, week=week).prefetch_related("examinations").first()
    )


def heads_reported(chain: str) -> list[tuple[dt.datetime, Anchor]]:
    """When each report was made and the head it saw of the chain, the first one first."""
    rows = WeekReport.objects.filter(chain=chain).order_by("created_at", "id")
    heads = rows.values_list("created_at", "facts__chain__last_seq", "facts__chain__head_hash")
    return [(made_at, Anchor(chain, seq, hash_)) for made_at, seq, hash_ in heads if seq]


def reports_of(chain: str) -> dict[str, WeekReport]:
    """Every report of a hospital by its week, with who examined it."""
    rows = WeekReport.objects.filter(chain=chain).defer("facts").prefetch_related("examinations")
    return {report.week: report for report in rows}


def hash_at(chain: str, seq: int) -> str | None:
    """The hash of one event, or None when it is not there."""
    return AuditEvent.objects.filter(chain=chain, seq=seq).values_list("hash", flat=True).first()


def count() -> int:
    """How many events there are."""
    return AuditEvent.objects.count()
