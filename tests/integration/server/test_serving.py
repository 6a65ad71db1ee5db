"""One command runs everything, survives what kills its parts, and leaves nothing behind."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from medreview.database.server import EmbeddedServer

ROOT = Path(__file__).resolve().parents[3]
LONG = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(holds: Callable[[], Any], seconds: float = LONG) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.1)
    return False


def is_alive(one: psutil.Process) -> bool:
    try:
        return one.is_running() and one.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


class Installation:
    """``manage.py serve`` on a port and a directory of its own."""

    def __init__(self, var: Path) -> None:
        self.var, self.port = var, free_port()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=os.environ
            | {"DJANGO_SETTINGS_MODULE": "medreview.settings.local", "MEDREVIEW_VAR": str(var)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.parts: set[psutil.Process] = set()

    def health(self) -> tuple[int, dict[str, Any]]:
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            asked.request("GET", "/healthz")
            answer = asked.getresponse()
            return answer.status, json.load(answer)["checks"]
        except (OSError, http.client.HTTPException):
            return 0, {}
        finally:
            asked.close()

    def is_up(self) -> bool:
        return self.health()[0] == 200

    def worker(self) -> str:
        return str(self.health()[1].get("worker", {}).get("state", ""))

    def cluster(self) -> psutil.Process:
        """The queue's first process, once it has its guard, workers, monitor and pusher."""
        found: list[psutil.Process] = []

        def is_whole() -> bool:
            found[:] = [
                one
                for one in psutil.Process(self.process.pid).children()
                if is_alive(one)
                and "--cluster-only" in one.cmdline()
                and len(one.children(recursive=True)) >= 5
            ]
            return bool(found)

        assert until(is_whole), "no whole cluster"
        return found[0]

    def note_parts(self) -> None:
        self.parts |= set(psutil.Process(self.process.pid).children(recursive=True))


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation that is up; ended whatever happens."""
    installation = Installation(tmp_path_factory.mktemp("var"))
    try:
        assert until(installation.is_up), "it did not come up"
        yield installation
    finally:
        installation.process.terminate()
        installation.process.communicate(timeout=LONG)
        EmbeddedServer(installation.var).stop()


def test_it_says_where_it_is_once_it_is_up(up: Installation):
    line = up.process.stdout.readline()

    assert line == f"medreview is up: http://localhost:{up.port}\n"


@pytest.mark.parametrize("victim", ["a worker", "the guard", "the cluster"])
def test_a_killed_part_of_the_queue_is_replaced(up: Installation, victim: str):
    up.note_parts()
    cluster = up.cluster()
    guard = cluster.children()[0]
    killed = {"a worker": guard.children()[0], "the guard": guard, "the cluster": cluster}[victim]

    killed.send_signal(signal.SIGKILL)

    assert until(lambda: not is_alive(cluster))
    assert up.cluster() != cluster
    assert until(up.is_up)


def test_a_silent_worker_turns_health_amber_and_is_replaced(up: Installation):
    cluster = up.cluster()
    for one in cluster.children(recursive=True):
        one.suspend()

    assert until(lambda: up.worker() == "degraded", seconds=35)
    assert until(lambda: up.worker() == "ok")


def test_a_killed_database_is_started_again(up: Installation):
    server = EmbeddedServer(up.var)
    pid = int((server.data / "postmaster.pid").read_text().split()[0])

    os.kill(pid, signal.SIGKILL)

    assert until(lambda: up.is_up() and server.is_ready())


def test_a_taken_port_is_one_sentence_and_exit_2(up: Installation):
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", str(up.port)],
        cwd=ROOT,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "medreview.settings.local", "MEDREVIEW_VAR": str(up.var)},
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )

    assert done.returncode == 2
    assert f"Port {up.port} is in use" in done.stderr
    assert until(up.is_up)


def test_sigterm_ends_everything_it_started(up: Installation):
    up.note_parts()

    up.process.send_signal(signal.SIGTERM)
    up.process.wait(timeout=LONG)

    assert until(lambda: not any(is_alive(part) for part in up.parts), seconds=10)
    assert not EmbeddedServer(up.var).accepts_connections()


def test_two_started_at_once_in_one_folder_both_come_up_and_the_last_ends_the_database(
    tmp_path: Path,
):
    first, second = both = Installation(tmp_path), Installation(tmp_path)
    try:
        assert until(lambda: all(one.is_up() for one in both))
        first.process.terminate()
        first.process.wait(timeout=LONG)

        assert second.is_up()
        second.process.terminate()
        second.process.wait(timeout=LONG)
        assert not EmbeddedServer(tmp_path).accepts_connections()
    finally:
        for one in both:
            one.process.kill()
            one.process.communicate(timeout=LONG)
        EmbeddedServer(tmp_path).stop()
