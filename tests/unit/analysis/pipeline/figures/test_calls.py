"""What was asked of models is summed up by the database as one would by hand."""

import datetime as dt
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from analysis.pipeline.figures import calls
from analysis.pipeline.figures.asked import Asked
from medreview.llm.costs import Cost
from tests.factories.accounts import make_hospital
from tests.factories.model_calls import NOON, make_calls
from tests.factories.patients import make_patient
from tests.factories.runtime import make_run

pytestmark = pytest.mark.django_db
DAY = NOON.date()


def asked(hospital, **changed) -> Asked:
    said = {"zone": ZoneInfo("UTC"), "first": DAY, "last": DAY, **changed}
    return Asked(hospital.pk, **said)


def test_questions_retries_and_failures_are_told_apart():
    hospital = make_hospital()
    make_calls(
        hospital,
        {"ask": "a"},
        {"ask": "b", "outcome": "RateLimited", "output_tokens": 0, "micros": 0},
        {"ask": "b", "nth": 2},
        {"ask": "c", "outcome": "GatewayDown", "input_tokens": 0, "output_tokens": 0},
        {"ask": "c", "nth": 2, "outcome": "GatewayDown", "micros": None, "is_estimated": True},
    )

    took = calls.total(asked(hospital))

    assert (took.requests, took.questions, took.retries, took.failures) == (5, 3, 2, 1)
    assert (took.tokens_in, took.tokens_out, took.estimated) == (400, 60, 1)
    assert took.cost == Cost(3_000, 5, 1)
    assert calls.by_outcome(asked(hospital)) == [("GatewayDown", 2), ("RateLimited", 1)]


def test_percentiles_are_those_of_the_requests():
    hospital = make_hospital()
    make_calls(hospital, *({"milliseconds": number} for number in range(1, 102)))

    took = calls.total(asked(hospital))

    assert (took.p50, took.p95) == (51.0, 96.0)


def test_nothing_asked_is_nothing_known():
    took = calls.total(asked(make_hospital()))

    assert took == calls.NOTHING


def test_another_hospital_and_another_day_are_never_counted():
    hospital = make_hospital()
    make_calls(make_hospital(), {})
    make_calls(hospital, {"at": NOON - dt.timedelta(days=1)}, {"at": NOON + dt.timedelta(days=1)})

    assert calls.total(asked(hospital)) == calls.NOTHING
    assert calls.by_day(asked(hospital)) == {}


def test_a_day_is_one_of_the_hospital():
    hospital = make_hospital()
    make_calls(hospital, {"at": dt.datetime(2026, 3, 9, 20, tzinfo=dt.UTC)})
    there = asked(hospital, zone=ZoneInfo("Asia/Shanghai"))

    assert list(calls.by_day(there)) == [DAY]
    assert list(calls.by_day_and_skill(there)) == [(DAY, "planner")]


def test_figures_are_narrowed_to_a_stage_a_model_and_a_release():
    patient = make_patient()
    run = make_run(patient=patient, graph_release="1" * 64)
    make_calls(
        patient.hospital,
        {"run": run.pk, "purpose": "planner", "model": "small"},
        {"purpose": "writer", "model": "large"},
        {"purpose": "writer", "model": "small"},
    )

    def requests(**changed) -> int:
        return calls.total(asked(patient.hospital, **changed)).requests

    assert requests(stage="writer", skills=frozenset({"writer"})) == 2
    assert requests(stage="actuality") == 0
    assert requests(model="small") == 2
    assert requests(release="1" * 64) == 1
    narrowed = asked(patient.hospital, model="large")
    assert calls.models_asked(patient.hospital.pk) == ["large", "small"]
    assert [row[1] for row in calls.by_model(narrowed)] == ["large"]


def test_the_dearest_runs_come_first_and_without_prices_the_wordiest():
    hospital = make_hospital()
    make_calls(
        hospital,
        {"run": "run_cheap", "micros": 5},
        {"run": "run_dear", "micros": 50},
        {"run": "run_dear", "micros": 50},
        {"run": "run_unpriced", "micros": None},
        {"run": "run_wordy", "micros": None, "output_tokens": 900},
        {"run": "", "micros": 10_000},
    )

    found = calls.dearest(asked(hospital))

    assert [run for run, _ in found] == ["run_dear", "run_cheap", "run_wordy", "run_unpriced"]
    assert found[0][1].cost == Cost(100, 2, 0)
    assert calls.by_day_and_skill(asked(hospital))[DAY, "planner"].requests == 6


def test_what_two_days_took_is_summed_without_percentiles():
    hospital = make_hospital()
    make_calls(hospital, {}, {"at": NOON - dt.timedelta(days=1), "micros": None})
    both = asked(hospital, first=DAY - dt.timedelta(days=1))

    summed = calls.together(calls.by_day(both).values())

    assert summed == replace(calls.total(both), p50=None, p95=None)
