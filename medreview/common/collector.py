"""Python's search for cyclic garbage, out of the way while much is read at once."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_pausing = 0
_was_on = True


@contextmanager
def collector_paused() -> Iterator[None]:
    """No search for garbage inside: for work that makes many objects and no cycles.

    Each search looks at everything that is alive, so a large record would be looked through
    again and again while it grows. Threads may pause at once; the last one ends the pause.
    """
    _begin()
    try:
        yield
    finally:
        _end()


def _begin() -> None:
    global _pausing, _was_on
    with _lock:
        if _pausing == 0:
            _was_on = gc.isenabled()
            gc.disable()
        _pausing += 1


def _end() -> None:
    global _pausing
    with _lock:
        _pausing -= 1
        if _pausing == 0 and _was_on:
            gc.enable()
