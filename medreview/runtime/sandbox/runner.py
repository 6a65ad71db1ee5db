"""Runs a model's snippets in workers without a way out; the only importer of pydantic_monty.

A session has a worker of its own that nobody had before and nobody gets after it, so that what
two runs read can't meet. Its clock stands still at the moment it is told, chance is always the
same, and it reaches nothing but the functions it is given.
"""

import datetime as dt
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pydantic_monty import (
    Monty,
    MontyCrashedError,
    MontyError,
    MontyRuntimeError,
    MontySession,
    MontySyntaxError,
    OSPolicy,
    ResourceLimits,
)

from medreview.common.errors import gettext_noop
from medreview.runtime.sandbox.contracts import Fate, SnippetLimits, SnippetOutcome
from medreview.runtime.sandbox.errors import SandboxUnavailable
from medreview.runtime.sandbox.host_functions import STATISTICS, Guard, HostFunction
from medreview.runtime.sandbox.output import Collected, short_error
from medreview.runtime.sandbox.workers import AT_ONCE, PoolOfProcess

_WAIT_SECONDS = 20.0
"""How long a session waits for a worker while all of them are busy."""
_GRACE_SECONDS = 1.0
"""After its time a snippet is told so; a worker that doesn't hear it is killed after this."""
_LAST_RESORT_SECONDS = 60.0


def _started(launcher: Path) -> Monty:
    pool = Monty(
        binary_path=launcher,
        # Before the first session nobody needs one; a session then waits for its own.
        min_processes=0,
        max_processes=AT_ONCE,
        checkout_timeout=_WAIT_SECONDS,
        request_timeout=_LAST_RESORT_SECONDS,
        max_checkouts_per_worker=1,
        feed_duration_limit_grace=_GRACE_SECONDS,
        turn_duration_limit_grace=_GRACE_SECONDS,
    )
    return pool.__enter__()


def _ended(pool: Monty) -> None:
    pool.__exit__(None, None, None)


POOL: PoolOfProcess[Monty] = PoolOfProcess(_started, _ended)


class SnippetSession:
    """Snippets run one after another; names that one defines are known to the next."""

    def __init__(
        self, functions: Mapping[str, HostFunction], at: dt.datetime, limits: SnippetLimits
    ) -> None:
        self._functions = {**STATISTICS, **functions}
        self._at, self._limits = at, limits
        self._worker = ExitStack()
        self._session: MontySession | None = None

    @property
    def worker(self) -> int | None:
        """The process that runs the snippets, where there is one just now."""
        return self._session.worker_pid if self._session else None

    def run(self, code: str, *, output: int | None = None) -> SnippetOutcome:
        """Run one snippet; whatever it does, the answer is an outcome.

        ``output`` is the number of characters it may still say, if that is less than its limit.
        Raises SandboxUnavailable when there is no worker to run it.
        """
        most = self._limits.output if output is None else min(output, self._limits.output)
        if len(code) > self._limits.code:
            sentence = f"SyntaxError: a snippet has at most {self._limits.code} characters"
            return SnippetOutcome(fate=Fate.FAILED, error=sentence[:most])
        session = self._session or self._opened()
        collected, guard = Collected(most), self._guard()
        began = time.monotonic()
        fate, error = _fed(session, code, collected, guard.around(self._functions))
        if guard.flooded:
            fate, error = Fate.TOO_MANY_CALLS, error or "RuntimeError: too many calls"
        error = error and error[:most]
        said = collected.text(beside=error or "")
        outcome = SnippetOutcome(
            fate=fate,
            output=said,
            error=error,
            cut=collected.cut,
            calls=guard.calls,
            seconds=round(time.monotonic() - began, 3),
        )
        if outcome.names_lost:
            self.close()
        return outcome

    def close(self) -> None:
        """Give the worker up; it ends, and nothing of the session is left."""
        self._session = None
        self._worker.close()

    def _guard(self) -> Guard:
        return Guard(seconds=self._limits.host_seconds, calls=self._limits.calls)

    def _opened(self) -> MontySession:
        checkout = POOL.get().checkout(
            script_name="snippet.py",
            limits=_in_worker(self._limits),
            os_policy=_clock_at(self._at),
        )
        try:
            self._session = self._worker.enter_context(checkout)
        except (TimeoutError, MontyError) as problem:
            raise SandboxUnavailable(
                gettext_noop("Every worker for snippets is busy or gone. Try again in a minute.")
            ) from problem
        return self._session


@contextmanager
def snippets(
    functions: Mapping[str, HostFunction],
    *,
    at: dt.datetime,
    limits: SnippetLimits | None = None,
) -> Iterator[SnippetSession]:
    """A session of snippets that may call these functions, at the moment of the analysis."""
    session = SnippetSession(functions, at, limits or SnippetLimits())
    try:
        yield session
    finally:
        session.close()


def _fed(
    session: MontySession, code: str, collected: Collected, functions: dict[str, HostFunction]
) -> tuple[Fate, str | None]:
    def printed(_: str, text: str) -> None:
        collected.add(text)

    try:
        value = session.feed_run(code, external_lookup=functions, print_callback=printed)
    except MontyCrashedError as problem:
        return (Fate.TIMED_OUT, "TimeoutError: it took too long") if problem.timed_out else (
            Fate.DIED, "RuntimeError: the worker that ran it ended"
        )  # fmt: skip
    except (MontyRuntimeError, MontySyntaxError) as problem:
        return _kind_of(problem), _told(problem)
    except (MontyError, ValueError, TypeError, OverflowError, RecursionError) as problem:
        # The value, not the code: an endless whole number, half a letter in the snippet itself.
        return Fate.FAILED, f"{type(problem).__name__}: a value that can't leave the snippet"
    if value is not None:
        collected.add_value(value)
    return Fate.FINISHED, None


def _kind_of(problem: MontyError) -> Fate:
    inner = problem.exception()
    if isinstance(inner, TimeoutError):
        return Fate.TIMED_OUT
    return Fate.OUT_OF_MEMORY if isinstance(inner, MemoryError) else Fate.FAILED


def _told(problem: MontyRuntimeError | MontySyntaxError) -> str:
    """The error as its author needs it: kind, message and the line of the snippet."""
    frames = problem.traceback()
    line = f" (line {frames[-1].line})" if frames else ""
    return short_error(problem.display("type-msg")) + line


def _in_worker(limits: SnippetLimits) -> ResourceLimits:
    return {
        "max_feed_duration_secs": limits.seconds,
        "max_turn_duration_secs": limits.seconds,
        "max_memory": limits.memory,
        "max_recursion_depth": limits.depth,
        # Of the whole session, names looked up included: the guard counts for each snippet.
        "max_suspensions": 10 * limits.calls,
        "max_total_sleep_secs": 0.0,
    }


def _clock_at(at: dt.datetime) -> OSPolicy:
    return {
        "datetime": at,
        "timezone": "utc",
        "sleep": "zero",
        "process_time": "zero",
        "random_start": {"seed": 0},
    }
