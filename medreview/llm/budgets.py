"""Whether another request may be paid for: of a run, of a person's day, a hospital's day. Pure.

Tokens are always counted; money only where a price is known. A limit of none is none.
"""

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """Over what is counted."""

    RUN = "run"
    USER_DAY = "user_day"
    HOSPITAL_DAY = "hospital_day"


@dataclass(frozen=True)
class Spent:
    """What was used up."""

    tokens: int = 0
    micros: int = 0


@dataclass(frozen=True)
class Limit:
    """How much may be used up; None: as much as it takes."""

    tokens: int | None = None
    micros: int | None = None

    def is_spent(self, spent: Spent, *, next_tokens: int) -> bool:
        """Whether the next request no longer fits: its tokens, or any money at all."""
        too_many = self.tokens is not None and spent.tokens + next_tokens > self.tokens
        too_dear = self.micros is not None and spent.micros >= self.micros
        return too_many or too_dear


def spent_scope(
    spent: dict[Scope, Spent], limits: dict[Scope, Limit], *, next_tokens: int
) -> Scope | None:
    """The first scope whose limit forbids a request of so many tokens, the narrowest first."""
    for scope in Scope:
        limit, used = limits.get(scope, Limit()), spent.get(scope, Spent())
        if limit.is_spent(used, next_tokens=next_tokens):
            return scope
    return None
