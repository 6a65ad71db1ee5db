"""Audit events as rows a person can read: who, what, to which thing, in which request."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.audit.models import AuditEvent


@dataclass(frozen=True)
class TrailRow:
    """One event. Patients stand in it by id: an auditor need not know who they are."""

    seq: int
    at: dt.datetime
    actor: str
    event: str
    thing: str
    thing_id: str
    patient: str
    said: str
    """Counts and codes, such as ``patients 12 · purpose analysis``."""
    request: str
    hash: str


def trail_rows(events: Sequence[AuditEvent], people: Mapping[str, User]) -> list[TrailRow]:
    """The events in the order given."""
    return [_row(event, people) for event in events]


def _row(event: AuditEvent, people: Mapping[str, User]) -> TrailRow:
    return TrailRow(
        seq=event.seq,
        at=event.created_at,
        actor=_actor(event.actor, people),
        event=event.event,
        thing=event.thing_kind,
        thing_id=event.thing_id,
        patient=event.patient,
        said=_said(event),
        request=event.request,
        hash=event.hash,
    )


def _actor(actor: str, people: Mapping[str, User]) -> str:
    if not actor:
        return _("The system")
    person = people.get(actor)
    return person.get_full_name() if person else actor


def _said(event: AuditEvent) -> str:
    return " · ".join(f"{name} {value}" for name, value in {**event.counts, **event.detail}.items())
