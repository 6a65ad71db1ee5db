"""What a worker brings about besides the outputs, and the search for the abandoned."""

import datetime as dt

import pytest

from analysis.pipeline import effects, jobs, queries, services, working
from analysis.pipeline.errors import StaleVersion
from analysis.pipeline.stage_summary import summary_of
from graphcurate.contracts import LookupHow, Miss
from graphcurate.models import LookupMiss, TierCount
from medreview.common import queue
from medreview.common.clock import now
from medreview.fhir.record import Coding
from tests.factories.accounts import make_user
from tests.factories.patients import make_patient
from tests.factories.pipeline import Plans, Reads, make_analysis, make_finished, small_plan

pytestmark = pytest.mark.django_db


class PlansWithGap(Plans):
    """A stage that met a test the graph does not know."""

    def run(self, context):
        plan = super().run(context)
        return plan.model_copy(update={"misses": (Miss(name="Ghrelin", how=LookupHow.NONE),)})


def test_what_the_graph_did_not_know_is_noted_with_the_plan():
    analysis = make_finished(plan=small_plan(Reads(), PlansWithGap()))

    miss = LookupMiss.objects.get(run=analysis.run_id)
    assert miss.name == "Ghrelin"
    assert analysis.run.events.get(kind="misses.noted").header == {"count": 1}


class PlansForHargreaves(Plans):
    """A stage whose result was called after its patient, by somebody who typed it there."""

    def run(self, context):
        plan = super().run(context)
        misses = (Miss(name="Ghrelin Hargreaves", how=LookupHow.NONE),)
        return plan.model_copy(update={"misses": misses})


def test_a_name_with_the_patients_own_in_it_never_reaches_the_graph(monkeypatch):
    monkeypatch.setattr(effects, "words_of_person", lambda person: ("Hargreaves", "Eleanor"))

    analysis = make_finished(plan=small_plan(Reads(), PlansForHargreaves()))

    assert analysis.run.events.get(kind="misses.noted").header == {"count": 1}
    assert not LookupMiss.objects.filter(run=analysis.run_id).exists()


def test_a_run_is_counted_by_its_tiers_with_the_plan():
    analysis = make_finished()

    counted = TierCount.objects.get(run=analysis.run_id)

    assert counted.release == analysis.release
    assert counted.uncovered == analysis.abnormal_count > 0


def test_an_analysis_that_lost_its_worker_gets_another_once(
    monkeypatch, django_capture_on_commit_callbacks
):
    called = []
    monkeypatch.setattr(queue, "enqueue", lambda function, thing_id: called.append(thing_id))
    analysis = make_analysis()
    working.claim(analysis.pk)
    analysis.run.leases.update(expires_at=now() - dt.timedelta(seconds=1))

    with django_capture_on_commit_callbacks(execute=True):
        counts = [jobs.rescue(), jobs.rescue()]

    assert counts == [1, 0]
    assert called == [analysis.pk]


def test_nobody_acts_on_a_run_that_was_replaced():
    analysis = make_finished(plan=small_plan(Reads(), Plans(KeyError("x"))))
    before = working.claimed(analysis.pk)
    services.retry(analysis=analysis, by=None, wake=False)

    with pytest.raises(StaleVersion):
        services.cancel(analysis=before, by=None)


def test_lists_hold_what_a_person_may_see():
    person = make_user()
    mine = make_finished(patient=make_patient(hospital=person.hospital), by=person)
    make_finished()

    assert list(queries.analyses_for(person)) == [mine]
    assert [alert.analysis for alert in queries.open_alerts(person)] == [mine]
    assert queries.latest_of(mine.patient) == mine


def test_a_contract_nobody_counts_has_an_empty_summary():
    assert summary_of(Coding(code="x")) == {}
