"""Clicks, workers and people at the same moment: one effect, and a sentence for the loser."""

import datetime as dt
import threading
from functools import partial

import pytest
from django.db import connection

from analysis.pipeline import jobs, services, working
from analysis.pipeline.models import Analysis, CriticalAlert, StageOutput
from analysis.review import policies
from analysis.review.services import signing
from medreview.common.clock import now
from medreview.runtime import leases
from medreview.runtime.models import Run, StageLease
from medreview.runtime.replay import differences
from tests.at_once import at_once
from tests.factories.accounts import make_user
from tests.factories.patients import make_patient
from tests.factories.pipeline import (
    Alarms,
    Plans,
    Reads,
    make_analysis,
    make_finished,
    make_record,
    make_release,
    small_plan,
)

pytestmark = [
    pytest.mark.usefixtures("starter_once"),
    pytest.mark.django_db(transaction=True),
]


def test_a_double_click_starts_one_run():
    make_release()
    patient = make_patient()

    def click():
        return services.request_analysis(patient=patient, by=None, wake=False)

    for _ in range(5):
        found = at_once(*[click] * 6)
        assert len({analysis.pk for analysis in found}) == 1

    assert Analysis.objects.count() == Run.objects.count() == 1


def test_two_deliveries_at_once_work_once():
    plans = Plans()
    plan = small_plan(Reads(), Alarms(), plans)
    analysis = make_analysis()

    at_once(*[lambda: jobs.run_analysis(analysis.pk, plan)] * 4)

    analysis.refresh_from_db()
    assert analysis.state == "in_review"
    assert plans.runs == ["diagnostician"]
    assert StageOutput.objects.count() == 4
    assert CriticalAlert.objects.count() == 1
    assert differences(analysis.run) == []


def test_cancel_against_finish_has_one_winner():
    ends = {("in_review", "awaiting_review"), ("cancelled", "cancelled")}
    for turn in range(12):
        analysis = make_analysis()
        lease = working.claim(analysis.pk)
        worked_on = working.claimed(analysis.pk)
        works = [
            partial(jobs.work_on, worked_on, lease, small_plan()),
            partial(services.cancel, analysis=analysis, by=None),
        ]

        at_once(*works[:: 1 if turn % 2 else -1])

        analysis.refresh_from_db()
        assert (analysis.state, analysis.run.state) in ends
        assert differences(analysis.run) == []


def test_two_signatures_at_once_are_one():
    person = make_user()
    analysis = make_finished(
        patient=make_patient(hospital=person.hospital), plan=small_plan(record=make_record(0))
    )

    def sign():
        return services.mark_signed(analysis=analysis, version=analysis.version, by=person)

    found = at_once(*[sign] * 4)

    assert sum(isinstance(one, Analysis) for one in found) == 1
    assert differences(Run.objects.get(pk=analysis.run_id)) == []


def test_requests_for_many_patients_at_once_take_numbers_without_a_hole():
    make_release()
    hospital = make_patient().hospital
    patients = [make_patient(hospital=hospital) for _ in range(6)]

    at_once(
        *[
            lambda patient=patient: services.request_analysis(patient=patient, by=None, wake=False)
            for patient in patients
        ]
    )

    serials = Analysis.objects.order_by("serial").values_list("serial", flat=True)
    assert list(serials) == [1001, 1002, 1003, 1004, 1005, 1006]


def test_a_working_worker_keeps_its_lease_alive():
    analysis = make_analysis()
    lease = working.claim(analysis.pk)
    before = StageLease.objects.get(run_id=lease.run_id).beat_at

    with leases.beating(lease, every=0.02):
        beaten = threading.Event()
        for _ in range(200):
            if StageLease.objects.get(run_id=lease.run_id).beat_at > before:
                beaten.set()
                break
            beaten.wait(0.02)

    assert beaten.is_set()


def test_two_people_who_run_it_again_at_once_get_one_rerun():
    analysis = make_finished()
    Analysis.objects.filter(pk=analysis.pk).update(request_key="of another record")

    def click():
        return services.rerun(analysis=analysis, by=None, wake=False)

    found = at_once(*[click] * 6)

    assert len({rerun.pk for rerun in found}) == 1
    assert analysis.reruns.count() == 1


def test_a_rerun_that_ends_and_a_signature_leave_one_of_the_two():
    analysis = make_finished()
    CriticalAlert.objects.update(state="acknowledged")
    Analysis.objects.filter(pk=analysis.pk).update(request_key="of another record")
    rerun = services.rerun(analysis=analysis, by=None, wake=False)
    by, analysis = make_user(hospital=analysis.hospital), Analysis.objects.get(pk=analysis.pk)

    at_once(
        lambda: jobs.run_analysis(rerun.pk, small_plan()),
        lambda: services.mark_signed(analysis=analysis, version=analysis.version, by=by),
    )

    analysis.refresh_from_db()
    rerun.refresh_from_db()
    assert rerun.state == "in_review"
    assert analysis.state in ("signed", "replaced")
    assert differences(Run.objects.get(pk=analysis.run_id)) == []


def test_an_answer_and_the_end_of_a_rerun_wait_for_one_another(monkeypatch: pytest.MonkeyPatch):
    analysis = make_finished()
    by, alert = make_user(hospital=analysis.hospital), analysis.alerts.get()
    Analysis.objects.filter(pk=analysis.pk).update(request_key="of another record")
    rerun = services.rerun(analysis=analysis, by=None, wake=False)
    is_locked = threading.Event()

    def answers_slowly(told_at: dt.datetime, **_: object) -> None:
        is_locked.set()
        wait_until_somebody_waits()

    monkeypatch.setattr(policies, "check_told_at", answers_slowly)
    words = {"told": "Dr Orlov", "told_at": now(), "read_back": "Potassium 6.9"}

    def end_rerun() -> None:
        is_locked.wait()
        jobs.run_analysis(rerun.pk, small_plan(record=make_record(0)))

    met = at_once(
        lambda: signing.acknowledge(alert=alert, version=1, by=by, **words),
        end_rerun,
    )

    alert.refresh_from_db()
    rerun.refresh_from_db()
    analysis.refresh_from_db()
    assert (type(met[0]).__name__, met[1]) == ("CriticalAcknowledgement", None)
    assert (alert.state, rerun.state, analysis.state) == ("acknowledged", "in_review", "replaced")


def wait_until_somebody_waits() -> None:
    """Until another transaction of this database waits for a lock."""
    waiting = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    for _ in range(500):
        with connection.cursor() as cursor:
            # Within a transaction the view is read once and kept.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
        threading.Event().wait(0.02)
    raise AssertionError("nobody waits")
