"""Asking for an analysis, cancelling it, trying it again, and a person's word at its end."""

import datetime as dt

import pytest

from analysis.pipeline import jobs, queries, services, working
from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.errors import StageFailed, StaleVersion
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common import queue
from medreview.common.clock import now
from medreview.common.errors import Invalid, NotFound, WrongState
from medreview.runtime.models import Run
from medreview.runtime.replay import differences
from medreview.runtime.run_states import RunState
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

pytestmark = pytest.mark.django_db


def audited(thing, event):
    return AuditEvent.objects.filter(thing_id=thing.pk, event=event).count()


# Asking


def test_a_request_is_numbered_per_hospital_and_audited():
    patient = make_patient()

    first = make_analysis(patient=patient)
    second = make_analysis(patient=make_patient(hospital=patient.hospital))
    elsewhere = make_analysis()

    assert (first.number, second.number, elsewhere.number) == ("A-1001", "A-1002", "A-1001")
    assert audited(first, EventType.ANALYSIS_REQUESTED) == 1


def test_the_same_request_again_is_the_same_analysis_until_it_is_signed():
    person = make_user()
    patient = make_patient(hospital=person.hospital)

    queued = make_analysis(patient=patient, by=person)
    again = make_analysis(patient=patient, by=person)
    jobs.run_analysis(queued.pk, small_plan(record=make_record(0)))
    in_review = make_analysis(patient=patient, by=person)
    in_review.refresh_from_db()
    services.mark_signed(analysis=in_review, version=in_review.version, by=person)
    after = make_analysis(patient=patient, by=person)

    assert queued == again == in_review
    assert after != queued
    assert Run.objects.filter(patient=patient).count() == 2


def test_another_scope_or_date_is_another_analysis():
    patient = make_patient()

    plain = make_analysis(patient=patient)
    report = make_analysis(patient=patient, report="r1")
    every = make_analysis(patient=patient, all_results=True)
    dated = make_analysis(patient=patient, as_of=now() - dt.timedelta(days=400))

    assert len({plain.pk, report.pk, every.pk, dated.pk}) == 4


def test_nobody_asks_for_a_patient_of_another_hospital():
    make_release()

    with pytest.raises(NotFound):
        services.request_analysis(patient=make_patient(), by=make_user())


def test_nobody_asks_for_a_day_that_has_not_come():
    make_release()

    with pytest.raises(Invalid):
        services.request_analysis(
            patient=make_patient(), by=None, as_of=now() + dt.timedelta(days=3)
        )


# Working


def test_a_finished_analysis_waits_for_a_person_with_every_output_readable():
    analysis = make_finished()

    result = queries.whole(analysis)

    assert analysis.state == AnalysisState.IN_REVIEW
    assert analysis.run.state == RunState.AWAITING_REVIEW
    assert analysis.abnormal_count == 1
    assert [report.name for report in result.stages] == [
        "record",
        "context",
        "critical",
        "diagnostician",
    ]
    assert result.context.abnormal[0].id == "Observation/k0"
    assert result.plan.assessments[0].result == "Observation/k0"
    assert differences(analysis.run) == []


def test_criticals_are_rows_even_when_a_later_stage_breaks():
    broken = small_plan(Reads(), Alarms(), Plans(broken_by=ZeroDivisionError("canary")))

    analysis = make_finished(plan=broken)

    alert = CriticalAlert.objects.get(analysis=analysis)
    assert (alert.name, alert.value_text, alert.state) == ("Potassium", "6.9 mmol/L", "raised")
    assert (analysis.state, analysis.failed_stage) == (AnalysisState.FAILED, "diagnostician")
    assert analysis.reason == "An unexpected fault (ZeroDivisionError) ended this stage."
    assert analysis.run.events.get(kind="stage.broke").header["error"] == "ZeroDivisionError"
    result = queries.whole(analysis)
    assert result.criticals[0].result == "Observation/k0"
    assert (result.stages[-1].name, result.stages[-1].status) == ("diagnostician", "failed")


