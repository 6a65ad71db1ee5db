"""Warming up makes things early and breaks nothing."""

import pytest

from graphcurate import queries
from medreview.fhir import units
from medreview.server.warming import warm_up, warm_up_aside

MADE: list[str] = []


def make() -> None:
    MADE.append("made")


def fail() -> None:
    raise OSError("the database is away")


@pytest.fixture(autouse=True)
def _nothing_made():
    MADE.clear()


def test_a_step_that_fails_costs_no_other_step(settings):
    settings.AT_START = [f"{__name__}.fail", f"{__name__}.make"]

    warm_up()

    assert MADE == ["made"]


def test_the_process_goes_on_while_it_warms_up(settings):
    settings.AT_START = [f"{__name__}.make"]

    warm_up_aside().join(timeout=10)

    assert MADE == ["made"]


@pytest.mark.django_db
def test_units_and_the_current_release_are_at_hand_afterwards():
    units._registry.cache_clear()

    units.warm_up()
    queries.warm_up()

    assert units._registry.cache_info().currsize == 1
    assert queries.current_release().content_hash in queries.releases._lookups
