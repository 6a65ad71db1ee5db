"""What a snippet says, made fit to be kept and passed on: plain text, never more than allowed."""

import datetime as dt
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

CUT = "\n[output was cut here: the limit of characters is reached]"
_LONGEST_ERROR = 1000


class Collected:
    """Printed text up to a limit; what comes after it is counted out, not kept."""

    def __init__(self, limit: int) -> None:
        self._limit = self._left = limit
        self._parts: list[str] = []
        self.cut = False

    def add(self, text: str) -> None:
        """Take as much of this text as there is room for."""
        if len(text) > self._left:
            text, self.cut = text[: self._left], True
        if text:
            self._left -= len(text)
            self._parts.append(clean(text))

    def add_value(self, value: Any) -> None:
        """Take a last value as one line of JSON, as far as there is room."""
        for part in _json_parts(value):
            if self.cut:
                return
            self.add(part)

    def text(self, *, beside: str = "") -> str:
        """Everything taken, and at its end whether there was more.

        With what stands beside it, an error, it is never longer than allowed.
        """
        said, limit = "".join(self._parts), max(self._limit - len(beside), 0)
        self.cut = self.cut or len(said) > limit
        return said[: max(limit - len(CUT), 0)] + CUT[:limit] if self.cut else said


def clean(text: str) -> str:
    """A text that a database and an UTF-8 file can hold: no halves of letters, no NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


def short_error(text: str) -> str:
    """An error's text, cut: its author may have put anything into it."""
    kept = text[:_LONGEST_ERROR]
    return clean(kept if kept == text else f"{kept}…")


def _json_parts(value: Any) -> Iterator[str]:
    """The JSON text piece by piece: of shared lists in lists it could be endless."""
    encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_plain)
    try:
        yield from encoder.iterencode(value)
    except (TypeError, ValueError, RecursionError, OverflowError):
        yield "[the last value is not JSON; print what you need of it]"


def _plain(value: Any) -> Any:
    """What JSON has no word for."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return list(value)
    return f"<{type(value).__name__}>"