def test_the_words_of_an_unexpected_error_are_kept_nowhere():
    broken = small_plan(Reads(), Plans(broken_by=ValueError("canary")))

    analysis = make_finished(plan=broken)

    stored = [*Run.objects.values(), *Analysis.objects.values(), *AuditEvent.objects.values()]
    assert "canary" not in str(stored)
    assert "canary" not in str(list(analysis.run.events.values("header")))


def test_a_stage_that_gives_a_reason_is_quoted():
    reason = "The report is not in this record."

    analysis = make_finished(plan=small_plan(Reads(), Plans(StageFailed("diagnostician", reason))))

    assert analysis.reason == reason


def test_an_analysis_of_nothing_abnormal_still_waits_for_a_signature():
    person = make_user()
    patient = make_patient(hospital=person.hospital)

    analysis = make_finished(patient=patient, by=person, plan=small_plan(record=make_record(0)))
    signed = services.mark_signed(analysis=analysis, version=analysis.version, by=person)

    assert analysis.abnormal_count == 0
    assert signed.state == AnalysisState.SIGNED


def test_a_second_delivery_does_nothing():
    plans = Plans()
    analysis = make_finished(plan=small_plan(Reads(), plans))
    events = analysis.run.last_seq

    jobs.run_analysis(analysis.pk, small_plan(Reads(), plans))

    assert plans.runs == ["diagnostician"]
    assert Run.objects.get(pk=analysis.run_id).last_seq == events


def test_after_three_dead_workers_nobody_tries_once_more():
    analysis = make_analysis()

    for _ in range(working.MAX_ATTEMPTS):
        assert working.claim(analysis.pk) is not None
        analysis.run.leases.update(expires_at=now() - dt.timedelta(minutes=1))
    assert working.claim(analysis.pk) is None

    analysis.refresh_from_db()
    assert analysis.state == AnalysisState.FAILED
    assert analysis.reason == "Its worker stopped without a word 3 times."


# Cancelling and trying again


def test_a_cancelled_analysis_stops_before_its_next_stage():
    plans = Plans()
    analysis = make_analysis()

    def cancel_midway(point):
        if point == "context:after_commit":
            services.cancel(analysis=analysis, by=None)

    jobs.run_analysis(analysis.pk, small_plan(Reads(), plans, at=cancel_midway))

    analysis.refresh_from_db()
    assert (analysis.state, analysis.run.state) == ("cancelled", "cancelled")
    assert plans.runs == []
    assert queries.whole(analysis).context is not None
    assert differences(analysis.run) == []


def test_a_finished_analysis_is_not_cancelled():
    with pytest.raises(WrongState):
        services.cancel(analysis=make_finished(), by=None)


def test_a_retry_goes_on_from_the_stage_that_broke():
    reads_again = []
    analysis = make_finished(plan=small_plan(Reads(), Alarms(), Plans(KeyError("x"))))
    failed = analysis.run

    retried = services.retry(analysis=analysis, by=None, wake=False)
    plan = small_plan(at=reads_again.append)
    jobs.run_analysis(retried.pk, plan)

    retried.refresh_from_db()
    assert retried.state == AnalysisState.IN_REVIEW
    assert retried.run_id != failed.pk
    assert {point.split(":")[0] for point in reads_again} == {"diagnostician"}
    assert retried.alerts.count() == 1
    assert differences(retried.run) == []
    assert differences(failed) == []


def test_only_a_failed_analysis_is_tried_again():
    with pytest.raises(WrongState):
        services.retry(analysis=make_finished(), by=None, wake=False)


def test_an_analysis_is_not_tried_again_beside_a_newer_one_of_the_same():
    patient = make_patient()
    failed = make_finished(patient=patient, plan=small_plan(Reads(), Plans(KeyError("x"))))
    newer = make_analysis(patient=patient)

    with pytest.raises(WrongState, match=newer.number):
        services.retry(analysis=failed, by=None, wake=False)


# A person's word


@pytest.fixture
def person():
    return make_user()


@pytest.fixture
def reviewed(person):
    return make_finished(patient=make_patient(hospital=person.hospital), by=person)


def test_nobody_signs_past_an_unacknowledged_critical(reviewed, person):
    with pytest.raises(WrongState):
        services.mark_signed(analysis=reviewed, version=reviewed.version, by=person)


