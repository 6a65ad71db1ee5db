"""How long runs and stages took, and what answered in them, as one would count by hand."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from analysis.pipeline.figures import runs
from analysis.pipeline.figures.asked import Asked
from analysis.pipeline.models import Analysis
from graphcurate.models import TierCount
from medreview.common.clock import today
from medreview.llm.costs import Cost
from medreview.runtime.models import Run
from tests.factories.accounts import make_hospital
from tests.factories.model_calls import make_calls
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished, make_release

pytestmark = pytest.mark.django_db
A_DAY = dt.timedelta(days=1)


@pytest.fixture
def patient():
    return make_patient()


def asked(hospital, **changed) -> Asked:
    """The days around today: a run may be made just before midnight."""
    said = {"zone": ZoneInfo("UTC"), "first": today() - A_DAY, "last": today() + A_DAY, **changed}
    return Asked(hospital.pk, **said)


def finished(patient, *, seconds: int) -> Analysis:
    analysis = make_finished(patient=patient, as_of=dt.datetime(2026, 3, 10, tzinfo=dt.UTC))
    analysis.finished_at = analysis.run.created_at + dt.timedelta(seconds=seconds)
    analysis.state = "signed"
    analysis.save()
    return analysis


def test_a_run_takes_from_being_asked_for_to_the_end_of_its_stages(patient):
    for seconds in (10, 20, 90):
        finished(patient, seconds=seconds)

    found = runs.total(asked(patient.hospital))

    assert (found.count, found.failed, found.through) == (3, 0, 3)
    assert found.p50 == dt.timedelta(seconds=20)
    assert sum(day.count for day in runs.by_day(asked(patient.hospital)).values()) == 3
    slow = runs.slowest(asked(patient.hospital))
    assert [one.took.total_seconds() for one in slow] == [90, 20, 10]


def test_each_stage_says_how_long_it_took_and_what_it_asked(patient):
    finished(patient, seconds=10)
    finished(patient, seconds=20)

    found = runs.stages(asked(patient.hospital))

    names = [one.stage for one in found]
    assert names[0] == "record"
    assert "diagnostician" in names
    assert {one.runs for one in found} == {2}
    assert all(one.seconds >= one.p95 >= one.p50 for one in found)
    assert {(one.questions, one.tokens, one.degraded, one.one_at_a_time) for one in found} == {
        (0, 0, 0, 0)
    }
    only = runs.stages(asked(patient.hospital, stage="diagnostician"))
    assert [one.stage for one in only] == ["diagnostician"]


def test_runs_are_counted_by_the_weakest_tier_in_them(patient):
    one, two = finished(patient, seconds=10), finished(patient, seconds=30)
    TierCount.objects.all().delete()
    release = make_release()
    counted = {"release": release, "asked_at": one.created_at}
    TierCount.objects.create(run=one.run_id, algorithm=3, **counted)
    TierCount.objects.create(run=two.run_id, algorithm=1, model_knowledge=2, **counted)
    make_calls(
        patient.hospital,
        {"run": two.run_id},
        {"run": two.run_id, "micros": None},
    )

    strong, weak = runs.tiers(asked(patient.hospital))

    assert (strong.tier, strong.runs, strong.results) == ("algorithm", 1, 3)
    assert (strong.tokens, strong.cost) == (None, Cost())
    assert strong.p50 == dt.timedelta(seconds=10)
    assert (weak.tier, weak.results, weak.tokens) == ("model_knowledge", 3, 240)
    assert weak.cost == Cost(1_000, 2, 1)
    weeks = runs.tier_weeks(asked(patient.hospital))
    assert sum(week.asked["algorithm"] for week in weeks) == 4
    assert [week.monday for week in weeks] == list(asked(patient.hospital).mondays())


def test_another_hospital_release_or_model_is_not_counted(patient):
    analysis = finished(patient, seconds=10)
    make_calls(patient.hospital, {"run": analysis.run_id, "model": "large"})

    def count(hospital=patient.hospital, **changed) -> int:
        return runs.total(asked(hospital, **changed)).count

    assert count(make_hospital()) == 0
    assert count(release="f" * 64) == 0
    assert count(release=Run.objects.get(pk=analysis.run_id).graph_release) == 1
    assert (count(model="large"), count(model="small")) == (1, 0)


def test_without_runs_nothing_is_known():
    nowhere = asked(make_hospital())

    assert runs.total(nowhere) == runs.Runs()
    assert (runs.stages(nowhere), runs.tiers(nowhere), runs.slowest(nowhere)) == ([], [], [])
    assert {week.total for week in runs.tier_weeks(nowhere)} == {0}
