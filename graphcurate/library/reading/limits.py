"""What a process that reads a stranger's file may take of the machine. Pure."""

import contextlib
import resource
import signal
from dataclasses import dataclass

MEGABYTE = 1024 * 1024

MOST_PAGES = 2000
MOST_CHARACTERS = 8_000_000
MOST_SECTIONS = 5000
LONGEST_TITLE = 200


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes for one file."""

    cpu_seconds: int = 30
    wall_seconds: int = 60
    memory: int = 1024 * MEGABYTE
    output: int = 64 * MEGABYTE


READING = Limits()
DRAWING = Limits(cpu_seconds=10, wall_seconds=20, output=16 * MEGABYTE)


def put_on(limits: Limits) -> None:
    """Take the rest away from this very process; there is no way back."""
    # Python would be told of a file too long by an error; ended, it leaves nothing half said.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    for what, most in (
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_FSIZE, limits.output),
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        # macOS does not know every one of them; the clock of the parent holds there too.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
