"""What became of one snippet, and what it may take of the machine."""

from dataclasses import dataclass
from enum import StrEnum

from medreview.common.contract import Contract

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class SnippetLimits:
    """Seconds, bytes, characters and calls of one session of snippets."""

    seconds: float = 30.0
    """For each snippet, while its own code runs."""
    host_seconds: float = 5.0
    """For each snippet, while our functions work for it."""
    memory: int = 64 * MEGABYTE
    """What all its values may take at once."""
    output: int = 80_000
    """Characters of one snippet's output and error together; a caller may give it less."""
    code: int = 40_000
    """Characters of the snippet itself."""
    calls: int = 400
    """Calls of our functions in each snippet."""
    depth: int = 200
    """Calls within calls."""


class Fate(StrEnum):
    """How a snippet ended."""

    FINISHED = "finished"
    FAILED = "failed"
    """It raised an error, or could not be read as Python."""
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_MANY_CALLS = "too_many_calls"
    DIED = "died"
    """Its worker was gone; the next snippet gets a new one."""


_WORKER_REPLACED = frozenset({Fate.TIMED_OUT, Fate.OUT_OF_MEMORY, Fate.TOO_MANY_CALLS, Fate.DIED})
"""After these a worker's memory is in no known state, or it may ask nothing any more."""


class SnippetOutcome(Contract):
    """What one snippet said, and how it ended. Everything in it comes from the snippet: data."""

    fate: Fate
    output: str = ""
    """What it printed, then its last value as JSON, cut to the limit."""
    error: str | None = None
    """For the snippet's author: what went wrong, and in which line."""
    cut: bool = False
    """Whether there was more output than may leave."""
    calls: int = 0
    """Calls of our functions."""
    seconds: float = 0.0

    @property
    def names_lost(self) -> bool:
        """Whether the next snippet starts in a new worker, without the names defined so far."""
        return self.fate in _WORKER_REPLACED

    @property
    def characters(self) -> int:
        """What it counts against the characters of its session."""
        return len(self.output) + len(self.error or "")
