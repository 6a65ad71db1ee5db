"""What crosses the memory's border: a dialogue as it was given. Pure."""

import datetime as dt

from pydantic import Field

from medreview.common.contract import Contract
from memory.vocabulary import Speaker


class SaidTurn(Contract):
    """What one speaker said, word for word."""

    speaker: Speaker
    text: str = Field(max_length=20_000)
    at: dt.datetime | None = None
    from_memory: bool = False
    """Whether these words were put there from the memory: they are never read again."""


class Dialogue(Contract):
    """A stretch of dialogue, or a note as a single turn."""

    turns: tuple[SaidTurn, ...] = Field(min_length=1, max_length=500)
