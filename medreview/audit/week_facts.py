"""Counts one week of a hospital's trail: who signed in, what was denied, who read how much."""

import datetime as dt
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import ExtractHour, TruncWeek

from medreview.audit import queries
from medreview.audit.chain import START, Anchor, anchor_problem, problems_in
from medreview.audit.contracts import ChainCheck, Change, PersonWeek, Tally, WeekFacts
from medreview.audit.event_types import EventType
from medreview.audit.kinds import Look, looks
from medreview.audit.models import SYSTEM_CHAIN, AuditEvent
from medreview.audit.weeks import Week

Row = dict[str, Any]
"""One person's reads of one week, as the database counts them."""

WEEKS_BEFORE = 8
"""How far back what is usual is looked for."""
NIGHT_FROM, NIGHT_TO = 22, 6
CHANGES_SHOWN = 500
PROBLEMS_SHOWN = 20

CHANGES_OF_RIGHTS = Q(event__regex=r"^(user|role|hospital|team|invitation|factor|token)\.")
NOT_OF_RIGHTS = (EventType.SETTINGS_CHANGED.value,)
"""What a person sets for themselves changes nobody's rights."""


def facts_of(chain: str, week: Week, zone: ZoneInfo) -> WeekFacts:
    """Everything the report of the week says."""
    found = _within(chain, week.begins(zone), week.ends(zone))
    signed_in = found.filter(event=EventType.SIGNED_IN)
    return WeekFacts(
        week=week.name,
        events=found.count(),
        sign_ins=signed_in.count(),
        people_signed_in=signed_in.values("actor").distinct().count(),
        wrong_passwords=_of_accounts(found, EventType.SIGN_IN_FAILED),
        lock_outs=_of_accounts(found, EventType.SIGN_IN_LOCKED),
        unknown_names=_within(SYSTEM_CHAIN, week.begins(zone), week.ends(zone))
        .filter(event__in=(EventType.SIGN_IN_FAILED, EventType.SIGN_IN_LOCKED))
        .count(),
        denied=_denied(found),
        changes=_changes(found),
        exports=_tallies(found.filter(event__endswith=".exported"), "actor", "event"),
        people=_people(chain, week, zone),
        chain=check_chain(chain, week.begins(zone)),
    )


def check_chain(chain: str, begins: dt.datetime) -> ChainCheck:
    """Walk the chain from the head that was seen before a week began, so with all of its events.

    Every head that a report saw must still be the same, whichever week's was made first.
    """
    heads = queries.heads_reported(chain)
    found = ((head, anchor_problem(head, queries.hash_at(chain, head.seq))) for _at, head in heads)
    problems = [problem for _head, problem in found if problem]
    start = next((head for at, head in reversed(heads) if at < begins), Anchor(chain, 0, START))
    last_seq, last_hash = start.seq, start.hash
    head_seq, head_hash = last_seq, last_hash
    links = []
    for event in queries.in_order(chain, after=last_seq):
        links.append(event.link())
        head_seq, head_hash = event.seq, event.hash
        if len(links) == queries.CHUNK:
            problems += problems_in(links, after_seq=last_seq, after_hash=last_hash)
            last_seq, last_hash, links = head_seq, head_hash, []
    problems += problems_in(links, after_seq=last_seq, after_hash=last_hash)
    return ChainCheck(
        first_seq=start.seq + 1,
        last_seq=head_seq,
        head_hash=head_hash,
        problems=tuple(problems[:PROBLEMS_SHOWN]),
    )


def _within(chain: str, begins: dt.datetime, ends: dt.datetime) -> QuerySet[AuditEvent]:
    rows = AuditEvent.objects.filter(chain=chain)
    return rows.filter(created_at__gte=begins, created_at__lt=ends)


def _tallies(found: QuerySet[AuditEvent], person: str, what: str) -> tuple[Tally, ...]:
    rows = found.order_by().values_list(person, what).annotate(times=Count("id"))
    return tuple(
        Tally(person=who, what=code, times=times)
        for who, code, times in rows.order_by("-times", person, what)
    )


def _of_accounts(found: QuerySet[AuditEvent], event: EventType) -> tuple[Tally, ...]:
    """Failures stand under the account they were tried on: nobody was signed in."""
    return _tallies(found.filter(event=event), "thing_id", "event")


def _denied(found: QuerySet[AuditEvent]) -> tuple[Tally, ...]:
    doors = _tallies(found.filter(event=EventType.ACCESS_DENIED), "actor", "thing_id")
    return doors + _tallies(found.filter(event=EventType.PATIENT_REFUSED), "actor", "event")


def _changes(found: QuerySet[AuditEvent]) -> tuple[Change, ...]:
    rows = found.filter(CHANGES_OF_RIGHTS).exclude(event__in=NOT_OF_RIGHTS).order_by("seq")
    return tuple(
        Change(
            seq=event.seq,
            event=event.event,
            by=event.actor,
            thing_kind=event.thing_kind,
            thing_id=event.thing_id,
            detail={name: str(value) for name, value in event.detail.items()},
        )
        for event in rows[:CHANGES_SHOWN]
    )


def _people(chain: str, week: Week, zone: ZoneInfo) -> tuple[PersonWeek, ...]:
    """Everyone who read patient data in the week, beside their eight weeks before it."""
    now_read = _by_person(chain, week, zone, week)
    past = _by_person(chain, week.before(WEEKS_BEFORE), zone, week.before())
    before: dict[str, list[Row]] = {}
    for row in past:
        before.setdefault(row["actor"], []).append(row)
    return tuple(_person(row, before.get(row["actor"], [])) for row in now_read)


def _by_person(chain: str, first: Week, zone: ZoneInfo, last: Week) -> QuerySet[AuditEvent, Any]:
    hour = ExtractHour("created_at", tzinfo=zone)
    night = Q(hour__gte=NIGHT_FROM) | Q(hour__lt=NIGHT_TO)
    is_read = Q(event__in=sorted(looks(Look.READ)))
    rows = _within(chain, first.begins(zone), last.ends(zone)).exclude(actor="")
    return (
        rows.filter(event__in=sorted(looks(Look.READ, Look.PRINTED, Look.EXPORTED)))
        .exclude(patient="")
        .order_by()
        .annotate(hour=hour, week=TruncWeek("created_at", tzinfo=zone))
        .values("actor", "week")
        .annotate(
            reads=Count("id", filter=is_read),
            patients=Count("patient", distinct=True),
            prints=Count("id", filter=Q(event__in=sorted(looks(Look.PRINTED)))),
            exports=Count("id", filter=Q(event__in=sorted(looks(Look.EXPORTED)))),
            at_night=Count("id", filter=is_read & night),
        )
        .order_by("-reads", "actor", "week")
    )


def _person(row: Row, before: Sequence[Row]) -> PersonWeek:
    return PersonWeek(
        person=row["actor"],
        reads=row["reads"],
        patients=row["patients"],
        prints=row["prints"],
        exports=row["exports"],
        at_night=row["at_night"],
        weeks_before=len(before),
        most_patients_before=max((past["patients"] for past in before), default=0),
        at_night_before=sum(past["at_night"] for past in before),
    )
