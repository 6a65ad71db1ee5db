"""The program that becomes a worker, after it gave away what a worker doesn't need.

``python -I -S launch.py PROGRAM ARGUMENT…``. It keeps standard input and output, by which the
pool speaks to it, and loses the rest: open files, environment, privileges, other users' files.
What a platform does not know is left out here; ADR 0025 says which one keeps what.
"""

import contextlib
import ctypes
import os
import resource
import sys

_MEGABYTE = 1024 * 1024
_NOBODY = 65534
_NO_NEW_PRIVILEGES = 38
_NEW_USER_SPACE, _NEW_NETWORK = 0x10000000, 0x40000000

LIMITS = {
    "RLIMIT_AS": 1024 * _MEGABYTE,
    "RLIMIT_CPU": 600,
    "RLIMIT_CORE": 0,
    "RLIMIT_FSIZE": 0,
    "RLIMIT_NOFILE": 32,
}
"""Behind the interpreter's own limits, for the day when those fail."""


def main(program: str, arguments: list[str]) -> None:
    """Become that program, with nothing else to reach."""
    # Opened before the privileges go: afterwards its folder may be closed to us.
    opened = os.open(program, os.O_RDONLY | os.O_CLOEXEC)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    os.chdir("/")
    _leave_the_network()
    _become_nobody()
    for name, most in LIMITS.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (most, most))
    _give_up_privileges()
    os.closerange(3, opened)
    os.closerange(opened + 1, 4096)
    by_number = os.execve in os.supports_fd
    os.execve(opened if by_number else program, [program, *arguments], {})  # noqa: S606


def _leave_the_network() -> None:
    """A network of its own with nothing in it, where the kernel lets us."""
    with contextlib.suppress(OSError, AttributeError):
        kernel = ctypes.CDLL(None)
        if os.geteuid() == 0:
            kernel.unshare(_NEW_NETWORK)
        else:
            kernel.unshare(_NEW_USER_SPACE | _NEW_NETWORK)


def _become_nobody() -> None:
    """Another user, who owns nothing; only root can become one."""
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):
            os.setgroups([])
            os.setresgid(_NOBODY, _NOBODY, _NOBODY)
            os.setresuid(_NOBODY, _NOBODY, _NOBODY)


def _give_up_privileges() -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
