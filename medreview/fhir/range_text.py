"""A reference range out of the words it was printed in: ``36.0 - 46.0 %``, ``< 200``, ``до 5,1``.

Only a text that is nothing but a range is read; a word too much and it stays text.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

_NUMBER = r"-?[0-9]{1,9}(?:[.,][0-9]{1,6})?"
# A bracket after a space begins a remark, such as "(high risk)": then it is not only a range.
_UNIT = r"\s*(?P<unit>[^\s\d<>=(),;:-](?:(?!\s[(\[])[^<>=;:])*?)?"
_BETWEEN = re.compile(
    rf"(?:от|from)?\s*(?P<low>{_NUMBER})\s*(?:-|–|—|−|~|～|\.\.\.?|…|to|до|至|÷)\s*(?P<high>{_NUMBER}){_UNIT}",
    re.IGNORECASE,
)
_BELOW = re.compile(
    rf"(?P<sign><=|=<|≤|<|up to|до|менее|less than|below|小于|低于)\s*(?P<high>{_NUMBER}){_UNIT}",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    rf"(?P<sign>>=|=>|≥|>|от|более|greater than|above|大于|高于)\s*(?P<low>{_NUMBER}){_UNIT}",
    re.IGNORECASE,
)
_INCLUDED = frozenset({"<=", "=<", "≤", "up to", "до", ">=", "=>", "≥", "от"})


@dataclass(frozen=True)
class TextRange:
    """The bounds a text states; an open bound is not itself within the range."""

    low: Decimal | None
    high: Decimal | None
    low_open: bool
    high_open: bool
    unit: str | None


def parse_range(text: str) -> TextRange | None:
    """The range a text states; None when it states anything else or could mean two things."""
    plain = _without_brackets(text.strip())
    for pattern in (_BETWEEN, _BELOW, _ABOVE):
        found = pattern.fullmatch(plain)
        if found is None:
            continue
        parts = found.groupdict()
        digits = [part for part in (parts.get("low"), parts.get("high")) if part]
        if _may_part_thousands(digits):
            return None
        is_open = "sign" in parts and parts["sign"].lower() not in _INCLUDED
        low, high = (_decimal(parts.get(end)) for end in ("low", "high"))
        return TextRange(
            low, high, is_open and low is not None, is_open and high is not None, parts["unit"]
        )
    return None


def _without_brackets(text: str) -> str:
    """A range that stands in brackets as a whole, without them; a remark keeps its own."""
    if text[:1] + text[-1:] not in ("()", "[]"):
        return text
    inner = text[1:-1]
    return text if set(inner) & set("()[]") else inner.strip()


def _may_part_thousands(digits: list[str]) -> bool:
    """``1.500`` may be 1500, unless a bound such as ``0.450`` shows that points part decimals."""
    triple = [one for one in digits if re.fullmatch(r"-?[0-9]+[.,][0-9]{3}", one)]
    return bool(triple) and not any(re.match(r"-?0[.,]", one) for one in digits)


def _decimal(digits: str | None) -> Decimal | None:
    return Decimal(digits.replace(",", ".")) if digits else None
