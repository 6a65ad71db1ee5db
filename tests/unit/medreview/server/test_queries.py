"""Health: up only while web, database, worker and queue are."""

from datetime import timedelta

import pytest
from django.db import OperationalError

from medreview.common.clock import now
from medreview.server import queries, services
from medreview.server.models import WORKER, Heartbeat


def up(name: str) -> bool:
    return next(check.is_up for check in queries.health() if check.name == name)


def test_a_worker_that_never_beat_is_down(db):
    assert not up("worker")


def test_a_worker_that_beats_is_up(db):
    services.beat(WORKER)

    assert up("worker")


def test_a_worker_is_down_within_35_seconds_of_its_death(db):
    Heartbeat.objects.create(name=WORKER, at=now() - timedelta(seconds=35))

    assert not up("worker")


def test_a_forgotten_worker_is_down_until_it_beats(db):
    services.beat(WORKER)

    services.forget(WORKER)

    assert not up("worker")


def test_a_task_that_nobody_takes_is_seen(db, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queries.queue, "waiting_since", lambda: now() - timedelta(minutes=6))

    assert not up("queue")


def test_without_a_database_everything_behind_it_is_unknown(monkeypatch: pytest.MonkeyPatch):
    def down() -> None:
        raise OperationalError

    monkeypatch.setattr(queries, "_ask_database", down)

    checks = {check.name: check.is_up for check in queries.health()}

    assert checks == {"web": True, "database": False, "worker": False, "queue": False}
