"""Killed at any point, an analysis ends as if nothing had happened, and its effects happen once."""

import datetime as dt
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from analysis.pipeline import jobs
from analysis.pipeline.models import CriticalAlert
from medreview.common import queue
from medreview.common.clock import now
from medreview.runtime.models import StageLease
from medreview.runtime.replay import differences
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_analysis, make_finished, small_plan

pytestmark = [
    pytest.mark.usefixtures("starter_once"),
    pytest.mark.django_db(transaction=True),
]

HOUSE = Path(__file__).resolve().parents[3]

STAGES = ("record", "context", "critical", "diagnostician")

POINTS = [
    f"{stage}:{point}"
    for stage in STAGES
    for point in ("before_stage", "before_commit", "after_commit")
]


@pytest.fixture(autouse=True)
def called(monkeypatch):
    """The analyses a worker was called for; nobody comes."""
    ids = []
    monkeypatch.setattr(queue, "enqueue", lambda function, thing_id: ids.append(thing_id))
    return ids


def work_and_die(analysis, point):
    """A real worker process that is killed at this point."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.integration.pipeline.killed_worker",
            analysis.pk,
            connection.settings_dict["NAME"],
            point,
        ],
        cwd=HOUSE,
        check=False,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()


def time_passes():
    """Until every lease has run out."""
    StageLease.objects.update(expires_at=now() - dt.timedelta(seconds=1))


def hashes_of(analysis):
    """Stage, input hash and output hash of everything the run saved."""
    rows = analysis.outputs.filter(run_id=analysis.run_id)
    return list(rows.values_list("stage", "input_hash", "output_hash"))


def test_a_run_killed_at_any_point_is_found_and_resumed_with_every_effect_once(called):
    # One test for all points: emptying every table after each would take longer than they do.
    for point in POINTS:
        analysis = make_analysis()
        called.clear()

        work_and_die(analysis, point)
        jobs.run_analysis(analysis.pk, small_plan())
        analysis.refresh_from_db()
        untouched = analysis.state
        time_passes()
        jobs.rescue()
        jobs.run_analysis(analysis.pk, small_plan())

        analysis.refresh_from_db()
        assert untouched == "running", f"{point}: a live lease was not respected"
        assert called == [analysis.pk], point
        assert (analysis.state, analysis.run.attempts) == ("in_review", 2), point
        assert differences(analysis.run) == [], point
        assert CriticalAlert.objects.filter(analysis=analysis).count() == 1, point
        finished = analysis.run.events.filter(kind="stage.finished")
        assert [event.header["stage"] for event in finished] == list(STAGES), point


def test_a_resumed_run_saves_the_same_hashes_as_an_undisturbed_one():
    patient = make_patient()
    as_of = now() - dt.timedelta(days=1)
    resumed = make_analysis(patient=patient, as_of=as_of)
    work_and_die(resumed, "critical:before_commit")
    time_passes()
    jobs.run_analysis(resumed.pk, small_plan())
    type(resumed).objects.filter(pk=resumed.pk).update(state="rejected")

    undisturbed = make_finished(patient=patient, as_of=as_of)

    assert undisturbed != resumed
    assert hashes_of(undisturbed) == hashes_of(resumed)


def test_three_killed_workers_end_it_with_a_reason():
    analysis = make_analysis()

    for _ in range(3):
        work_and_die(analysis, "record:before_stage")
        time_passes()
    jobs.run_analysis(analysis.pk, small_plan())

    analysis.refresh_from_db()
    assert (analysis.state, analysis.run.state) == ("failed", "failed")
    assert "3 times" in analysis.reason
    assert differences(analysis.run) == []
