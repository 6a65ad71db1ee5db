"""Whatever happens to a run, its state is what its events add up to."""

import datetime as dt
from typing import Literal, get_args, get_origin

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from medreview.common.errors import WrongState
from medreview.runtime import leases, recorder, services
from medreview.runtime.errors import LeaseLost, RunStopped
from medreview.runtime.events import EVENT, EVENT_CLASSES, RunClaimed, RunFinished, RunOpened
from medreview.runtime.models import Run
from medreview.runtime.replay import differences, fold
from medreview.runtime.run_states import RunState
from tests.factories.accounts import make_user
from tests.factories.runtime import AS_OF, make_run


class RunMachine(RuleBasedStateMachine):
    """Workers claim, die, wake late and finish; people cancel and sign; in any order."""

    def __init__(self):
        super().__init__()
        self.person = make_user()
        self.run_id = make_run(by=self.person).pk
        self.leases = []
        self.ends = 0

    @property
    def run_row(self):
        return Run.objects.get(pk=self.run_id)

    @rule(dies=st.booleans())
    def claim(self, dies):
        length = dt.timedelta(seconds=-1 if dies else 60)
        lease = leases.claim(self.run_id, lease_for=length)
        if lease is not None:
            assert all(lease.token > earlier.token for earlier in self.leases)
            self.leases.append(lease)

    @precondition(lambda self: self.leases)
    @rule(data=st.data(), stage=st.sampled_from(["record", "plan", "package"]))
    def start_stage(self, data, stage):
        lease = data.draw(st.sampled_from(self.leases))
        self._attempt(lease, lambda: leases.start_stage(lease, stage=stage))

    @precondition(lambda self: self.leases)
    @rule(data=st.data(), fails=st.booleans())
    def end(self, data, fails):
        lease = data.draw(st.sampled_from(self.leases))

        def write():
            run = leases.held_run(lease)
            if fails:
                services.fail_run(run=run, reason="It broke.", error="KeyError", stage="plan")
            else:
                services.await_review(run=run)

        if self._attempt(lease, write):
            self.ends += 1

    @rule()
    def cancel(self):
        if self._try(lambda: services.cancel_run(run=recorder.lock(self.run_id), by=self.person)):
            self.ends += 1

    @precondition(lambda self: self.run_row.state == RunState.AWAITING_REVIEW)
    @rule()
    def sign(self):
        run = recorder.lock(self.run_id)
        services.end_review(run=run, outcome="signed", version=1, by=self.person)

    @invariant()
    def state_is_the_fold_of_the_events(self):
        assert differences(self.run_row) == []

    @invariant()
    def it_ends_at_most_once(self):
        assert self.ends <= 1
        assert (self.ends == 1) == (not self.run_row.at_work)

    def _attempt(self, lease, write):
        """A write by this worker: it goes through for the newest token of a live run only."""
        run = self.run_row
        allowed = run.state == RunState.RUNNING and run.fence == lease.token
        done = self._try(write)
        assert done == allowed
        return done

    @staticmethod
    def _try(write):
        try:
            with transaction.atomic():
                write()
        except (RunStopped, LeaseLost, WrongState):
            return False
        return True


@pytest.mark.django_db
class TestRunMachine(RunMachine.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(
        max_examples=25,
        stateful_step_count=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def test_every_event_reads_back_as_its_class():
    for event_class in EVENT_CLASSES:
        fields = {
            name: _some(field.annotation)
            for name, field in event_class.model_fields.items()
            if name not in {"kind", "payload"}
        }
        event = event_class.model_validate(fields)

        assert EVENT.validate_python(event.as_json()) == event


def _some(annotation):
    if get_origin(annotation) is Literal:
        return get_args(annotation)[0]
    known = {int: 1, dt.datetime: AS_OF, str: "x", str | None: "x", tuple[str, ...]: ("x",)}
    return known[annotation]


def test_an_impossible_order_is_named():
    opened = RunOpened(work="analysis", as_of=AS_OF, graph_release="0" * 64)

    folded = fold([opened, RunFinished()])

    assert folded.problems == ("This run is queued and can't become done.",)


def test_a_takeover_is_no_wrong_move():
    opened = RunOpened(work="analysis", as_of=AS_OF, graph_release="0" * 64)

    folded = fold([opened, RunClaimed(token=1, attempt=1), RunClaimed(token=2, attempt=2)])

    assert (folded.state, folded.token, folded.problems) == (RunState.RUNNING, 2, ())
