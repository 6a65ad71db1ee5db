"""What a request cost: prices are data, by model and by the day from which they hold. Pure.

The file that comes along prices the double alone: what a provider charges is read on its page and
written down with the day by whoever installs. A model without a price has no price: it is never
taken for free.
"""

import datetime as dt
import re
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from pathlib import Path

from pydantic import Field

from medreview.common.contract import Contract
from medreview.llm.contracts import Usage

BUILT_IN = Path(__file__).with_name("pricing.json")
MICROS = 1_000_000
"""Money is kept in millionths, as whole numbers."""
SNAPSHOT = re.compile(r"-\d{4}-?\d{2}-?\d{2}$")
"""The day in the name of a fixed version, such as ``-2025-04-14``: it costs what its model does."""


class Price(Contract):
    """What tokens of a model cost from a day on."""

    since: dt.date = Field(alias="from")
    input: Decimal = Field(ge=0)
    cached: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)


class PriceList(Contract):
    """The prices of models."""

    currency: str
    per_tokens: int = Field(gt=0)
    models: dict[str, tuple[Price, ...]]

    def price(self, model: str, day: dt.date) -> Price | None:
        """The price that held on that day; None where none is known."""
        known = self.models.get(model) or self.models.get(SNAPSHOT.sub("", model)) or ()
        held = [price for price in known if price.since <= day]
        return max(held, key=lambda price: price.since, default=None)

    def micros(self, model: str, usage: Usage, day: dt.date) -> int | None:
        """What these tokens cost in millionths, rounded up; None where no price is known."""
        price = self.price(model, day)
        if price is None:
            return None
        cached = min(usage.cached, usage.input)
        cost = (
            (usage.input - cached) * price.input
            + cached * price.cached
            + usage.output * price.output
        )
        return int((cost * MICROS / self.per_tokens).to_integral_value(ROUND_CEILING))


@dataclass(frozen=True)
class PriceOfDay:
    """What tokens cost on one day, in the list's currency; nothing where no price is known."""

    prices: PriceList
    day: dt.date

    def __call__(self, model: str, usage: Usage) -> Decimal:
        return Decimal(self.prices.micros(model, usage, self.day) or 0) / MICROS


def read_prices(path: Path = BUILT_IN) -> PriceList:
    """The prices of a file."""
    return PriceList.model_validate_json(path.read_bytes())
