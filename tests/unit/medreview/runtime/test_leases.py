"""One worker at a time; a dead one is relieved; a late one is refused."""

import datetime as dt

import pytest

from medreview.runtime import leases, queries, recorder, services
from medreview.runtime.errors import LeaseLost, RunStopped
from medreview.runtime.models import StageLease
from medreview.runtime.run_states import RunState
from tests.factories.runtime import make_run

pytestmark = pytest.mark.django_db

GONE = dt.timedelta(seconds=-1)
"""A lease that has run out when it is given."""


def test_a_held_run_is_given_to_nobody_else():
    run = make_run()

    first, second = leases.claim(run.pk), leases.claim(run.pk)

    assert first is not None
    assert second is None
    run.refresh_from_db()
    assert run.state == RunState.RUNNING


def test_a_run_whose_worker_died_is_taken_over_with_a_higher_token():
    run = make_run()
    dead = leases.claim(run.pk, lease_for=GONE)

    rescuer = leases.claim(run.pk)

    assert rescuer.token == dead.token + 1
    run.refresh_from_db()
    assert (run.fence, run.attempts) == (2, 2)


def test_a_late_worker_can_write_nothing():
    run = make_run()
    late = leases.claim(run.pk, lease_for=GONE)
    leases.claim(run.pk)

    with pytest.raises(LeaseLost):
        leases.held_run(late)
    with pytest.raises(LeaseLost):
        leases.start_stage(late, stage="plan")
    assert leases.renew(late) is False


def test_work_on_a_cancelled_run_stops():
    run = make_run()
    lease = leases.claim(run.pk)

    services.cancel_run(run=recorder.lock(run.pk), by=None)

    with pytest.raises(RunStopped):
        leases.held_run(lease)
    assert leases.claim(run.pk) is None


def test_a_sign_of_life_makes_the_lease_last_longer():
    run = make_run()
    lease = leases.claim(run.pk, lease_for=dt.timedelta(seconds=1))
    before = StageLease.objects.get(run=run).expires_at

    renewed = leases.renew(lease)

    assert renewed
    assert StageLease.objects.get(run=run).expires_at > before


def test_one_stage_is_open_at_a_time():
    run = make_run()
    lease = leases.claim(run.pk)

    leases.start_stage(lease, stage="record")
    leases.start_stage(lease, stage="plan")

    assert [open_.stage for open_ in run.leases.filter(released_at=None)] == ["plan"]


def test_an_ended_run_leaves_no_open_lease():
    run = make_run()
    lease = leases.claim(run.pk)

    services.fail_run(run=leases.held_run(lease), reason="It broke.", error="KeyError")

    assert not run.leases.filter(released_at=None).exists()


def test_a_run_without_a_live_worker_is_abandoned_until_somebody_is_called_for_it():
    run = make_run()
    leases.claim(run.pk, lease_for=GONE)

    lost = queries.abandoned("analysis")
    services.wake(lost)

    assert lost == [run.pk]
    assert queries.abandoned("analysis") == []


def test_a_queued_run_is_abandoned_only_when_no_worker_is_at_work():
    waiting = make_run()
    age = dt.timedelta(minutes=5)
    type(waiting).objects.filter(pk=waiting.pk).update(created_at=waiting.created_at - age)

    idle = queries.abandoned("analysis")
    leases.claim(make_run().pk)
    busy = queries.abandoned("analysis")

    assert idle == [waiting.pk]
    assert busy == []
