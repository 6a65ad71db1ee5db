"""The embedded server: started once, by anybody, whatever happened before."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from medreview.database.server import DATABASE, LONGEST_SOCKET_DIR, EmbeddedServer

START = """
import sys
from pathlib import Path
from medreview.database.server import EmbeddedServer
print(EmbeddedServer(Path(sys.argv[1])).ensure_running())
"""


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory of its own, whose server is ended with the module."""
    path = tmp_path_factory.mktemp("var")
    yield path
    EmbeddedServer(path).stop()


def postmaster(server: EmbeddedServer) -> int:
    return int((server.data / "postmaster.pid").read_text().split()[0])


def ask(server: EmbeddedServer) -> int:
    with psycopg.connect(
        host=str(server.socket_dir), user="medreview", password=server.password, dbname=DATABASE
    ) as connection:
        row = connection.execute("SELECT 1").fetchone()
    return row[0] if row else 0


def wait_until_gone(pid: int) -> None:
    for _ in range(200):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if "Z" in Path(f"/proc/{pid}/stat").read_text().split(")")[1][:3]:
            return
        time.sleep(0.05)


def test_eight_processes_that_start_at_once_start_one_server(var: Path):
    command = [sys.executable, "-c", START, str(var)]

    starters = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path.cwd())
        for _ in range(8)
    ]
    answers = [starter.communicate(timeout=120)[0].strip() for starter in starters]

    assert sorted(answers) == ["False"] * 7 + ["True"]
    assert ask(EmbeddedServer(var)) == 1


def test_a_second_start_finds_the_server_running(var: Path):
    server = EmbeddedServer(var)
    server.ensure_running()

    started = server.ensure_running()

    assert not started


def test_a_killed_server_is_started_again(var: Path):
    server = EmbeddedServer(var)
    server.ensure_running()
    pid = postmaster(server)

    os.kill(pid, signal.SIGKILL)
    wait_until_gone(pid)

    assert server.ensure_running()
    assert ask(server) == 1


def test_a_pid_file_that_names_a_stranger_is_dropped_and_the_stranger_lives(var: Path):
    server = EmbeddedServer(var)
    server.ensure_running()
    server.stop()
    stranger = subprocess.Popen(["sleep", "60"])
    try:
        lines = f"{stranger.pid}\n{server.data}\n0\n5432\n{server.socket_dir}\n\n"
        (server.data / "postmaster.pid").write_text(lines)

        server.stop()
        assert server.ensure_running()

        assert stranger.poll() is None
        assert ask(server) == 1
    finally:
        stranger.kill()
        stranger.wait()


def test_a_stopped_server_accepts_nobody(var: Path):
    server = EmbeddedServer(var)
    server.ensure_running()

    server.stop()

    assert not server.accepts_connections()


def test_password_and_data_are_readable_by_their_owner_only(var: Path):
    server = EmbeddedServer(var)
    server.ensure_running()

    modes = [
        path.stat().st_mode & 0o077
        for path in (server.home / "password", server.data, server.socket_dir)
    ]

    assert modes == [0, 0, 0]


def test_nobody_connects_without_the_password(var: Path):
    server = EmbeddedServer(var)
    server.ensure_running()

    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(
            host=str(server.socket_dir), user="medreview", password="guess", dbname=DATABASE
        )


def test_a_path_too_long_for_a_socket_gets_a_short_private_one(tmp_path: Path):
    server = EmbeddedServer(tmp_path / ("long" * 40))

    assert len(str(server.socket_dir)) <= LONGEST_SOCKET_DIR
    assert server.socket_dir != EmbeddedServer(tmp_path).socket_dir
