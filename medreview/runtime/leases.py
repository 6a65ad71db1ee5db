"""Who may work on a run now: a lease by the database's clock, a fencing token, rescue.

A worker that lives renews its lease; one that died is found by its expired lease, and the
next worker takes over with a higher token. The old one, should it wake again, is refused at
its next write, because every write checks its token under the lock of the run.
"""

import datetime as dt
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import close_old_connections, connection, transaction

from medreview.runtime import recorder
from medreview.runtime.errors import LeaseLost, RunStopped
from medreview.runtime.events import RunClaimed, StageStarted
from medreview.runtime.models import Run, StageLease
from medreview.runtime.run_states import RUN, RunState

LEASE = dt.timedelta(seconds=30)
"""No sign of life for this long: the worker counts as dead."""

BEAT_SECONDS = 8.0
"""How often a live worker says so: three beats fit into one lease."""

STARTING = "starting"
"""What a lease names between a claim and its first stage."""


@dataclass(frozen=True)
class Lease:
    """A worker's right to work on one run until somebody takes it over."""

    run_id: str
    token: int


def database_now() -> dt.datetime:
    """The present by the database's clock, the only one all workers share."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: dt.datetime = cursor.fetchone()[0]
    return moment


@transaction.atomic
def claim(run_id: str, *, lease_for: dt.timedelta = LEASE) -> Lease | None:
    """The right to work on the run, or None while somebody else holds it or it has ended."""
    run = recorder.lock(run_id)
    moment = database_now()
    if not run.at_work or held(run, moment):
        return None
    run.leases.filter(released_at=None).update(released_at=moment)
    run.fence += 1
    run.attempts += 1
    if run.state == RunState.QUEUED:
        RUN.check(run.state, RunState.RUNNING)
    run.state = RunState.RUNNING
    run.save(update_fields=["fence", "attempts", "state"])
    _open(run, stage=STARTING, moment=moment, lease_for=lease_for)
    recorder.record(RunClaimed(token=run.fence, attempt=run.attempts), run=run, by=None)
    return Lease(run_id=run.pk, token=run.fence)


@transaction.atomic
def start_stage(lease: Lease, *, stage: str, lease_for: dt.timedelta = LEASE) -> None:
    """Move on to ``stage``; refused when the run ended or was taken over."""
    run = held_run(lease)
    moment = database_now()
    run.leases.filter(released_at=None).update(released_at=moment)
    _open(run, stage=stage, moment=moment, lease_for=lease_for)
    recorder.record(StageStarted(stage=stage, token=lease.token), run=run, by=None)


def held_run(lease: Lease) -> Run:
    """The run, locked, if ``lease`` still gives the right to write to it."""
    run = recorder.lock(lease.run_id)
    if run.state != RunState.RUNNING:
        raise RunStopped(f"The run is {run.state}; work on it stops.")
    if run.fence != lease.token:
        raise LeaseLost("Another worker took this run over.")
    return run


def release(run: Run) -> None:
    """End the open lease of a run whose work is over. ``run`` is locked."""
    run.leases.filter(released_at=None).update(released_at=database_now())


def renew(lease: Lease, *, lease_for: dt.timedelta = LEASE) -> bool:
    """A sign of life; False when the lease is no longer ours."""
    moment = database_now()
    renewed = StageLease.objects.filter(
        run_id=lease.run_id, token=lease.token, released_at=None
    ).update(beat_at=moment, expires_at=moment + lease_for)
    return renewed == 1


@contextmanager
def beating(lease: Lease, *, every: float = BEAT_SECONDS) -> Iterator[None]:
    """Signs of life from a second thread, so that a long stage is not taken for a dead one."""
    over = threading.Event()

    def beat() -> None:
        try:
            while not over.wait(every):
                close_old_connections()
                renew(lease)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"beat-{lease.run_id}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def held(run: Run, moment: dt.datetime) -> bool:
    """Whether a worker that still gives signs of life holds the run."""
    return run.leases.filter(released_at=None, expires_at__gt=moment).exists()


def _open(run: Run, *, stage: str, moment: dt.datetime, lease_for: dt.timedelta) -> None:
    StageLease.objects.update_or_create(
        run=run,
        stage=stage,
        defaults={
            "token": run.fence,
            "holder": f"{socket.gethostname()}:{os.getpid()}",
            "beat_at": moment,
            "expires_at": moment + lease_for,
            "released_at": None,
        },
    )
