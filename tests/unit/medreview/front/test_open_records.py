"""A record is read once while somebody leafs through it, and never shown stale."""

from datetime import timedelta

import pytest
import time_machine

from medreview.common.clock import now
from medreview.front import open_records
from medreview.front.open_records import open_record
from tests.factories.fhir import a_patient, an_observation, make_import


@pytest.fixture(autouse=True)
def _nothing_kept():
    open_records._kept.clear()
    yield
    open_records._kept.clear()


@pytest.fixture
def patient(north):
    make_import([a_patient(), an_observation()], hospital=north)
    return north.patients.get()


def test_a_record_that_has_not_changed_is_read_once(patient):
    first = open_record(patient)

    assert open_record(patient) is first


def test_what_came_since_is_read(patient, north):
    first = open_record(patient)
    make_import([an_observation("o2", effectiveDateTime="2024-01-01")], hospital=north)

    second = open_record(patient)

    assert len(second.context.record.labs) == len(first.context.record.labs) + 1


def test_after_a_minute_it_is_read_again_and_the_old_one_is_forgotten(patient):
    first = open_record(patient)

    with time_machine.travel(now() + timedelta(minutes=2)):
        second = open_record(patient)

    assert second.context.as_of > first.context.as_of
    assert list(open_records._kept.values()) == [second]


def test_many_results_push_the_oldest_record_out(patient, north, monkeypatch):
    make_import([a_patient("p2"), an_observation("o2", of="Patient/p2")], hospital=north)
    monkeypatch.setattr(open_records, "MOST_RESULTS", 1)
    open_record(patient)

    open_record(north.patients.get(fhir_id="p2"))

    assert len(open_records._kept) == 1
