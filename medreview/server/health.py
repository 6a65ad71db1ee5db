"""What a check of an installation says: one of three words, and why. Pure."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a part is. The page, ``/healthz`` and ``/metrics`` use these words."""

    OK = "ok"
    DEGRADED = "degraded"
    """It works, and somebody should look at it."""
    DOWN = "down"
    UNKNOWN = "unknown"
    """Nobody told us. It is never counted as well, and never as ill."""


@dataclass(frozen=True)
class Check:
    """One part of the installation: how it is, in words, and since when that is known."""

    name: str
    state: State
    words: str
    at: dt.datetime | None = None
    """The moment the words are about, where it is not now."""

    @property
    def is_up(self) -> bool:
        """Whether the part does its work."""
        return self.state is not State.DOWN


def overall(checks: Iterable[Check]) -> State:
    """The worst of what is known."""
    states = {check.state for check in checks}
    for worst in (State.DOWN, State.DEGRADED):
        if worst in states:
            return worst
    return State.OK