def test_an_acknowledged_critical_names_who_when_and_what_was_read_back(reviewed, person):
    alert = reviewed.alerts.get()

    services.acknowledge_critical(
        alert=alert, read_back="Potassium 6.9, told Dr Berg", version=alert.version, by=person
    )

    alert.refresh_from_db()
    assert (alert.state, alert.acknowledged_by) == (AlertState.ACKNOWLEDGED, person)
    assert alert.acknowledged_at is not None
    assert audited(alert, EventType.CRITICAL_ACKNOWLEDGED) == 1
    with pytest.raises(WrongState):
        services.acknowledge_critical(
            alert=alert, read_back="again", version=alert.version, by=person
        )


def test_nobody_answers_for_a_value_the_record_no_longer_says(reviewed, person):
    reviewed.alerts.update(state=AlertState.WITHDRAWN, version=2)
    alert = reviewed.alerts.get()

    with pytest.raises(WrongState, match="no longer says"):
        services.acknowledge_critical(alert=alert, read_back="Told.", version=1, by=person)

    assert audited(alert, EventType.CRITICAL_ACKNOWLEDGED) == 0


@pytest.fixture
def answered(reviewed, person):
    alert = reviewed.alerts.get()
    services.acknowledge_critical(alert=alert, read_back="Told.", version=1, by=person)
    return reviewed


def test_signing_ends_the_run_and_is_audited(answered, person):
    signed = services.mark_signed(analysis=answered, version=answered.version, by=person)

    assert signed.state == AnalysisState.SIGNED
    assert Run.objects.get(pk=signed.run_id).state == RunState.DONE
    assert audited(signed, EventType.REVIEW_SIGNED) == 1


def test_a_write_that_names_an_old_version_is_refused(answered, person):
    services.mark_signed(analysis=answered, version=answered.version, by=person)

    with pytest.raises(StaleVersion):
        services.mark_amended(analysis=answered, version=answered.version, by=person)


def test_an_amended_analysis_is_signed_again_as_the_next_edition(answered, person):
    signed = services.mark_signed(analysis=answered, version=answered.version, by=person)
    amended = services.mark_amended(analysis=signed, version=signed.version, by=person)
    again = services.mark_signed(analysis=amended, version=amended.version, by=person)

    assert (again.state, again.edition) == (AnalysisState.SIGNED, 2)
    assert differences(Run.objects.get(pk=again.run_id)) == []


# Reading


def test_opening_an_analysis_is_recorded(reviewed, person):
    services.open_analysis(reviewed.pk, by=person)

    assert audited(reviewed, EventType.ANALYSIS_READ) == 1


def test_another_hospitals_analysis_is_not_there(reviewed):
    with pytest.raises(NotFound):
        services.open_analysis(reviewed.pk, by=make_user())


def test_an_analysis_says_that_its_record_changed_since(reviewed, person):
    Analysis.objects.filter(pk=reviewed.pk).update(record_mark="0:before")

    opened = services.open_analysis(reviewed.pk, by=person)

    assert opened.outdated
    assert audited(reviewed, EventType.ANALYSIS_OUTDATED) == 1


def test_progress_says_when_a_worker_gives_no_signal():
    analysis = make_analysis()
    working.claim(analysis.pk)
    analysis.refresh_from_db()
    alive = queries.progress(analysis)

    analysis.run.leases.update(beat_at=now() - dt.timedelta(seconds=40))
    silent = queries.progress(analysis)

    assert (alive.no_signal, silent.no_signal) == (False, True)
    assert silent.silent_for >= 40


def test_trying_again_calls_a_worker(monkeypatch, django_capture_on_commit_callbacks):
    called = []
    monkeypatch.setattr(queue, "enqueue", lambda *call: called.append(call))
    analysis = make_finished(plan=small_plan(Reads(), Plans(KeyError("x"))))

    with django_capture_on_commit_callbacks(execute=True):
        retried = services.retry(analysis=analysis, by=None)

    assert called == [("analysis.pipeline.jobs.run_analysis", retried.pk)]
