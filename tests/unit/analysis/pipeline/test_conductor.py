"""One stage after the other, and nothing from a worker that was relieved."""

import datetime as dt

import pytest
from django.db import DatabaseError

from analysis.pipeline import jobs, queries, working
from analysis.pipeline.conductor import conduct, guarded
from analysis.pipeline.errors import StageFailed
from analysis.pipeline.models import Analysis, CriticalAlert
from medreview.common.clock import now
from medreview.common.errors import Invalid
from medreview.fhir.record import ReadReceipt
from medreview.runtime.errors import RunStopped
from medreview.runtime.models import RunEvent
from medreview.runtime.replay import differences
from tests.factories.pipeline import (
    Alarms,
    Plans,
    Reads,
    make_analysis,
    make_finished,
    make_record,
    small_plan,
)

pytestmark = pytest.mark.django_db


def test_criticals_are_raised_before_the_next_stage_begins():
    seen = []

    def look(point):
        if point == "diagnostician:before_stage":
            seen.append(CriticalAlert.objects.count())

    make_finished(plan=small_plan(at=look))

    assert seen == [1]


def test_a_relieved_worker_writes_nothing_more():
    analysis = make_analysis()
    late_plans = Plans()

    def relieve(point):
        if point == "critical:before_commit":
            analysis.run.leases.update(expires_at=now() - dt.timedelta(seconds=1))
            jobs.run_analysis(analysis.pk, small_plan())

    lease = working.claim(analysis.pk)
    late = small_plan(Reads(), Alarms(), late_plans, at=relieve)
    with pytest.raises(RunStopped):
        conduct(working.claimed(analysis.pk), lease, late)

    analysis.refresh_from_db()
    assert analysis.state == "in_review"
    assert late_plans.runs == []
    assert analysis.alerts.count() == 1
    assert analysis.outputs.count() == 4
    assert differences(analysis.run) == []


def test_a_relieved_workers_job_ends_quietly():
    analysis = make_analysis()
    lease = working.claim(analysis.pk)
    analysis.run.leases.update(expires_at=now() - dt.timedelta(seconds=1))
    working.claim(analysis.pk)

    jobs.work_on(working.claimed(analysis.pk), lease, small_plan())

    assert analysis.outputs.count() == 0


def test_every_stage_leaves_a_start_and_an_end():
    run = make_finished().run

    kinds = list(RunEvent.objects.filter(run=run).values_list("kind", flat=True))

    assert kinds == [
        "run.opened",
        "run.claimed",
        "stage.started",
        "stage.finished",
        "stage.started",
        "stage.finished",
        "stage.started",
        "stage.finished",
        "criticals.raised",
        "stage.started",
        "stage.finished",
        "gate.decided",
        "handoff.opened",
        "review.awaited",
    ]


def test_an_input_hash_depends_on_everything_before_it():
    one, two = make_finished(), make_finished(plan=small_plan(record=make_record(2)))

    hashes = [
        list(analysis.outputs.values_list("input_hash", flat=True)) for analysis in (one, two)
    ]

    assert len(set(hashes[0])) == 4
    assert not set(hashes[0][1:]) & set(hashes[1][1:])


def test_equal_records_of_two_patients_have_different_hashes():
    one, two = make_finished(), make_finished()

    assert one.outputs.first().output_hash != two.outputs.first().output_hash


def test_what_is_saved_is_not_readable_without_the_key():
    output = make_finished().outputs.first()

    assert b"Potassium" not in bytes(output.sealed)


def test_an_incomplete_read_makes_the_analysis_degraded():
    receipt = ReadReceipt(complete=False, why_incomplete=("A page is missing.",), types={})
    record = make_record().model_copy(update={"receipt": receipt})

    analysis = make_finished(plan=small_plan(record=record))

    assert analysis.degraded
    assert queries.whole(analysis).stages[0].status == "degraded"


def test_a_worker_does_not_undo_what_a_reader_noted():
    analysis = make_analysis()

    def note(point):
        if point == "context:after_commit":
            Analysis.objects.filter(pk=analysis.pk).update(outdated=True)

    jobs.run_analysis(analysis.pk, small_plan(at=note))

    analysis.refresh_from_db()
    assert (analysis.state, analysis.outdated) == ("in_review", True)


def raises(problem):
    def work():
        raise problem

    return work


def test_our_own_errors_keep_their_sentence_and_others_only_their_kind():
    with pytest.raises(StageFailed, match="That is wrong"):
        guarded("plan", raises(Invalid("That is wrong.")))
    with pytest.raises(StageFailed, match=r"\(KeyError\)"):
        guarded("plan", raises(KeyError("canary")))


def test_a_fault_of_the_database_is_not_the_stages():
    with pytest.raises(DatabaseError):
        guarded("plan", raises(DatabaseError("gone")))
