"""Open a run and bring it to its one end. Each call: one transaction, one event or more."""

import datetime as dt
from collections.abc import Iterable

from django.db import transaction

from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.patients.errors import SealBroken
from medreview.patients.models import Patient
from medreview.runtime import handoffs, leases, queries, recorder
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.events import (
    Event,
    Payload,
    ReviewAwaited,
    ReviewEnded,
    RunCancelled,
    RunFailed,
    RunFinished,
    RunOpened,
    StageBroke,
)
from medreview.runtime.handoff_states import HandoffEnd
from medreview.runtime.models import Run
from medreview.runtime.playback import retold
from medreview.runtime.replay import told
from medreview.runtime.run_states import RUN, RunState


@transaction.atomic
def open_run(
    *,
    kind: str,
    patient: Patient,
    as_of: dt.datetime,
    graph_release: str,
    asked: dict[str, object],
    by: User | None,
    again_after: Run | None = None,
) -> Run:
    """A queued run whose inputs are fixed from here on. ``asked`` is sealed."""
    run = Run.objects.create(
        kind=kind,
        hospital=patient.hospital,
        patient=patient,
        as_of=as_of,
        graph_release=graph_release,
        started_by=by,
    )
    event = RunOpened(
        work=kind,
        as_of=as_of,
        graph_release=graph_release,
        again_after=again_after.pk if again_after else None,
        payload=asked,
    )
    recorder.record(event, run=run, by=by)
    audit.record(EventType.RUN_OPENED, thing=run, by=by, patient=patient)
    return run


@transaction.atomic
def await_review(*, run: Run) -> None:
    """The work is done; a person decides. ``run`` is locked."""
    _move(run, RunState.AWAITING_REVIEW, ReviewAwaited(), by=None)
    audit.record(EventType.RUN_AWAITS_REVIEW, thing=run, by=None, patient=run.patient)


@transaction.atomic
def end_review(*, run: Run, outcome: str, version: int, by: User | None) -> None:
    """A person signed or rejected, or a re-run took over: the run is done.

    An amendment is added to a done run.
    """
    event = ReviewEnded.model_validate({"outcome": outcome, "version": version})
    recorder.record(event, run=run, by=by)
    if outcome in set(HandoffEnd):
        handoffs.end_all(run=run, end=HandoffEnd(outcome), by=by)
    if run.state == RunState.AWAITING_REVIEW:
        _move(run, RunState.DONE, RunFinished(), by=by)


@transaction.atomic
def fail_run(*, run: Run, reason: str, error: str, stage: str = "") -> None:
    """End the run as failed, with the stage and a reason for a person. ``run`` is locked."""
    run.reason, run.failed_stage = reason, stage
    run.save(update_fields=["reason", "failed_stage"])
    if stage:
        recorder.record(
            StageBroke(stage=stage, error=error, payload={"reason": reason}), run=run, by=None
        )
    event = RunFailed(stage=stage or None, error=error, payload={"reason": reason})
    _move(run, RunState.FAILED, event, by=None)
    audit.record(
        EventType.RUN_FAILED, thing=run, by=None, patient=run.patient, detail={"stage": stage}
    )


@transaction.atomic
def cancel_run(*, run: Run, by: User | None) -> None:
    """End a run that is queued or running; its worker stops at its next write."""
    _move(run, RunState.CANCELLED, RunCancelled(), by=by)
    audit.record(EventType.RUN_CANCELLED, thing=run, by=by, patient=run.patient)


def wake(runs: Iterable[str]) -> None:
    """Note that a worker was called for these runs just now."""
    Run.objects.filter(pk__in=list(runs)).update(woken_at=leases.database_now())


def open_payload(*, run: Run, seq: int, by: User) -> Payload:
    """The payload of one event, opened with the patient's key. The opening is recorded before it
    is tried: whoever asks for words whose key is gone has asked for them too.

    An event without a payload says nothing of the patient: opening it is a reading of the run.
    """
    event = queries.event_of(run, seq)
    audit.record(
        EventType.RUN_PAYLOAD_READ if event.is_sealed else EventType.RUN_READ,
        thing=run,
        by=by,
        patient=run.patient,
        counts={"event": seq},
    )
    return queries.payload_of(event, run)


def retell(*, run: Run, by: User | None) -> list[str]:
    """Rebuild the run's talks with models from their recorded words: where they disagree.

    The words are opened with the patient's key, and the opening is recorded before it is tried.
    ``PayloadUnreadable`` where the key is gone.
    """
    audit.record(
        EventType.RUN_PAYLOAD_READ,
        thing=run,
        by=by,
        patient=run.patient,
        counts={"events": run.last_seq},
    )
    try:
        words = told(run)
    except PayloadUnreadable as problem:
        if isinstance(problem.__cause__, SealBroken):
            return ["the words of an event can't be opened where they stand"]
        raise
    return list(retold(words))


@transaction.atomic
def open_timeline(pk: str, *, by: User) -> Run:
    """A run of the person's own hospital; the reading is recorded."""
    run = queries.run_for(by, pk)
    audit.record(EventType.RUN_READ, thing=run, by=by, patient=run.patient)
    return run


def _move(run: Run, target: RunState, event: Event, *, by: User | None) -> None:
    RUN.check(run.state, target)
    recorder.record(event, run=run, by=by)
    leases.release(run)
    run.state = target
    # Every move made here ends the work; a person's review afterwards does not end it later.
    run.finished_at = run.finished_at or now()
    run.save(update_fields=["state", "finished_at"])
