"""Runs and their events in the shapes of the API."""

from collections.abc import Iterable, Mapping, Sequence

from django.urls import reverse

from medreview.accounts.models import User
from medreview.api.contracts.runs import EventRow, Look, RunRead, RunRow
from medreview.audit.models import AuditEvent
from medreview.runtime.models import Run, RunEvent
from medreview.runtime.run_states import RunState


def run_row(run: Run) -> RunRow:
    """One run in a list."""
    return RunRow(
        id=run.pk,
        kind=run.kind,
        patient=run.patient_id,
        state=RunState(run.state),
        as_of=run.as_of,
        graph_release=run.graph_release,
        started_by=run.started_by_id,
        started_at=run.created_at,
        finished_at=run.finished_at,
        attempts=run.attempts,
        events=run.last_seq,
        failed_stage=run.failed_stage,
        reason=run.reason,
    )


def run_read(run: Run, differences: Sequence[str]) -> RunRead:
    """One run with what folding its events says."""
    names = ("timeline", "stages", "evidence", "views")
    return RunRead(
        **dict(run_row(run)),
        head_hash=run.head_hash,
        differences=tuple(differences),
        links={name: reverse(f"api:runs-{name}", args=[run.pk]) for name in names},
    )


def event_row(event: RunEvent) -> EventRow:
    """One event; what is sealed stays so."""
    return EventRow(
        seq=event.seq,
        kind=event.kind,
        at=event.at,
        actor=event.actor,
        header=event.header,
        sealed=event.is_sealed,
        previous_hash=event.previous_hash,
        hash=event.hash,
    )


def looks(events: Iterable[AuditEvent], people: Mapping[str, User]) -> tuple[Look, ...]:
    """Who looked, by name."""
    return tuple(
        Look(
            by=event.actor,
            by_name=people[event.actor].get_full_name() if event.actor in people else "",
            what=event.event,
            at=event.created_at,
        )
        for event in events
    )
