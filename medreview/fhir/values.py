"""A result's value: number, interval, range, ratio, text, code, yes/no, or absent with a reason.

Digits stay as sent, a comparator is part of the value, and nothing is parsed out of prose:
``<5`` is an interval, ``123 copies seen`` is text.
"""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Any

from medreview.fhir.codes import name_of, read_codings, system_name
from medreview.fhir.elements import Json, absent_reason, object_at, text_at, text_of
from medreview.fhir.record import Value, ValueKind
from medreview.fhir.sent_values import as_sent
from medreview.fhir.units import known_unit, units_disagree

NO_VALUE = "The source sent no value."

_COMPARATORS = {
    "<": "<",
    "<=": "<=",
    "≤": "<=",
    ">": ">",
    ">=": ">=",
    "≥": ">=",
}
_ABSENT_WORDS = {
    "unknown": "The source says the value is unknown.",
    "asked-unknown": "Asked, but not known.",
    "temp-unknown": "Not known yet.",
    "not-asked": "Not asked.",
    "asked-declined": "Asked, but declined.",
    "masked": "The source hides the value.",
    "not-applicable": "Not applicable.",
    "unsupported": "The source can't send this value.",
    "as-text": "Only in the text of the report.",
    "error": "The measurement failed.",
    "not-a-number": "The measurement gave no number.",
    "negative-infinity": "The measurement gave no finite number.",
    "positive-infinity": "The measurement gave no finite number.",
    "not-performed": "Not performed.",
    "not-permitted": "Not permitted.",
}
_TELL_WHY = ("dataAbsentReason", "extension", "_value")
# Groups: comparator, digits, unit. Unsigned on purpose: "-5" in a text may be the end of a range.
_PLAIN = re.compile(r"(<=|>=|<|>|≤|≥)?\s*([0-9]{1,12}(?:[.,][0-9]{1,20})?)\s*([^\d\s,.].*)?")
# Beyond this no laboratory measures, and writing the digits out would fill pages.
_LARGEST_EXPONENT = 30


def read_value(sent: Json) -> Value:
    """The value of an Observation or of one of its components."""
    found = [name for name in sent if name.startswith("value") and sent[name] not in (None, {}, [])]
    reason = _reason(sent)
    if not found:
        return absent(reason or NO_VALUE)
    if len(found) > 1:
        texts = sorted(read_value({name: sent[name]}).text for name in found)
        return _text(" / ".join(texts), "The source sent several values for one result.")
    value = _READERS.get(found[0], _read_other)(sent[found[0]])
    if reason and value.kind is not ValueKind.ABSENT:
        # R4 obs-6 forbids both together: neither half may be believed silently.
        return _text(value.text, f"The source sent a value and also a reason for none: {reason}")
    return value


def absent(reason: str) -> Value:
    """No value, and why."""
    return Value(kind=ValueKind.ABSENT, text="", reason=reason)


def read_number(sent: Any) -> Decimal | None:
    """A finite number of JSON, digits kept; None for anything else, text and true included."""
    if isinstance(sent, bool) or not isinstance(sent, int | float | Decimal):
        return None
    number = sent if isinstance(sent, Decimal) else Decimal(repr(sent))
    if not number.is_finite() or abs(number.adjusted()) > _LARGEST_EXPONENT:
        return None
    # A number that remembers its text compares and hashes like any other: keep only its digits.
    return Decimal(number)


def digits_of(number: Decimal) -> str:
    """The digits as sent, written out where they were sent with an exponent: ``1.2E+2`` is 120."""
    return format(number, "f")


