"""The pool of workers of this process: started at the first snippet, never carried over a fork.

A process that is forked off after its parent ran snippets can't run any: the threads that speak
to workers do not come along, and a session would wait for ever. It is told so instead.
"""

import atexit
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Generic, TypeVar

from medreview.common.errors import gettext_noop
from medreview.runtime.sandbox.errors import SandboxUnavailable

Pool = TypeVar("Pool")

AT_ONCE = 4
"""Sessions of snippets that one process has at the same time: a fifth waits."""

_NONE_STARTED = gettext_noop(
    "No worker for snippets could be started on this machine. Ask the administrator to look at "
    "its folder for temporary files and at the installed packages."
)
_FORKED = gettext_noop(
    "This process was split off from one that ran snippets, and can't run any itself. Start it "
    "anew."
)

_LAUNCH = Path(__file__).with_name("launch.py")


class PoolOfProcess(Generic[Pool]):
    """One pool for each process, made by the first thread that asks."""

    def __init__(self, make: Callable[[Path], Pool], close: Callable[[Pool], None]) -> None:
        self._make, self._close = make, close
        self._lock = threading.Lock()
        self._pool: Pool | None = None
        self._folder: Path | None = None
        self._began = False
        self._carried_over: object = None
        os.register_at_fork(after_in_child=self._forget)
        atexit.register(self.end)

    def get(self) -> Pool:
        """The pool of this process."""
        with self._lock:
            if self._carried_over is not None:
                raise SandboxUnavailable(_FORKED)
            if self._pool is None:
                self._began = True
                try:
                    self._folder = Path(tempfile.mkdtemp(prefix="medreview-snippets-"))
                    self._pool = self._make(launcher_in(self._folder))
                except OSError as problem:
                    raise SandboxUnavailable(_NONE_STARTED) from problem
            return self._pool

    def end(self) -> None:
        """End the workers of this process; the next snippet starts new ones."""
        with self._lock:
            pool, folder = self._pool, self._folder
            self._pool = self._folder = None
            if pool is not None:
                self._close(pool)
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)

    def _forget(self) -> None:
        """In a forked child: its parent's workers are not its own, and go on living."""
        if self._began:
            # Kept, because an object that is cleared away would end the workers behind it.
            self._carried_over = (self._pool,)
        self._lock = threading.Lock()
        self._pool = self._folder = None


def worker_program() -> Path:
    """The interpreter of the subset, installed beside ours; nothing the environment names."""
    return Path(sys.executable).with_name("monty")


def launcher_in(folder: Path) -> Path:
    """A program that starts a worker through ``launch.py``: the pool can name only one word."""
    launcher = folder / "worker"
    words = (sys.executable, "-I", "-S", "-B", str(_LAUNCH), str(worker_program()))
    launcher.write_text(f'#!/bin/sh\nexec {" ".join(map(quote, words))} "$@"\n')
    launcher.chmod(0o700)
    return launcher
