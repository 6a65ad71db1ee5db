"""Runs from before tiers were counted are counted afterwards, once, from their plans."""

import pytest

from analysis.pipeline.counting import count_plans
from graphcurate.models import Demand, Gap, LookupMiss, TierCount
from graphcurate.queries import current_release
from graphcurate.services.misses import file_old
from medreview.audit.models import AuditEvent
from medreview.common.ids import new_id
from medreview.patients.sealing import destroy_key
from tests.factories.pipeline import make_finished

pytestmark = pytest.mark.django_db


def test_a_run_is_counted_from_its_plan_at_the_time_it_was_made():
    analysis = make_finished()
    before = TierCount.objects.get()
    TierCount.objects.all().delete()
    Demand.objects.all().delete()

    first, again = count_plans(), count_plans()

    counted = TierCount.objects.get()
    assert (first.done, again.done) == (1, 0)
    assert (counted.run, counted.uncovered) == (analysis.run_id, before.uncovered)
    assert abs((counted.asked_at - before.asked_at).total_seconds()) < 5
    assert AuditEvent.objects.filter(event="coverage.counted", patient=analysis.patient_id).exists()


def test_of_a_patient_whose_key_is_destroyed_nothing_is_known():
    analysis = make_finished()
    TierCount.objects.all().delete()
    destroy_key(analysis.patient, by=None)

    counted = count_plans()

    assert (counted.done, counted.closed) == (0, 1)
    assert not TierCount.objects.exists()


def old_miss(name: str, run: str) -> LookupMiss:
    return LookupMiss.objects.create(
        id=new_id("mis"), release=current_release(), run=run, name=name, how="none"
    )


def test_misses_from_before_are_filed_under_their_gaps_and_free_text_is_dropped():
    old_miss("Tryptase", "run_1")
    old_miss("Tryptase", "run_2")
    old_miss("Glucose of patient 12.03.1954", "run_3")

    filed = file_old()

    assert filed == 2
    assert [(gap.name, gap.misses.count()) for gap in Gap.objects.all()] == [("Tryptase", 2)]
    assert LookupMiss.objects.count() == 2
    assert file_old() == 0