def read_quantity(sent: Any) -> Value:
    """A Quantity: a number, or an interval when it has a comparator."""
    if not isinstance(sent, dict):
        return _unusable(text_of(sent) or "", "The source sent no quantity here.")
    unit, ucum = read_unit(sent)
    number = read_number(sent.get("value"))
    if number is None:
        return _no_number(sent, unit)
    comparator = text_at(sent, "comparator") or "="
    written = as_sent(sent, number, text_at(sent, "comparator"))
    shown = written or digits_of(number)
    tail = f" {unit}" if unit else ""
    if comparator == "=":
        return Value(
            kind=ValueKind.NUMBER, text=f"{shown}{tail}", number=number, unit=unit, ucum=ucum
        )
    if comparator not in _COMPARATORS:
        # R5's "ad" and any other word: shown as sent, never compared.
        return _text(f"{comparator} {shown}{tail}", f"“{comparator}” can't be compared.")
    return _interval(comparator, number, f"{written or comparator + shown}{tail}", unit, ucum)


def read_unit(sent: Json) -> tuple[str | None, str | None]:
    """The unit as printed (the code where nothing is printed) and its UCUM code if known."""
    return _unit(text_at(sent, "unit"), text_at(sent, "code"), text_at(sent, "system"))


@lru_cache(maxsize=4096)
def _unit(
    printed: str | None, code: str | None, system: str | None
) -> tuple[str | None, str | None]:
    unit = printed or code
    if code and system_name(system) == "ucum":
        # A printed unit that contradicts the code leaves nobody sure which was measured.
        return unit, None if units_disagree(printed, code) else known_unit(code) or code
    return unit, known_unit(unit)


def read_plain_text(text: str) -> Value | None:
    """A number or interval that was sent as text, when nothing else can be meant by it.

    Exactly one number, with at most a comparator before and a known unit after it. A comma
    or point before exactly three digits may part thousands, so that stays text.
    """
    whole = _PLAIN.fullmatch(text.strip())
    if whole is None:
        return None
    comparator, digits, unit = whole.groups()
    ucum = known_unit(unit)
    if (unit and ucum is None) or _may_be_thousands(digits):
        return None
    number = Decimal(digits.replace(",", "."))
    unit = unit.strip() if unit else None
    if comparator:
        return _interval(comparator, number, text.strip(), unit, ucum)
    return Value(kind=ValueKind.NUMBER, text=text.strip(), number=number, unit=unit, ucum=ucum)


def _may_be_thousands(digits: str) -> bool:
    whole, _, fraction = digits.replace(",", ".").partition(".")
    return len(fraction) == 3 and whole != "0"


def _interval(comparator: str, number: Decimal, text: str, unit: Any, ucum: Any) -> Value:
    meaning = _COMPARATORS[comparator]
    is_open = meaning in ("<", ">")
    bounds: Json = (
        {"high": number, "high_open": is_open}
        if meaning.startswith("<")
        else {"low": number, "low_open": is_open}
    )
    return Value(kind=ValueKind.INTERVAL, text=text, unit=unit, ucum=ucum, **bounds)


def _no_number(sent: Json, unit: str | None) -> Value:
    raw = sent.get("value")
    if raw is None:
        code = absent_reason(sent) or absent_reason(object_at(sent, "_value"))
        why = _ABSENT_WORDS.get(code, code) if code else "The source sent a unit but no number."
        return absent(why)
    shown = raw if isinstance(raw, str) else str(raw)
    reason = (
        "The source sent a text where a number belongs."
        if isinstance(raw, str)
        else "The source sent no usable number."
    )
    return _unusable(" ".join(filter(None, (shown[:60], unit))), reason)


def _read_string(sent: Any) -> Value:
    text = text_of(sent)
    if text is None:
        return absent(NO_VALUE)
    return read_plain_text(text) or _text(text)


def _read_concept(sent: Any) -> Value:
    codings, name = read_codings(sent), name_of(sent)
    if name is None:
        return absent(_reason({"extension": _extensions(sent)}) or NO_VALUE)
    kind = ValueKind.CODE if codings else ValueKind.TEXT
    return Value(kind=kind, text=name, codings=codings)


def _read_boolean(sent: Any) -> Value:
    if isinstance(sent, bool):
        return Value(kind=ValueKind.BOOLEAN, text="true" if sent else "false")
    return _unusable(text_of(sent) or "", "The source sent no yes or no here.")


