"""Before a command, the database is reached; one that can't be is a sentence."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.db import connection

from medreview.database import preparing

ROOT = Path(__file__).resolve().parents[4]
LOCK = 0x74657374


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "medreview.settings.local"} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_an_unreachable_database_is_one_sentence_and_exit_2(tmp_path: Path):
    url = "postgresql://somebody:hush@127.0.0.1:1/review"

    done = manage("showmigrations", DATABASE_URL=url, MEDREVIEW_VAR=str(tmp_path))

    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "review at 127.0.0.1:1) can't be reached" in done.stderr
    assert "hush" not in done.stderr


def test_a_database_that_is_not_postgresql_is_one_sentence_and_exit_2(tmp_path: Path):
    done = manage("migrate", DATABASE_URL="mysql://localhost/x", MEDREVIEW_VAR=str(tmp_path))

    assert done.returncode == 2
    assert done.stderr.strip() == (
        "DATABASE_URL: only PostgreSQL is supported: postgresql://user:password@host/name"
    )


@pytest.mark.parametrize(
    "argv",
    [
        ["manage.py"],
        ["manage.py", "help"],
        ["manage.py", "--version"],
        ["manage.py", "lookup", "--help"],
        ["manage.py", "makemessages"],
    ],
)
def test_a_command_that_needs_no_database_starts_none(
    argv: list[str], monkeypatch: pytest.MonkeyPatch
):
    reached: list[str] = []
    monkeypatch.setattr(preparing, "reach", lambda: reached.append("database"))

    preparing.prepare_for(argv)

    assert reached == []


def test_any_other_command_gets_a_database_that_is_up_to_date(
    settings, monkeypatch: pytest.MonkeyPatch
):
    settings.MIGRATE_ON_DEMAND = True
    done: list[str] = []
    monkeypatch.setattr(preparing, "reach", lambda: done.append("reached"))
    monkeypatch.setattr(preparing, "bring_up_to_date", lambda: done.append("migrated"))

    preparing.prepare_for(["manage.py", "lookup", "ferritin"])

    assert done == ["reached", "migrated"]


@pytest.mark.django_db(transaction=True)
def test_who_asks_for_a_held_lock_waits_until_it_is_given_back():
    happened: list[str] = []

    def second() -> None:
        with preparing.one_at_a_time(LOCK):
            happened.append("second")
        connection.close()

    with preparing.one_at_a_time(LOCK):
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.3)
        happened.append("first")
    waiting.join()

    assert happened == ["first", "second"]
