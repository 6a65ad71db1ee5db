"""Web and worker together, from one command, until it is told to stop."""

import contextlib
import fcntl
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import IO

from django.conf import settings
from django.db import Error, connection

from medreview.database.server import EmbeddedServer, was_started_here
from medreview.server import services
from medreview.server.models import WORKER
from medreview.server.supervising import Program, Supervisor

EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared with, not bound
WEB_WORKERS = 2
LONGEST_LOG = 10 * 1024 * 1024
READY_SECONDS = 60
LEAVING_SECONDS = 2


class PortTaken(Exception):
    """Somebody else listens on the port."""


@contextlib.contextmanager
def ending_the_database() -> Iterator[None]:
    """Whatever happens inside, SIGTERM included, end the embedded database afterwards.

    It stays while another such program of this installation runs, which ends it instead, and
    when somebody else started it and somebody else uses it.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    with _place_among_programs() as place:
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, before)
            if _is_last(place):
                _stop_database()


@contextlib.contextmanager
def _place_among_programs() -> Iterator[IO[str]]:
    run = settings.VAR / "run"
    run.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A lock of the file goes with its process, whatever ends it.
    with (run / "programs.lock").open("w") as place:
        fcntl.flock(place, fcntl.LOCK_SH)
        yield place


def _is_last(place: IO[str]) -> bool:
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def serve(*, port: int, greeting: Sequence[str], say: Callable[[str], object]) -> None:
    """Run web and worker until SIGINT or SIGTERM; say the address and ``greeting`` once up."""
    check_port(port)
    logs = settings.VAR / "log"
    web, worker = web_program(port, log=logs / "web.log"), worker_program(log=logs / "worker.log")
    for program in (web, worker):
        _turn_over(program.log)
    announce = _Announcement(port, greeting, say, logs)
    services.forget(WORKER)
    connection.close()
    Supervisor([web, worker]).run(each_turn=announce.once_up)


def run_worker() -> None:
    """Keep one cluster of workers running until SIGINT or SIGTERM."""
    connection.close()
    Supervisor([worker_program()]).run()


def web_program(port: int, log: Path | None = None) -> Program:
    """The web server: asyncio workers, so that an open stream costs no thread."""
    argv = [
        *(sys.executable, "-m", "gunicorn", "medreview.asgi:application"),
        *(
            "--worker-class",
            "asgi",
            "--workers",
            str(WEB_WORKERS),
            "--bind",
            f"{settings.WEB_HOST}:{port}",
        ),
        *("--graceful-timeout", "5", "--no-control-socket", "--log-level", "warning"),
    ]
    return Program("web", argv, log=log, environment={"MEDREVIEW_WEB_POOL": "1"})


def worker_program(log: Path | None = None) -> Program:
    """The queue's cluster, watched by its heartbeat."""
    run = settings.VAR / "run"
    run.mkdir(parents=True, exist_ok=True, mode=0o700)
    argv = [sys.executable, "-m", "django", "worker", "--cluster-only"]
    return Program("worker", argv, log=log, beat_file=run / f"worker-{os.getpid()}.beat")


class _Announcement:
    """Says where to go as soon as going there works."""

    def __init__(
        self, port: int, greeting: Sequence[str], say: Callable[[str], object], logs: Path
    ) -> None:
        self.port, self.greeting, self.say, self.logs = port, greeting, say, logs
        self.give_up_at = time.monotonic() + READY_SECONDS
        self.is_done = False

    def once_up(self) -> None:
        if self.is_done:
            return
        if _is_healthy(self.port):
            self.say("\n".join([f"medreview is up: http://localhost:{self.port}", *self.greeting]))
            self.say("Ctrl-C ends it.")
            self.is_done = True
        elif time.monotonic() > self.give_up_at:
            self.say(f"medreview is still not up; its logs are in {self.logs}.")
            self.is_done = True


def _is_healthy(port: int) -> bool:
    host = "127.0.0.1" if settings.WEB_HOST in EVERYWHERE else settings.WEB_HOST
    asked = http.client.HTTPConnection(host, port, timeout=5)
    try:
        asked.request("GET", "/healthz", headers={"Host": settings.ALLOWED_HOSTS[0]})
        return asked.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def check_port(port: int) -> None:
    """Raise PortTaken, in a sentence, unless the web server can listen there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.WEB_HOST, port))
        except OSError as problem:
            raise PortTaken(
                f"Port {port} is in use: choose another, as in PORT={port + 1} make demo."
            ) from problem


def _turn_over(log: Path | None) -> None:
    if log is not None and log.exists() and log.stat().st_size > LONGEST_LOG:
        log.replace(log.with_suffix(".log.1"))


def _stop_database() -> None:
    description = connection.settings_dict
    if "VAR" not in description:
        return
    server = EmbeddedServer(description["VAR"], description.get("PROGRAMS"))
    connection.close()
    if was_started_here() or not _is_used(server):
        server.stop()


def _is_used(server: EmbeddedServer) -> bool:
    # The server needs a moment to see that our own programs are gone.
    deadline = time.monotonic() + LEAVING_SECONDS
    try:
        while server.other_connections() > 0:
            if time.monotonic() > deadline:
                return True
            time.sleep(0.1)
    except Error:
        pass
    return False
