"""Numbers that can hardly be true in the unit they were sent in: a doubt, never a correction."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from analysis.pipeline.wording import NO_BREAK_SPACE, value_words
from graphcurate.contracts import Biomarker, Interval
from medreview.fhir.record import Value, ValueKind
from medreview.fhir.units import Factor, convert, known_unit

LIFE: dict[str, tuple[str, str | None, str | None]] = {
    "potassium": ("mmol/L", "1.2", "12"),
    "sodium": ("mmol/L", "95", "200"),
    "chloride": ("mmol/L", "50", "160"),
    "calcium": ("mmol/L", "0.8", "6"),
    "calcium_corrected": ("mmol/L", "0.8", "6"),
    "calcium_ionized": ("mmol/L", "0.3", "4"),
    "magnesium": ("mmol/L", "0.1", "8"),
    "phosphate": ("mmol/L", "0.05", "8"),
    "glucose": ("mmol/L", "0.6", "90"),
    "fasting_glucose": ("mmol/L", "0.6", "90"),
    "creatinine": ("umol/L", None, "3500"),
    "urea": ("mmol/L", None, "120"),
    "urea_nitrogen": ("mg/dL", None, "330"),
    "hemoglobin": ("g/dL", "1.5", "27"),
    "hematocrit": ("%", "5", "85"),
    "lactate": ("mmol/L", None, "40"),
    "bilirubin_total": ("mg/dL", None, "80"),
    "albumin": ("g/L", "5", "80"),
    "uric_acid": ("mg/dL", None, "60"),
    "triglycerides": ("mmol/L", None, "200"),
    "ph_arterial": ("[pH]", "6.5", "8"),
    "platelets": ("10*9/L", None, "5000"),
    "wbc": ("10*9/L", None, "1000"),
    "co2_total": ("mmol/L", "1", "70"),
    "ammonia": ("umol/L", None, "2000"),
}
"""Values beyond which a living patient has hardly ever been measured; none is a clinical limit."""

FAR = Decimal(5)
"""So many times beyond the usual interval is far, of a test that the body holds within bounds."""
STEADY = Decimal(3)
"""The body holds a test within bounds when its upper limit is at most so many times the lower.

Others, as CRP or bilirubin, rise a hundredfold in illness, and no number of them is far.
"""


def unit_doubt(value: Value, entry: Biomarker | None, factors: Sequence[Factor]) -> str | None:
    """The doubt about a number that would be ordinary in another unit of its test."""
    if entry is None or value.kind is not ValueKind.NUMBER or value.number is None:
        return None
    printed = value.ucum or value.unit
    if printed is None or not _is_far(value.number, printed, entry, factors):
        return None
    usual = (one for one in _others(entry, printed) if _is_usual(value.number, one, entry, factors))
    other = next(usual, None)
    if other is None:
        return None
    return (
        f"Far outside what is usual in {printed}; it would be ordinary in {other}: the unit "
        "may be wrong."
    )


def incompatible_with_life(
    value: Value, entry: Biomarker, factors: Sequence[Factor]
) -> Iterator[str]:
    """Sentences about a number no living patient has, and the unit in which it would be usual."""
    printed = value.ucum or value.unit
    if entry.key not in LIFE or value.number is None or printed is None:
        return
    if _lives(value.number, printed, entry.key, factors):
        return
    shown = value_words(value)
    yield f"{shown} is hardly compatible with life."
    for other in _others(entry, printed):
        if _lives(value.number, other, entry.key, factors, unknown=False):
            digits = shown.split(NO_BREAK_SPACE, 1)[0]
            yield f"The unit may be wrong: {digits} would be plausible in {other}."
            return


def _is_far(number: Decimal, unit: str, entry: Biomarker, factors: Sequence[Factor]) -> bool:
    if entry.key in LIFE:
        return not _lives(number, unit, entry.key, factors)
    bounds = list(_bounds(unit, entry.intervals, factors))
    return bool(bounds) and all(
        0 < high <= low * STEADY and (number > high * FAR or number < low / FAR)
        for low, high in bounds
    )


def _is_usual(number: Decimal, unit: str, entry: Biomarker, factors: Sequence[Factor]) -> bool:
    return any(low <= number <= high for low, high in _bounds(unit, entry.intervals, factors))


def _bounds(
    unit: str, intervals: Iterable[Interval], factors: Sequence[Factor]
) -> Iterator[tuple[Decimal, Decimal]]:
    """The usual two-sided intervals of adults in this unit."""
    for one in intervals:
        if one.owner != "default" or one.population != "adult":
            continue
        if one.low is None or one.high is None:
            continue
        low, high = (convert(bound, one.unit, unit, factors) for bound in (one.low, one.high))
        if low is not None and high is not None:
            yield low, high


def _others(entry: Biomarker, printed: str) -> Iterator[str]:
    """The other units this test is reported in."""
    return (one for one in entry.units if known_unit(one) != known_unit(printed))


def _lives(
    number: Decimal, unit: str, key: str, factors: Sequence[Factor], *, unknown: bool = True
) -> bool:
    """Whether a living patient can have this; ``unknown`` where the unit can't be converted."""
    to, least, most = LIFE[key]
    turned = convert(number, unit, to, factors)
    if turned is None:
        return unknown
    if least is not None and turned < Decimal(least):
        return False
    return most is None or turned <= Decimal(most)
