"""How values, ranges, dates and points of results are shown."""

import re
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext

from analysis.pipeline.contracts import LabResult
from analysis.pipeline.models import Analysis
from analysis.review.findings import unit_of
from medreview.common.display import (
    NBSP,
    age_text,
    before_text,
    clinical_date,
    unit_for_the_eye,
    unit_text,
    value_text,
)
from medreview.common.svg import Band, Point
from medreview.fhir.ranges import ReferenceRange
from medreview.fhir.record import LabRecord, PrintedRange, Value, ValueKind


@dataclass(frozen=True)
class Shown:
    """A value split so that the number can stand large and its unit small."""

    number: str
    unit: str
    sent: str = ""
    """The unit as it was sent, where it is shown in the customary spelling."""

    @property
    def text(self) -> str:
        return f"{self.number}{NBSP}{self.unit}" if self.unit else self.number


def shown(value: Value | None) -> Shown:
    """A value as sent, digits and comparator untouched; a count's unit in its usual spelling."""
    if value is None:
        return Shown(gettext("No value"), "")
    if value.kind == ValueKind.ABSENT:
        return Shown(value.reason or gettext("No value recorded"), "")
    text, unit = value.text.strip(), (value.unit or "").strip()
    if unit and text.endswith(unit) and text != unit:
        spelt = unit_for_the_eye(unit)
        number = value_text(text[: -len(unit)].strip())
        return Shown(number, value_text(spelt), "" if spelt == unit else unit)
    return Shown(value_text(text) if len(text) < 40 else text, "")


def range_text(limits: ReferenceRange | PrintedRange | None) -> str:
    """A reference range in words: ``45–84``, ``up to 5``; empty when there is none."""
    if limits is None:
        return ""
    low = None if limits.low is None else f"{limits.low:f}"
    high = None if limits.high is None else f"{limits.high:f}"
    unit = f"{NBSP}{unit_text(limits.unit)}" if limits.unit else ""
    if low is not None and high is not None:
        return f"{low}–{high}{unit}"
    if high is not None:
        form = gettext("below %(limit)s") if limits.high_open else gettext("up to %(limit)s")
        return form % {"limit": f"{high}{unit}"}
    if low is not None:
        form = gettext("above %(limit)s") if limits.low_open else gettext("from %(limit)s")
        return form % {"limit": f"{low}{unit}"}
    return limits.text or ""


def speaks_of_past(analysis: Analysis) -> bool:
    """Whether it was asked about a day before the one it was made on."""
    return timezone.localdate(analysis.as_of) < timezone.localdate(analysis.created_at)


def age_for(days: int | None, analysis: Analysis) -> str:
    """How old something was: ``ago`` of today only, else before the day that was asked about."""
    return before_text(days) if speaks_of_past(analysis) else age_text(days)


LONGEST_LABEL = 8
DIGITS_DRAWN = 4


def drawn(number: Decimal, label: str) -> str:
    """A point's label: as sent, or rounded and said to be so where it would not fit."""
    return label if len(label) <= LONGEST_LABEL else f"≈{rounded(number, DIGITS_DRAWN)}"


def rounded(number: Decimal, digits: int) -> str:
    """A number that was computed or drawn, in no more digits than mean anything."""
    return f"{number.quantize(Decimal(1).scaleb(number.adjusted() - digits + 1)):f}"


NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
BETWEEN_NUMBERS = re.compile(r"[\s\-–—<>=≤≥()]+")


def printed_beyond(limits: ReferenceRange | PrintedRange | None) -> str:
    """What the printed text says beyond the limits already shown; empty where it repeats them."""
    if limits is None or not limits.text:
        return ""
    if limits.low is None and limits.high is None:
        return limits.text
    rest = limits.text.replace(limits.unit, "") if limits.unit else limits.text
    numbers = {Decimal(each.replace(",", ".")) for each in NUMBER.findall(rest)}
    words = BETWEEN_NUMBERS.sub("", NUMBER.sub("", rest))
    known = {each for each in (limits.low, limits.high) if each is not None}
    return "" if numbers == known and not words else limits.text


def range_note(limits: ReferenceRange | None) -> str:
    """For whom the range is made, and what else was printed of it."""
    if limits is None:
        return ""
    printed, whom = printed_beyond(limits), limits.population or ""
    return ", ".join(part for part in (whom if whom not in printed else "", printed) if part)


def range_owner(limits: ReferenceRange | None) -> str:
    """Whose range it is and for whom: a default is always said to be one."""
    if limits is None:
        return ""
    owners = {
        "printed": gettext("printed on the result"),
        "laboratory": gettext("the laboratory's own"),
        "default": gettext("default range, not from this laboratory"),
    }
    owner = owners.get(limits.source, limits.source)
    return ", ".join(part for part in (limits.population, owner) if part)


def band_of(lab: LabResult) -> Band | None:
    """What the picture shades, where the range is in the value's own unit."""
    limits = lab.range
    if limits is None or (limits.low is None and limits.high is None):
        return None
    if limits.unit and lab.value.unit and limits.unit not in {lab.value.unit, lab.value.ucum}:
        return None
    words = " ".join(part for part in (range_text(limits), limits.population) if part)
    return Band(limits.low, limits.high, gettext("Reference %(range)s") % {"range": words})


def point_of(lab: LabRecord | LabResult, band: Band | None) -> Point | None:
    """A result as a point; None where it has no day or no number to stand on."""
    value, day = lab.value, lab.effective.date
    bound = value.low if value.low is not None else value.high
    number = value.number if value.kind == ValueKind.NUMBER else bound
    if day is None or number is None or value.kind not in {ValueKind.NUMBER, ValueKind.INTERVAL}:
        return None
    low, high = (band.low, band.high) if band else (None, None)
    out = (low is not None and number < low) or (high is not None and number > high)
    label = shown(value)
    return Point(
        at=day,
        value=number,
        label=drawn(number, label.number),
        said=f"{clinical_date(lab.effective)} {label.text}",
        out_of_range=out,
        bounded=value.kind == ValueKind.INTERVAL,
    )


def points_of(lab: LabResult, history: tuple[LabRecord, ...], band: Band | None) -> list[Point]:
    """The result and the earlier ones in its unit, oldest first: never two units in one line."""
    same_unit = [other for other in history if unit_of(other) == unit_of(lab)]
    values: list[LabRecord | LabResult] = [*same_unit, lab]
    drawn = [point_of(value, band) for value in values]
    return sorted((point for point in drawn if point is not None), key=lambda point: point.at)
