"""How far a model's work may go: steps, tokens, money and time. Each names itself when it bites.

A limit is entered before something is done and left after it: entering refuses what would go
beyond it, leaving books what was really used.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from time import monotonic

from pydantic import Field

from medreview.common.contract import Contract
from medreview.runtime.errors import LimitReached

MOST_STEPS = 25
LEAST_REPLY = 64
"""An ask that leaves fewer tokens than this for its reply is not made."""


class Caps(Contract):
    """What one use of a skill may take at most."""

    steps: int = Field(ge=1, le=MOST_STEPS)
    """Questions to the model."""
    tokens: int = Field(ge=256, le=2_000_000)
    """In and out together, over all questions."""
    money: Decimal = Field(gt=0, le=100)
    """In the currency of the price list."""
    seconds: float = Field(gt=0, le=1800)
    reply_tokens: int = Field(default=4096, ge=LEAST_REPLY, le=65_536)
    """Of one reply."""
    context_tokens: int = Field(default=16_000, ge=128, le=1_000_000)
    """Of what the model is shown of the record at the start."""


@dataclass
class Room:
    """What is left for one question."""

    reply_tokens: int
    deadline: float
    """On the clock the limits were made with."""
    tokens: int = 0
    money: Decimal = Decimal(0)

    def took(self, *, tokens: int, money: Decimal) -> None:
        """Book what the question really took."""
        self.tokens, self.money = tokens, money


@dataclass
class Limits:
    """The limits of one use of a skill, and what was used of them."""

    caps: Caps
    clock: Callable[[], float] = monotonic
    steps: int = 0
    tokens: int = 0
    money: Decimal = Decimal(0)
    began: float = field(init=False)

    def __post_init__(self) -> None:
        self.began = self.clock()

    @property
    def deadline(self) -> float:
        """When the time is over, on the clock."""
        return self.began + self.caps.seconds

    @contextmanager
    def question(self, *, prompt_tokens: int) -> Iterator[Room]:
        """Enter one question to the model; refused when any limit has no room for it."""
        self._check("steps", cap=self.caps.steps, used=self.steps + 1)
        needed = self.tokens + prompt_tokens + LEAST_REPLY
        self._check("tokens", cap=self.caps.tokens, used=needed)
        self._check("money", cap=self.caps.money, used=self.money, full=True)
        self._check_time()
        self.steps += 1
        left = self.caps.tokens - self.tokens - prompt_tokens
        room = Room(min(self.caps.reply_tokens, left), self.deadline)
        try:
            yield room
        finally:
            self.tokens += room.tokens
            self.money += room.money
        self._check("tokens", cap=self.caps.tokens, used=self.tokens)
        self._check("money", cap=self.caps.money, used=self.money)
        self._check_time()

    @contextmanager
    def action(self) -> Iterator[None]:
        """Enter one tool call: it takes nothing but time."""
        self._check_time()
        yield
        self._check_time()

    def _check_time(self) -> None:
        used = round(self.clock() - self.began, 3)
        self._check("time", cap=self.caps.seconds, used=used, full=True)

    def _check(
        self, limit: str, *, cap: Decimal | float, used: Decimal | float, full: bool = False
    ) -> None:
        """Refuse what goes beyond the cap; ``full``: a cap that is used up refuses too."""
        if used > cap or (full and used == cap):
            raise LimitReached(limit, cap=cap, used=used)
