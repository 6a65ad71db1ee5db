"""Whatever a snippet tries, it reaches no canary, and the machine does not feel it."""

import datetime as dt
import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from medreview.runtime.sandbox.contracts import MEGABYTE, Fate, SnippetLimits
from medreview.runtime.sandbox.runner import POOL, snippets
from tests.factories.attacks import ATTACKS, attacks

AT = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)
SHORT = SnippetLimits(seconds=0.2, host_seconds=0.5, memory=32 * MEGABYTE, output=20_000, calls=100)
CANARY = "CANARY-7f3a91"
MOST_MEMORY = 160 * MEGABYTE
"""A worker's own memory is about 12 MB, its values may take 32; what is over is parsing."""


class Watch:
    """The most memory that the workers of this process were seen to hold."""

    def __init__(self) -> None:
        self.most = 0
        self.pid: int | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(0.005):
            with suppress(psutil.Error):
                if self.pid is not None:
                    self.most = max(self.most, psutil.Process(self.pid).memory_info().rss)

    def end(self) -> None:
        self._over.set()
        self._thread.join()


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(0.01)
        yield listening


def canary() -> None:
    """A function of the house that fails, with a secret in its error."""
    raise KeyError(f"{CANARY} in /etc/medreview")


def test_there_are_attacks_of_every_category():
    assert sum(map(len, ATTACKS.values())) >= 67
    assert len(ATTACKS) >= 13


@pytest.mark.slow
@pytest.mark.parametrize("category", ATTACKS)
def test_no_attack_reaches_a_canary_or_takes_more_than_its_share(
    category: str,
    listener: socket.socket,
    monkeypatch: pytest.MonkeyPatch,
):
    # Given canaries: a file, a variable, a listener, a secret in an error of our own.
    file = Path(tempfile.gettempdir()) / f"medreview-canary-{os.getpid()}.txt"
    file.write_text(CANARY)
    file.chmod(0o644)
    monkeypatch.setenv("MEDREVIEW_CANARY", CANARY)
    port = str(listener.getsockname()[1])
    tried = attacks(file=str(file), port=port, variable="MEDREVIEW_CANARY")[category]
    watch = Watch()

    # When each is tried.
    said: dict[str, str] = {}
    try:
        with snippets({"canary": canary}, at=AT, limits=SHORT) as session:
            for name, code in tried.items():
                session.run("0")
                watch.pid = session.worker
                outcome = session.run(code)
                said[name] = f"{outcome.output}{outcome.error or ''}"
                assert outcome.characters <= SHORT.output
    finally:
        watch.end()
        file.unlink()

    # Then nothing got out or in, and the machine kept its memory.
    assert [name for name, text in said.items() if CANARY in text] == []
    with pytest.raises(TimeoutError):
        listener.accept()
    assert not Path("/tmp/medreview-canary-written").exists()
    assert watch.most < MOST_MEMORY


@pytest.mark.parametrize(
    "name", sorted(ATTACKS["endless"].keys() & {"loop", "swallowed", "finally"})
)
def test_an_endless_snippet_is_ended_in_its_time(name: str):
    with snippets({}, at=AT, limits=SHORT) as session:
        assert session.run(ATTACKS["endless"][name]).fate is Fate.TIMED_OUT


@pytest.fixture(autouse=True, scope="module")
def _no_workers_left() -> Iterator[None]:
    yield
    POOL.end()
