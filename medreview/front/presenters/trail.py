"""Audit events as rows a person can read: who, what, to which thing, in which request."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from medreview.accounts.models import User
from medreview.audit.kinds import Outcome, outcome_of
from medreview.audit.models import AuditEvent
from medreview.front.presenters.timeline import actor_name


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
    outcome: Outcome

    @property
    def thing_short(self) -> str:
        """Enough of an id to tell it from its neighbours; the whole stands behind it."""
        return short(self.thing_id)

    @property
    def patient_short(self) -> str:
        """Enough of the patient's id."""
        return short(self.patient)

    @property
    def request_short(self) -> str:
        """Enough of the request's id."""
        return short(self.request)


def short(an_id: str) -> str:
    """The prefix of an id and its last letters: those in the middle are the same all day."""
    prefix, _, rest = an_id.partition("_")
    return f"{prefix}_…{rest[-6:]}" if len(rest) > 20 else an_id


def trail_rows(events: Sequence[AuditEvent], people: Mapping[str, User]) -> list[TrailRow]:
    """The events in the order given."""
    return [_row(event, people) for event in events]


def _row(event: AuditEvent, people: Mapping[str, User]) -> TrailRow:
    return TrailRow(
        seq=event.seq,
        at=event.created_at,
        actor=actor_name(event.actor, people),
        event=event.event,
        thing=event.thing_kind,
        thing_id=event.thing_id,
        patient=event.patient,
        said=said_by(event),
        request=event.request,
        hash=event.hash,
        outcome=outcome_of(event.event),
    )


def said_by(event: AuditEvent) -> str:
    """Counts and codes of an event in one line."""
    said = {**event.counts, **event.detail}
    return " · ".join(f"{name} {value}" for name, value in said.items() if value != "")
