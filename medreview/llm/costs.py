"""What requests to models cost together, and how many of them have no known price. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


class Priced(Protocol):
    """A request with its price, if one is known."""

    @property
    def micros(self) -> int | None: ...


@dataclass(frozen=True)
class Cost:
    """Money in millionths. What has no price is counted beside it, never as nothing."""

    micros: int = 0
    requests: int = 0
    unpriced: int = 0
    """How many of the requests have no known price."""

    @property
    def is_known(self) -> bool:
        """Whether something of the cost is known: at least one request has a price."""
        return self.requests > self.unpriced

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.micros + other.micros,
            self.requests + other.requests,
            self.unpriced + other.unpriced,
        )


def cost_of(requests: Iterable[Priced]) -> Cost:
    """The requests summed up."""
    prices = [one.micros for one in requests]
    known = [micros for micros in prices if micros is not None]
    return Cost(sum(known), len(prices), len(prices) - len(known))
