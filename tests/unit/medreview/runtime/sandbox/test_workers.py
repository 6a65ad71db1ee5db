"""Workers have nothing of ours, and belong to one process."""

import datetime as dt
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from medreview.runtime.sandbox.contracts import MEGABYTE
from medreview.runtime.sandbox.errors import SandboxUnavailable
from medreview.runtime.sandbox.runner import POOL, snippets
from medreview.runtime.sandbox.workers import PoolOfProcess, launcher_in

AT = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)
ON_LINUX = sys.platform == "linux"


@pytest.fixture(autouse=True, scope="module")
def _no_workers_left() -> Iterator[None]:
    yield
    POOL.end()


def status_of(pid: int) -> dict[str, list[str]]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: rest.split() for name, _, rest in (line.partition(":") for line in lines)}


def test_a_worker_has_no_environment_no_open_file_and_limits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MEDREVIEW_SECRET", "x")
    with snippets({}, at=AT) as session:
        session.run("1")
        process = Path(f"/proc/{session.worker}")
        if not ON_LINUX:
            return
        status = status_of(session.worker)
        limits = (process / "limits").read_text()

        if os.geteuid() == 0:
            # Another user, who owns nothing; only root sees the rest of that process.
            assert set(status["Uid"]) == {"65534"}
            assert status["Groups"] == []
            assert (process / "environ").read_bytes() == b""
            assert sorted(path.name for path in (process / "fd").iterdir()) == ["0", "1", "2"]
    assert status["NoNewPrivs"] == ["1"]
    assert int(status["CapEff"][0], 16) == 0 or os.geteuid() != 0
    said = {line[:26].strip(): line[26:].split()[0] for line in limits.splitlines()[1:]}
    assert said["Max file size"] == "0"
    assert said["Max core file size"] == "0"
    assert said["Max open files"] == "32"
    assert int(said["Max address space"]) == 1024 * MEGABYTE


def test_no_worker_is_started_before_the_first_snippet():
    made: list[Path] = []

    def make(launcher: Path) -> object:
        made.append(launcher)
        return object()

    pool = PoolOfProcess(make, lambda _: None)

    assert made == []
    assert pool.get() is pool.get()
    assert len(made) == 1
    pool.end()
    assert not made[0].parent.exists()


FORKING = """
import datetime as dt, os, sys
from medreview.runtime.sandbox.errors import SandboxUnavailable
from medreview.runtime.sandbox.runner import POOL, snippets

def said(code):
    try:
        with snippets({}, at=dt.datetime(2026, 11, 30, tzinfo=dt.UTC)) as session:
            return session.run(code).output
    except SandboxUnavailable:
        return "unavailable"

def in_child():
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        print("child", said("1 + 1"), flush=True)
        POOL.end()
        os._exit(0)
    os.waitpid(child, 0)
"""


def answers_of(program: str) -> list[str]:
    """What such a program prints: in one of its own, for a fork carries our threads along."""
    ran = subprocess.run(
        [sys.executable, "-c", FORKING + program],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return ran.stdout.splitlines()


def test_a_process_split_off_before_the_first_snippet_runs_its_own():
    said = answers_of("in_child()\nprint('parent', said('2 + 2'))\nPOOL.end()")

    assert said == ["child 2", "parent 4"]


def test_a_process_split_off_later_is_refused_and_its_parent_goes_on():
    said = answers_of("said('0')\nin_child()\nprint('parent', said('2 + 2'))\nPOOL.end()")

    assert said == ["child unavailable", "parent 4"]


def test_the_launcher_belongs_to_us_alone(tmp_path: Path):
    launcher = launcher_in(tmp_path)

    assert stat.S_IMODE(launcher.stat().st_mode) == 0o700
    assert launcher.read_text().startswith("#!/bin/sh\nexec ")


def test_a_machine_that_starts_no_worker_is_told_in_a_sentence():
    def refuse(_: Path) -> object:
        raise FileNotFoundError

    pool = PoolOfProcess(refuse, lambda _: None)

    with pytest.raises(SandboxUnavailable, match="No worker for snippets could be started"):
        pool.get()
