"""What a fact is made of: values that refuse nonsense and keep the words they came from. Pure.

Digits stay as they were said. What was said vaguely stays vague: a year is a year and no day.
"""

import datetime as dt
import re
from calendar import monthrange
from decimal import Decimal
from enum import StrEnum
from typing import Self

from pydantic import Field, field_validator, model_validator

from medreview.common.contract import Contract

AMOUNT = re.compile(r"\d{1,7}(?:[.,]\d{1,6})?(?:/\d{1,3})?")
FIRST_YEAR, LAST_YEAR = 1880, 2200


class Precision(StrEnum):
    """How exactly a time was said."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    ABOUT = "about"
    """Between two days that follow from what was said, such as "as a child"."""
    UNKNOWN = "unknown"


class When(Contract):
    """A time in a life, as exactly as it was said and no more."""

    text: str = Field(default="", max_length=120)
    """In the speaker's words."""
    precision: Precision = Precision.UNKNOWN
    earliest: dt.date | None = None
    latest: dt.date | None = None

    @model_validator(mode="after")
    def _days_are_in_order(self) -> Self:
        known = self.precision is not Precision.UNKNOWN
        if known and (self.earliest is None or self.latest is None):
            raise ValueError("a time of a known precision has an earliest and a latest day")
        if not known and (self.earliest or self.latest):
            raise ValueError("a time of unknown precision has no days")
        if self.earliest and self.latest and self.earliest > self.latest:
            raise ValueError("the earliest day comes after the latest")
        return self

    @classmethod
    def of_day(cls, day: dt.date, text: str = "") -> Self:
        """A day."""
        return cls(text=text, precision=Precision.DAY, earliest=day, latest=day)

    @classmethod
    def of_month(cls, year: int, month: int, text: str = "") -> Self:
        """A month: any of its days."""
        first = dt.date(_year(year), month, 1)
        last = first.replace(day=monthrange(year, month)[1])
        return cls(text=text, precision=Precision.MONTH, earliest=first, latest=last)

    @classmethod
    def of_year(cls, year: int, text: str = "") -> Self:
        """A year: any of its days."""
        first, last = dt.date(_year(year), 1, 1), dt.date(year, 12, 31)
        return cls(text=text, precision=Precision.YEAR, earliest=first, latest=last)

    @classmethod
    def about(cls, earliest: dt.date, latest: dt.date, text: str = "") -> Self:
        """Somewhere between two days."""
        return cls(text=text, precision=Precision.ABOUT, earliest=earliest, latest=latest)

    @property
    def is_known(self) -> bool:
        """Whether it says anything of days."""
        return self.precision is not Precision.UNKNOWN

    def may_be(self, other: "When") -> bool:
        """Whether the two can be one time; what is unknown can be any."""
        if not (self.earliest and self.latest and other.earliest and other.latest):
            return True
        return self.earliest <= other.latest and other.earliest <= self.latest

    def is_surely_after(self, day: dt.date) -> bool:
        """Whether it lies wholly after a day; an unknown time does not."""
        return self.earliest is not None and self.earliest > day


def _year(year: int) -> int:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(f"a year between {FIRST_YEAR} and {LAST_YEAR}")
    return year


class Amount(Contract):
    """A number as it was said, and its unit."""

    digits: str
    unit: str = Field(min_length=1, max_length=30)

    @field_validator("digits")
    @classmethod
    def _is_a_number(cls, digits: str) -> str:
        if not digits.isascii() or not AMOUNT.fullmatch(digits):
            raise ValueError("write the number as it was said, in digits")
        return digits

    @property
    def value(self) -> Decimal:
        """The number; a comma is a decimal sign, a fraction is divided."""
        whole, _, part = self.digits.replace(",", ".").partition("/")
        if part and not int(part):
            raise ValueError("nothing is divided by zero")
        return Decimal(whole) / Decimal(part) if part else Decimal(whole)


class Dose(Amount):
    """How much of a medicine at once."""


class Per(StrEnum):
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class Frequency(Contract):
    """How often."""

    times: int | None = Field(default=None, ge=1, le=48)
    per: Per | None = None
    every: int | None = Field(default=None, ge=1, le=365)
    """Every so many of ``per``, such as every 8 hours."""
    as_needed: bool = False
    text: str = Field(default="", max_length=120)

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if self.times is not None and self.every is not None:
            raise ValueError("either so many times, or every so often")
        if (self.times is None and self.every is None) != (self.per is None):
            raise ValueError("a number of times belongs to a span of time")
        if self.per is None and not self.as_needed and not self.text:
            raise ValueError("a frequency says something")
        return self


class Span(StrEnum):
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class Duration(Contract):
    """How long, as it was said."""

    digits: str
    span: Span
    text: str = Field(default="", max_length=120)

    @field_validator("digits")
    @classmethod
    def _is_a_number(cls, digits: str) -> str:
        return Amount(digits=digits, unit="x").digits


class Severity(StrEnum):
    MILD = "mild"
    MODERATE = "moderate"
    SEVERE = "severe"


class Trend(StrEnum):
    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    COMES_AND_GOES = "comes_and_goes"


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"
    MIDDLE = "middle"


class Relation(StrEnum):
    """How a relative is related to the patient."""

    MOTHER = "mother"
    FATHER = "father"
    SISTER = "sister"
    BROTHER = "brother"
    DAUGHTER = "daughter"
    SON = "son"
    GRANDMOTHER = "grandmother"
    GRANDFATHER = "grandfather"
    AUNT = "aunt"
    UNCLE = "uncle"
    COUSIN = "cousin"
    OTHER = "other"
    """Another relative by blood, or one nobody named."""


class Code(Contract):
    """What something is called in a code system."""

    system: str = Field(min_length=1, max_length=200)
    code: str = Field(min_length=1, max_length=40, pattern=r"^\S+$")