def _read_integer(sent: Any) -> Value:
    number = read_number(sent)
    if number is None:
        return _unusable(text_of(sent) or "", "The source sent no usable number.")
    return Value(kind=ValueKind.NUMBER, text=digits_of(number), number=number)


def _read_range(sent: Any) -> Value:
    low, high = (read_quantity(object_at(sent, end)) for end in ("low", "high"))
    ends = [end for end in (low, high) if end.kind is ValueKind.NUMBER]
    if not ends:
        return absent(NO_VALUE)
    digits = [digits_of(end.number) if end.number is not None else "" for end in (low, high)]
    units = {(end.unit, end.ucum) for end in ends}
    unit, ucum = next(iter(units))
    text = f"{digits[0]} – {digits[1]}".strip(" –") if all(digits) else _one_sided(digits)
    text = f"{text} {unit}" if unit and len(units) == 1 else text
    if len(units) > 1:
        return _text(f"{low.text} – {high.text}", "The two ends have different units.")
    if low.number is not None and high.number is not None and low.number > high.number:
        return _text(text, "The lower end lies above the upper one.")
    return Value(
        kind=ValueKind.RANGE,
        text=text,
        low=low.number,
        high=high.number,
        low_open=False if low.number is not None else None,
        high_open=False if high.number is not None else None,
        unit=unit,
        ucum=ucum,
    )


def _one_sided(digits: list[str]) -> str:
    return f"≥{digits[0]}" if digits[0] else f"≤{digits[1]}"


def _read_ratio(sent: Any) -> Value:
    parts = [read_quantity(object_at(sent, name)) for name in ("numerator", "denominator")]
    if any(part.kind is ValueKind.ABSENT for part in parts):
        return absent(NO_VALUE)
    return Value(kind=ValueKind.RATIO, text=" : ".join(part.text for part in parts))


def _read_moment(sent: Any) -> Value:
    if isinstance(sent, dict):
        ends = filter(None, (text_at(sent, "start"), text_at(sent, "end")))
        return _text(" – ".join(ends)) if sent else absent(NO_VALUE)
    text = text_of(sent)
    return _text(text) if text else absent(NO_VALUE)


def _read_samples(sent: Any) -> Value:
    return _text("Series of samples", "A series of samples is not one result.")


def _read_other(sent: Any) -> Value:
    shown = text_of(sent) or name_of(sent) or text_at(sent, "title", "display", "reference")
    return _text(shown or "Not shown", "The source sent a kind of value that is not read here.")


def _reason(sent: Json) -> str | None:
    if not any(name.startswith(_TELL_WHY) for name in sent):
        return None
    concept = object_at(sent, "dataAbsentReason")
    codings = read_codings(concept)
    code = next((one.code for one in codings if one.code), None) or absent_reason(sent)
    for name, shadow in sent.items():
        if code is None and name.startswith("_value"):
            code = absent_reason(shadow)
    if code in _ABSENT_WORDS:
        return text_at(concept, "text") or _ABSENT_WORDS[code]
    return name_of(concept) or code


def _extensions(sent: Any) -> Any:
    return sent.get("extension") if isinstance(sent, dict) else None


def _text(text: str, reason: str | None = None) -> Value:
    return Value(kind=ValueKind.TEXT, text=text, reason=reason)


def _unusable(text: str, reason: str) -> Value:
    return _text(text, reason) if text else absent(reason)


_READERS = {
    "valueQuantity": read_quantity,
    "valueString": _read_string,
    "valueCodeableConcept": _read_concept,
    "valueBoolean": _read_boolean,
    "valueInteger": _read_integer,
    "valueRange": _read_range,
    "valueRatio": _read_ratio,
    "valueSampledData": _read_samples,
    "valueTime": _read_moment,
    "valueDateTime": _read_moment,
    "valuePeriod": _read_moment,
}
