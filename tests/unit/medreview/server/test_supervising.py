"""Programs that are kept running: started again, watched, and ended with all they left."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

from medreview.server import supervising
from medreview.server.supervising import Program, Supervised, Supervisor

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
PARENT = [
    sys.executable,
    "-c",
    "import subprocess, sys, time;"
    "child = subprocess.Popen(['sleep', '600']);"
    "open(sys.argv[1], 'w').write(str(child.pid));"
    "time.sleep(600)",
]


def is_alive(pid: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def until(holds, seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.02)
    return False


def pid_of(one: Supervised) -> int:
    assert one.process is not None
    return one.process.pid


def test_a_killed_program_is_started_again():
    one = Supervised(Program("sleeper", SLEEPER))
    one.start()
    first = pid_of(one)

    os.kill(first, signal.SIGKILL)
    assert until(one.has_ended)
    one.turn()
    one.next_start = 0
    one.turn()

    assert pid_of(one) != first
    assert not one.has_ended()
    one.end_now()


def test_what_a_killed_program_left_behind_is_ended(tmp_path: Path):
    note = tmp_path / "pid"
    one = Supervised(Program("parent", [*PARENT, str(note)]))
    one.start()
    assert until(lambda: note.exists() and note.read_text() != "")
    orphan = int(note.read_text())

    os.kill(pid_of(one), signal.SIGKILL)
    assert until(one.has_ended)
    one.turn()

    assert until(lambda: not is_alive(orphan))


def test_a_silent_program_is_ended(tmp_path: Path):
    beat_file = tmp_path / "beat"
    one = Supervised(Program("sleeper", SLEEPER, beat_file=beat_file))
    one.start()
    long_ago = time.time() - 10 * supervising.PATIENCE_SECONDS
    beat_file.touch()
    os.utime(beat_file, (long_ago, long_ago))

    one.turn()

    assert one.process is None


def test_a_program_that_beats_is_left_alone(tmp_path: Path):
    beat_file = tmp_path / "beat"
    one = Supervised(Program("sleeper", SLEEPER, beat_file=beat_file))
    one.start()
    beat_file.touch()

    one.turn()

    assert not one.has_ended()
    one.end_now()


def test_a_program_that_keeps_dying_is_started_less_and_less_often():
    one = Supervised(Program("failing", [sys.executable, "-c", "raise SystemExit(1)"]))
    pauses = []

    for _ in range(6):
        one.next_start = 0
        one.turn()
        assert until(one.has_ended)
        one.turn()
        pauses.append(one.pause)

    assert pauses == [1.0, 2.0, 4.0, 8.0, 10, 10]


def test_a_signal_ends_everything_that_was_started():
    supervisor = Supervisor([Program("one", SLEEPER), Program("two", SLEEPER)])
    pids: list[int] = []

    def stop_when_up() -> None:
        if not pids:
            pids.extend(pid_of(one) for one in supervisor.supervised)
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM)).start()

    supervisor.run(each_turn=stop_when_up)

    assert len(pids) == 2
    assert not any(is_alive(pid) for pid in pids)
