"""Who looked: each person with how often and when, and every look by itself."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.audit.kinds import Look, look_of
from medreview.audit.models import AuditEvent
from medreview.audit.queries import Looker
from medreview.front.presenters.timeline import actor_name
from medreview.front.presenters.trail import said_by
from medreview.front.words import ROLE_NAMES

WAYS: dict[str, str | Promise] = {
    "patient.read": gettext_lazy("opened the record"),
    "patient.refused": gettext_lazy("was refused"),
    "analysis.read": gettext_lazy("read an analysis"),
    "analysis.record_read": gettext_lazy("had the record read for an analysis"),
    "evidence.read": gettext_lazy("opened a source"),
    "results.read": gettext_lazy("read results over time"),
    "run.read": gettext_lazy("read the run"),
    "run.payload_read": gettext_lazy("opened a sealed event"),
    "trail.read": gettext_lazy("read who looked"),
    "report.printed": gettext_lazy("printed the report"),
}
"""What somebody did, in words a patient understands; the event's name stands beside it."""


@dataclass(frozen=True)
class LookerRow:
    """One person, and how often they looked in which way."""

    name: str
    roles: str
    reads: int
    prints: int
    exports: int
    refusals: int
    first: dt.datetime
    last: dt.datetime

    @property
    def times(self) -> int:
        """All of it together."""
        return self.reads + self.prints + self.exports + self.refusals


@dataclass(frozen=True)
class LookRow:
    """One look."""

    seq: int
    at: dt.datetime
    name: str
    did: str
    event: str
    said: str
    request: str
    is_refused: bool


def looker_rows(found: Iterable[Looker], people: Mapping[str, User]) -> list[LookerRow]:
    """The people, whoever looked last on top."""
    by_actor: dict[str, list[Looker]] = {}
    for looker in found:
        by_actor.setdefault(looker.actor, []).append(looker)
    rows = [_looker_row(actor, said, people) for actor, said in by_actor.items()]
    return sorted(rows, key=lambda row: row.last, reverse=True)


def _looker_row(actor: str, said: list[Looker], people: Mapping[str, User]) -> LookerRow:
    def times(way: Look) -> int:
        return sum(one.times for one in said if look_of(one.event) is way)

    return LookerRow(
        name=actor_name(actor, people),
        roles=_roles(people.get(actor)),
        reads=times(Look.READ),
        prints=times(Look.PRINTED),
        exports=times(Look.EXPORTED),
        refusals=times(Look.REFUSED),
        first=min(one.first for one in said),
        last=max(one.last for one in said),
    )


def _roles(person: User | None) -> str:
    if person is None:
        return ""
    held = sorted(grant.role for grant in person.grants.all())
    return ", ".join(str(ROLE_NAMES[Role(role)]) for role in held)


def look_rows(events: Sequence[AuditEvent], people: Mapping[str, User]) -> list[LookRow]:
    """Every look, in the order given."""
    return [
        LookRow(
            seq=event.seq,
            at=event.created_at,
            name=actor_name(event.actor, people),
            did=str(WAYS.get(event.event, "")) or _other(event.event),
            event=event.event,
            said=said_by(event),
            request=event.request,
            is_refused=look_of(event.event) is Look.REFUSED,
        )
        for event in events
    ]


def _other(event: str) -> str:
    ways = {
        Look.READ: _("read"),
        Look.PRINTED: _("printed"),
        Look.EXPORTED: _("took a file out"),
        Look.REFUSED: _("was refused"),
    }
    look = look_of(event)
    return ways[look] if look else event
