"""What runs ask is counted once for each run, by tier and by biomarker."""

import datetime as dt
from typing import Any

import pytest

from graphcurate import queries
from graphcurate.models import Demand, TierCount
from graphcurate.services import demand

pytestmark = pytest.mark.django_db

MONDAY = dt.date(2026, 11, 30)
NOON = dt.datetime(2026, 12, 2, 12, tzinfo=dt.UTC)


def asked(run: str = "run_1", **changed: Any) -> bool:
    told = {"tiers": {"algorithm": 2, "uncovered": 1}, "biomarkers": ["potassium", "crp", None]}
    told |= {"release": queries.current_release(), "asked_at": NOON}
    return demand.note(run, **told | changed)


def test_a_run_is_counted_by_the_tiers_it_was_answered_by():
    asked()

    counted = TierCount.objects.get()

    assert (counted.algorithm, counted.domain_inference, counted.uncovered) == (2, 0, 1)
    assert counted.asked_at == NOON


def test_a_run_told_twice_counts_once():
    first, again = asked(), asked()

    assert (first, again) == (True, False)
    assert list(Demand.objects.values_list("asked", flat=True)) == [1, 1]


def test_a_biomarker_is_counted_once_a_run_and_added_up_by_week():
    asked(biomarkers=["potassium", "potassium"])
    asked("run_2", biomarkers=["potassium"])
    asked("run_3", biomarkers=["potassium"], asked_at=NOON + dt.timedelta(days=7))

    counted = list(Demand.objects.order_by("week").values_list("biomarker", "week", "asked"))

    assert counted == [
        ("potassium", MONDAY, 2),
        ("potassium", MONDAY + dt.timedelta(days=7), 1),
    ]
