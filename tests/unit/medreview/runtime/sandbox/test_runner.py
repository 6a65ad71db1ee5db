"""Snippets run one after another in a worker that knows nobody else's data."""

import datetime as dt
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FuturesTimeout
from contextlib import ExitStack, suppress
from typing import Any

import psutil
import pytest

from medreview.runtime.sandbox import runner
from medreview.runtime.sandbox.contracts import Fate, SnippetLimits
from medreview.runtime.sandbox.dialect import DIALECT, MISSING, MODULES
from medreview.runtime.sandbox.errors import SandboxUnavailable
from medreview.runtime.sandbox.runner import POOL, snippets

AT = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
SHORT = SnippetLimits(seconds=0.5, host_seconds=0.3, calls=50)


@pytest.fixture(autouse=True, scope="module")
def _no_workers_left() -> Iterator[None]:
    yield
    POOL.end()


def test_what_is_printed_and_the_last_value_come_back():
    with snippets({"values": lambda: ["5.60", None]}, at=AT) as session:
        outcome = session.run("print('found')\nvalues()")

    assert outcome.fate is Fate.FINISHED
    assert outcome.output == 'found\n["5.60", null]'
    assert outcome.calls == 1


def test_names_stay_for_the_next_snippet_of_a_session_only():
    with snippets({}, at=AT) as session:
        session.run("x = 42")
        assert session.run("x").output == "42"

    with snippets({}, at=AT) as another:
        assert "NameError" in (another.run("x").error or "")


def test_the_clock_stands_at_the_moment_it_is_told_and_chance_repeats_itself():
    code = "import datetime, random\n[str(datetime.datetime.now()), random.random()]"

    with snippets({}, at=AT) as one, snippets({}, at=AT) as two:
        first, second = one.run(code), two.run(code)

    assert "2026-11-30 12:00:00" in first.output
    assert first.output == second.output


def test_output_is_cut_at_its_limit_and_says_so():
    with snippets({}, at=AT) as session:
        outcome = session.run("print('x' * 5000)\n'y' * 5000", output=1000)

    assert outcome.cut
    assert len(outcome.output) == 1000
    assert outcome.output.endswith("the limit of characters is reached]")


def test_an_error_names_its_kind_and_line():
    with snippets({}, at=AT) as session:
        outcome = session.run("x = 1\n1 / 0")

    assert outcome.fate is Fate.FAILED
    assert outcome.error == "ZeroDivisionError: division by zero (line 2)"


def test_a_failure_of_ours_is_told_by_kind_only():
    def broken() -> None:
        raise KeyError("/etc/secret")

    with snippets({"broken": broken}, at=AT) as session:
        outcome = session.run("broken()")

    assert outcome.error == "RuntimeError: broken could not answer (line 1)"


def test_a_killed_worker_is_replaced_and_the_loss_of_names_is_known():
    with snippets({}, at=AT) as session:
        session.run("x = 1")
        assert session.worker is not None
        os.kill(session.worker, signal.SIGKILL)

        died, after = session.run("x"), session.run("1 + 1")

    assert died.fate is Fate.DIED
    assert died.names_lost
    assert after.output == "2"


def test_a_worker_killed_in_the_middle_of_a_snippet_is_replaced():
    def kill() -> None:
        for child in psutil.Process().children(recursive=True):
            if child.pid == pid:
                child.kill()

    with snippets({"kill": kill}, at=AT) as session:
        session.run("x = 1")
        pid = session.worker

        assert session.run("kill()\nx").fate is Fate.DIED
        assert session.run("1 + 1").output == "2"


@pytest.mark.parametrize(
    ("code", "fate"),
    [
        ("while True:\n    pass", Fate.TIMED_OUT),
        ("x = []\nwhile True:\n    x.append('a' * 100_000)", Fate.OUT_OF_MEMORY),
        ("for n in range(100):\n    mean([1])", Fate.TOO_MANY_CALLS),
    ],
)
def test_after_a_broken_limit_the_next_snippet_starts_afresh(code: str, fate: Fate):
    with snippets({}, at=AT, limits=SHORT) as session:
        broken, after = session.run(code), session.run("mean([1, 2])")

    assert broken.fate is fate
    assert broken.names_lost
    assert after.output == "1.5"


def test_too_long_a_snippet_is_not_run():
    with snippets({}, at=AT) as session:
        outcome = session.run("#" * 40_001)

    assert outcome.fate is Fate.FAILED
    assert session.worker is None


def test_two_runs_at_once_never_see_each_others_data():
    # Given two runs for each worker there may be, each with a secret of its own.
    together = threading.Barrier(runner.AT_ONCE)

    def run(number: int) -> tuple[int | None, list[str]]:
        def secret() -> str:
            return f"secret-{number}"

        with snippets({"secret": secret}, at=AT) as session:
            session.run("kept = secret()")
            pid = session.worker
            together.wait(timeout=30)
            said = [session.run("[kept, secret()]").output for _ in range(5)]
        return pid, said

    # When they run at the same time in threads, and others after them.
    with ThreadPoolExecutor(runner.AT_ONCE) as threads:
        answers = list(threads.map(run, range(2 * runner.AT_ONCE)))

    # Then each saw its own, and no worker served two of them.
    for number, (_, said) in enumerate(answers):
        assert said == [f'["secret-{number}", "secret-{number}"]'] * 5
    assert len({pid for pid, _ in answers}) == len(answers)


def test_one_session_more_than_there_are_workers_waits_until_one_ends():
    # Given as many sessions as there may be, each with its worker.
    with ExitStack() as held:
        sessions = [held.enter_context(snippets({}, at=AT)) for _ in range(runner.AT_ONCE)]
        for session in sessions:
            assert session.run("1").output == "1"

        # When another one asks, and one of the first ends.
        with ThreadPoolExecutor(1) as threads, snippets({}, at=AT) as late:
            waiting = threads.submit(late.run, "2")
            with pytest.raises(FuturesTimeout):
                waiting.result(timeout=0.2)
            sessions[0].close()

            # Then it is served.
            assert waiting.result(timeout=15).output == "2"


def test_a_session_that_raised_gives_its_worker_back():
    for _ in range(runner.AT_ONCE + 1):
        with suppress(ZeroDivisionError), snippets({}, at=AT) as session:
            assert session.run("1").output == "1"
            _ = 1 / 0


def test_a_session_that_finds_no_worker_says_so(monkeypatch: pytest.MonkeyPatch):
    class Full:
        def checkout(self, **_: Any) -> "Full":
            return self

        def __enter__(self) -> None:
            raise TimeoutError

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(POOL, "get", Full)

    with (
        snippets({}, at=AT) as session,
        pytest.raises(SandboxUnavailable, match="Try again"),
    ):
        session.run("1")
    monkeypatch.undo()


def test_the_prompt_says_truly_what_the_subset_has_and_lacks():
    tries = (
        "class A:\n    pass\nclass B(A):\n    pass",
        "class A:\n    @property\n    def x(self):\n        return 1",
        "def f():\n    yield 1",
        "x = 1\ndel x",
    )
    with snippets({}, at=AT) as session:
        for module in MODULES:
            assert session.run(f"import {module}").fate is Fate.FINISHED, module
        for code in (*tries, "import statistics", "import numpy", "open('x')"):
            assert session.run(code).fate is Fate.FAILED, code
    assert len(tries) == len(MISSING)
    assert all(word in DIALECT for word in (*MODULES, *MISSING))
