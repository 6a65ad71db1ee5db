"""A value as a table or a message writes it, as FHIR's elements. No digit or sign is lost. Pure.

``5,30`` becomes a number and stays ``5,30``: its text as sent goes with it. Whatever is not
surely one number is a text, word for word.
"""

import re
from decimal import Decimal
from enum import StrEnum

from medreview.fhir.elements import Json, objects_at, text_at

AS_SENT = "urn:medreview:value-as-sent"
"""The extension of a quantity that keeps how its value was written."""
UNIT_AS_SENT = "urn:medreview:unit-as-sent"
"""The extension of a result that keeps the unit beside a value that is no quantity."""

_ABSENT = "http://terminology.hl7.org/CodeSystem/data-absent-reason"
# Programs write sixteen decimals of a computed number and more.
_WRITTEN = re.compile(
    r"(<=|>=|≤|≥|<|>)?(\s*)([+-]?)([0-9]{1,12})(?:([.,])([0-9]{1,20}))?([eE][+-][0-9]{1,2})?"
)
_LARGEST_EXPONENT = 30
_COMPARATORS = {"≤": "<=", "≥": ">="}


class DecimalSign(StrEnum):
    """What parts whole numbers from decimals in a file."""

    POINT = "point"
    COMMA = "comma"
    EITHER = "either"
    """Both occur; a sign before exactly three digits then may part thousands."""


def value_of(text: str, unit: str, sign: DecimalSign) -> Json:
    """FHIR's elements of a value and its unit; nothing for an empty text."""
    if not text:
        return {}
    quantity = _quantity(text, unit, sign)
    return {"valueQuantity": quantity} if quantity else text_value(text)


def text_value(text: str) -> Json:
    """The elements of a value that is words."""
    return {"valueString": text} if text else {}


def absent_value(reason: str) -> Json:
    """The elements of a value that the source says is not there."""
    coding = {"system": _ABSENT, "code": "unknown"}
    return {"dataAbsentReason": {"coding": [coding], "text": reason}}


def may_be_another_sign(text: str, sign: DecimalSign) -> bool:
    """Whether a number is written with the decimal sign this file does not use."""
    if sign is DecimalSign.EITHER:
        return False
    written = _WRITTEN.fullmatch(text)
    other = "," if sign is DecimalSign.POINT else "."
    return written is not None and written[5] == other


def number_of(text: str, sign: DecimalSign) -> Decimal | None:
    """The number a text surely is, without a comparator; None for any other text."""
    written = _WRITTEN.fullmatch(text)
    if written is None or written[1] or not _is_sure(written, sign):
        return None
    return _number(written)


def as_sent(sent: Json, number: Decimal, comparator: str | None) -> str | None:
    """How a quantity of ours was written, if that says the very same as the quantity does."""
    for extension in objects_at(sent, "extension"):
        if extension.get("url") != AS_SENT:
            continue
        text = text_at(extension, "valueString") or ""
        written = _WRITTEN.fullmatch(text)
        # A file may claim anything: a text is shown for a number only where both agree.
        if written and _number(written) == number and _comparator(written) == (comparator or ""):
            return text
    return None


def _quantity(text: str, unit: str, sign: DecimalSign) -> Json | None:
    written = _WRITTEN.fullmatch(text)
    if written is None or not _is_sure(written, sign):
        return None
    number = _number(written)
    quantity: Json = {"value": number}
    if comparator := _comparator(written):
        quantity["comparator"] = comparator
    if unit:
        quantity["unit"] = unit
    if text != f"{comparator}{number}" or written[7]:
        quantity["extension"] = [{"url": AS_SENT, "valueString": text}]
    return quantity


def _is_sure(written: re.Match[str], sign: DecimalSign) -> bool:
    point, fraction, exponent = written[5], written[6], written[7]
    if exponent and not _is_of_a_machine(written):
        return False
    if point is None:
        return True
    if sign is DecimalSign.EITHER:
        return bool(exponent) or len(fraction) != 3 or set(written[4]) == {"0"}
    return point == ("." if sign is DecimalSign.POINT else ",")


def _is_of_a_machine(written: re.Match[str]) -> bool:
    """``1.2E+5`` has one meaning; people write ``10E+5`` for ten to the fifth."""
    one_digit = len(written[4]) == 1 and written[4] != "0"
    return one_digit and abs(int(written[7][1:])) <= _LARGEST_EXPONENT


def _number(written: re.Match[str]) -> Decimal:
    whole = written[4].lstrip("0") or "0"
    minus = "-" if written[3] == "-" else ""
    fraction = f".{written[6]}" if written[6] else ""
    return Decimal(f"{minus}{whole}{fraction}{written[7] or ''}")


def _comparator(written: re.Match[str]) -> str:
    sent = written[1] or ""
    return _COMPARATORS.get(sent, sent)
