"""The bytes of an answer as frames of JSON: a stream of server-sent events, or one body. Pure."""

import codecs
from collections.abc import Iterator
from typing import Any

from medreview.llm.errors import Garbled
from medreview.llm.strict_json import Unreadable, breaks_off, read_json

DONE = "[DONE]"


class Frames:
    """Takes bytes as they come and gives the frames that are whole."""

    def __init__(self, *, is_stream: bool) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="strict")
        self.is_stream = is_stream
        """Whether events come one by one; else everything is one body."""
        self._rest = ""
        self._data: list[str] = []
        self.is_done = False
        """Whether the provider said that nothing more comes."""

    def feed(self, piece: bytes, *, last: bool = False) -> Iterator[dict[str, Any]]:
        """The frames that ``piece`` completes."""
        try:
            # A stream may be cut inside a letter: that is a cut, not a wrong byte.
            self._rest += self._decoder.decode(piece, final=last and not self.is_stream)
        except UnicodeDecodeError:
            raise Garbled() from None
        if self.is_stream:
            yield from self._events(last=last)
        elif last:
            self.is_done = True
            yield _frame(self._rest)

    def _events(self, *, last: bool) -> Iterator[dict[str, Any]]:
        *lines, self._rest = self._rest.split("\n")
        if last:
            lines, self._rest = [*lines, self._rest, ""], ""
        for line in (one.removesuffix("\r") for one in lines):
            if line.startswith("data:"):
                self._data.append(line.removeprefix("data:").removeprefix(" "))
            elif not line and self._data:
                said, self._data = "\n".join(self._data), []
                if said.strip() == DONE:
                    self.is_done = True
                elif said.strip() and not (last and breaks_off(said)):
                    yield _frame(said)


def _frame(text: str) -> dict[str, Any]:
    try:
        frame = read_json(text)
    except Unreadable:
        raise Garbled() from None
    if not isinstance(frame, dict):
        raise Garbled()
    return frame
