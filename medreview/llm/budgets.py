"""Whether another request may be paid for: of a run, of a person's day, a hospital's day. Pure.

Tokens are always counted; money only where a price is known. A limit of none is none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from medreview.llm.pricing import MICROS


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

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.tokens + other.tokens, self.micros + other.micros)


@dataclass(frozen=True)
class Limit:
    """How much may be used up; None: as much as it takes."""

    tokens: int | None = None
    micros: int | None = None

    @classmethod
    def of(cls, tokens: int | None, money: Decimal | None) -> "Limit":
        """With money as people write it, in whole units of the price list's currency."""
        return cls(tokens=tokens, micros=None if money is None else int(money * MICROS))

    def is_spent(self, spent: Spent, following: Spent) -> bool:
        """Whether the following request no longer fits: its tokens, or the money it may cost."""
        too_many = self.tokens is not None and spent.tokens + following.tokens > self.tokens
        too_dear = self.micros is not None and (
            spent.micros >= self.micros or spent.micros + following.micros > self.micros
        )
        return too_many or too_dear

    def within(self, other: "Limit") -> "Limit":
        """The narrower of the two, in tokens and in money."""
        return Limit(_least(self.tokens, other.tokens), _least(self.micros, other.micros))


def spent_scope(
    spent: Mapping[Scope, Spent], limits: Mapping[Scope, Limit], following: Spent
) -> Scope | None:
    """The first scope whose limit forbids a request that may take so much, the narrowest first."""
    for scope in Scope:
        limit, used = limits.get(scope, Limit()), spent.get(scope, Spent())
        if limit.is_spent(used, following):
            return scope
    return None


def narrowed(limits: Mapping[Scope, Limit], by: Mapping[Scope, Limit]) -> dict[Scope, Limit]:
    """The installation's limits, where a hospital's are narrower these: never more than both."""
    return {scope: limits.get(scope, Limit()).within(by.get(scope, Limit())) for scope in Scope}


def _least(one: int | None, other: int | None) -> int | None:
    said = [value for value in (one, other) if value is not None]
    return min(said, default=None)
