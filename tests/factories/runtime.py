"""Runs with sane defaults."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db import transaction

from medreview.accounts.models import User
from medreview.audit.chain import hash_of
from medreview.common.clock import now
from medreview.common.ids import new_id
from medreview.patients.models import Patient
from medreview.runtime import recorder, services
from medreview.runtime.events import Event
from medreview.runtime.models import Run, RunEvent
from tests.factories.patients import make_patient

AS_OF = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


def make_run(*, patient: Patient | None = None, by: User | None = None, **changed: Any) -> Run:
    """A queued run of an invented patient."""
    said: dict[str, Any] = {
        "kind": "analysis",
        "as_of": AS_OF,
        "graph_release": "0" * 64,
        "asked": {"report": None},
        **changed,
    }
    return services.open_run(patient=patient or make_patient(), by=by, **said)


def record(run: Run, event: Event) -> RunEvent:
    """One event appended to the run, in a transaction of its own."""
    with transaction.atomic():
        return recorder.record(event, run=recorder.lock(run.pk), by=None)


def append(run: Run, events: Iterable[Event]) -> Run:
    """Many events without payload appended at once, chained as the recorder chains them."""
    rows, previous, seq = [], run.head_hash, run.last_seq
    for event in events:
        seq += 1
        header = event.as_json()
        row = RunEvent(
            id=new_id(RunEvent.id_prefix),
            run=run,
            seq=seq,
            kind=str(header.pop("kind")),
            at=now(),
            actor=recorder.SYSTEM,
            header=header,
            previous_hash=previous,
        )
        row.hash = previous = hash_of(seq=seq, header=row.said(), previous_hash=previous)
        rows.append(row)
    RunEvent.objects.bulk_create(rows)
    run.last_seq, run.head_hash = seq, previous
    run.save(update_fields=["last_seq", "head_hash"])
    return run
