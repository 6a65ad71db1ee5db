"""Programs that are kept running: started, watched, started again, and ended together."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

BEAT_FILE = "MEDREVIEW_BEAT_FILE"
"""Names the file a program touches to say that it is alive."""

HOUSE = Path(__file__).resolve().parents[2]
"""Programs run where the packages are."""

TURN_SECONDS = 0.2
PATIENCE_SECONDS = 20
START_SECONDS = 30
GRACE_SECONDS = 15
LONGEST_PAUSE_SECONDS = 10
SHORT_LIFE_SECONDS = 10


@dataclass(frozen=True)
class Program:
    """Something to keep running, in a process group of its own."""

    name: str
    argv: Sequence[str]
    log: Path | None = None
    """Where its output goes; None means ours."""
    beat_file: Path | None = None
    """Touched by the program while it is well; one that falls silent is started again."""
    environment: dict[str, str] = field(default_factory=dict)


class Supervised:
    """One program and the process it runs in just now."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.process: subprocess.Popen[bytes] | None = None
        self.started_at = 0.0
        self.pause = 0.5
        self.next_start = 0.0

    def start(self) -> None:
        """Start the program; should we die, it is told to end."""
        program = self.program
        if program.beat_file:
            program.beat_file.unlink(missing_ok=True)
        with _output(program.log) as output:
            self.process = subprocess.Popen(  # noqa: S603 - our own programs, no shell
                [*_end_with_parent(), *program.argv],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=HOUSE,
                start_new_session=True,
                env={**os.environ, **program.environment, **_beat_variable(program)},
            )
        self.started_at = time.monotonic()

    def turn(self) -> None:
        """Look after the program once: end a silent one, start one that is not there."""
        if self.process is None:
            if time.monotonic() >= self.next_start:
                self.start()
        elif self.process.poll() is not None or self._is_silent():
            lived = time.monotonic() - self.started_at
            self.end_now()
            self.pause = (
                min(2 * self.pause, LONGEST_PAUSE_SECONDS) if lived < SHORT_LIFE_SECONDS else 0.5
            )
            self.next_start = time.monotonic() + self.pause

    def ask_to_end(self) -> None:
        """Tell the program to finish what it does and end."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.terminate()

    def has_ended(self) -> bool:
        """Whether the program's first process is gone."""
        return self.process is None or self.process.poll() is not None

    def end_now(self) -> None:
        """End the program and whatever it left behind in its group."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def _is_silent(self) -> bool:
        beat_file = self.program.beat_file
        if beat_file is None:
            return False
        try:
            silence = time.time() - beat_file.stat().st_mtime
        except FileNotFoundError:
            return time.monotonic() - self.started_at > START_SECONDS
        return silence > PATIENCE_SECONDS


class Supervisor:
    """Keeps programs running until SIGINT or SIGTERM, then ends them all."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self.supervised = [Supervised(program) for program in programs]
        self.is_stopping = False

    def run(self, each_turn: Callable[[], None] = lambda: None) -> None:
        """Run until told to stop; ``each_turn`` is called a few times a second."""
        with self._signals():
            try:
                while not self.is_stopping:
                    for one in self.supervised:
                        one.turn()
                    each_turn()
                    time.sleep(TURN_SECONDS)
            finally:
                self._end_all()

    def _end_all(self) -> None:
        for one in self.supervised:
            one.ask_to_end()
        deadline = time.monotonic() + GRACE_SECONDS
        while time.monotonic() < deadline and not all(one.has_ended() for one in self.supervised):
            time.sleep(TURN_SECONDS / 4)
        for one in self.supervised:
            one.end_now()
            if one.program.beat_file:
                one.program.beat_file.unlink(missing_ok=True)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        def stop(number: int, frame: FrameType | None) -> None:
            self.is_stopping = True

        before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def touch_beat_file() -> None:
    """Say that this program is alive, when somebody watches."""
    path = os.environ.get(BEAT_FILE)
    if path:
        Path(path).touch()


def _beat_variable(program: Program) -> dict[str, str]:
    return {BEAT_FILE: str(program.beat_file)} if program.beat_file else {}


@cache
def _end_with_parent() -> list[str]:
    """Linux tells a program when its parent was killed; elsewhere it may stay behind."""
    prefix = ["setpriv", "--pdeathsig", "TERM", "--"]
    if shutil.which("setpriv") is None:
        return []
    tried = subprocess.run([*prefix, "true"], stderr=subprocess.DEVNULL, check=False)  # noqa: S603
    return prefix if tried.returncode == 0 else []


@contextlib.contextmanager
def _output(log: Path | None) -> Iterator[Any]:
    if log is None:
        yield None
        return
    log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with log.open("ab") as file:
        yield file
