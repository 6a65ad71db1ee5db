"""Health: three words for each part, the worst of them for the whole."""

import os
from collections import namedtuple
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder

from medreview.common.clock import now
from medreview.server import queries, services
from medreview.server.health import Check, State
from medreview.server.models import WORKER, CheckResult, Heartbeat

Space = namedtuple("Space", "total used free")
GB = 1024**3


def check(name: str) -> Check:
    return next(one for one in queries.health() if one.name == name)


def silent_for(**time: float) -> None:
    Heartbeat.objects.create(name=WORKER, at=now() - timedelta(**time))


def test_a_worker_that_never_beat_is_down(db):
    assert check("worker").state is State.DOWN


def test_a_worker_that_beats_is_ok(db):
    services.beat(WORKER)

    assert check("worker").state is State.OK


def test_a_stopped_worker_turns_amber_within_a_minute(db):
    silent_for(seconds=35)

    found = check("worker")

    assert found.state is State.DEGRADED
    assert found.at == Heartbeat.objects.get(name=WORKER).at


def test_a_worker_that_stays_away_is_down(db):
    silent_for(minutes=6)

    assert check("worker").state is State.DOWN


def test_a_forgotten_worker_is_down_until_it_beats(db):
    services.beat(WORKER)

    services.forget(WORKER)

    assert check("worker").state is State.DOWN


def test_a_task_that_nobody_takes_is_seen(db, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queries.queue, "waiting_since", lambda: now() - timedelta(minutes=6))

    assert check("queue").state is State.DOWN


@pytest.mark.parametrize(
    ("free", "state"),
    [
        (50 * GB, State.OK),
        (9 * GB, State.DEGRADED),
        (1 * GB, State.DEGRADED),
        (GB // 8, State.DOWN),
    ],
)
def test_a_disk_that_fills_is_seen_before_it_is_full(db, monkeypatch, free, state):
    monkeypatch.setattr(queries.shutil, "disk_usage", lambda _path: Space(100 * GB, 0, free))

    assert check("storage").state is state


def test_a_directory_that_is_gone_is_said(db, settings, tmp_path: Path):
    settings.VAR = tmp_path / "gone"

    assert check("storage").state is State.DOWN


@pytest.mark.parametrize(
    ("ahead", "state"), [(0, State.OK), (10, State.DEGRADED), (600, State.DOWN)]
)
def test_a_clock_that_differs_from_the_databases_is_seen(db, monkeypatch, ahead, state):
    monkeypatch.setattr(queries, "now", lambda: now() + timedelta(seconds=ahead))

    assert check("clock").state is state


def test_a_migration_that_was_not_applied_is_named(db, monkeypatch):
    assert check("migrations").state is State.OK

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda self: {})

    assert check("migrations").state is State.DEGRADED
    assert "manage.py migrate" in check("migrations").words


def test_backups_nobody_told_us_of_are_never_ok(db):
    found = check("backups")

    assert found.state is State.UNKNOWN
    assert found.words.startswith("not known")


@pytest.mark.parametrize(("hours", "state"), [(2, State.OK), (30, State.DEGRADED)])
def test_the_age_of_a_backup_is_told_by_the_file_it_touches(db, settings, tmp_path, hours, state):
    stamp = tmp_path / "backup"
    stamp.touch()
    made = (now() - timedelta(hours=hours)).timestamp()
    os.utime(stamp, (made, made))
    settings.BACKUP_STAMP = stamp

    assert check("backups").state is state


def test_a_backup_file_that_is_missing_is_no_backup(db, settings, tmp_path):
    settings.BACKUP_STAMP = tmp_path / "never"

    assert check("backups").state is State.DEGRADED


def test_without_a_database_everything_behind_it_is_unknown(monkeypatch: pytest.MonkeyPatch):
    def down() -> None:
        raise OperationalError

    monkeypatch.setattr(queries, "_ask_database", down)

    checks = {one.name: one.is_up for one in queries.health()}

    up = {name for name, is_up in checks.items() if is_up}
    assert up == {"web", "storage", "backups"}
    assert {"database", "worker", "queue", "clock", "migrations"} <= set(checks)


def test_a_check_that_breaks_is_down_and_stops_no_other(db, monkeypatch):
    def broken() -> Check:
        raise RuntimeError("what nobody foresaw")

    monkeypatch.setattr(queries, "_queue", broken)

    found = {one.name: one for one in queries.health()}

    assert found["broken"].state is State.DOWN
    assert "foresaw" not in found["broken"].words
    assert "migrations" in found


def test_a_long_check_is_asked_for_once_in_its_time(db):
    every = timedelta(hours=24)

    answers = [services.is_time_for("walk", every=every) for _ in range(3)]
    CheckResult.objects.update(asked_at=now() - timedelta(hours=25))
    answers.append(services.is_time_for("walk", every=every))

    assert answers == [True, False, False, True]


def test_what_a_long_check_found_is_kept(db):
    services.note_result("walk", seen=12, problems=1)

    found = queries.last_result("walk")

    assert found is not None
    assert (found.seen, found.problems, found.is_well) == (12, 1, False)
