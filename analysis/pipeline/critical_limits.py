"""Which critical limits apply to a result, and whether its value lies beyond one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.pipeline.contracts import LabResult
from analysis.pipeline.wording import NO_BREAK_SPACE, number_words
from graphcurate.contracts import CriticalLimit
from medreview.fhir.flag_words import FlagMeaning
from medreview.fhir.flags import meaning
from medreview.fhir.ranges import NEONATE_DAYS, Person
from medreview.fhir.record import PrintedRange, Value, ValueKind
from medreview.fhir.units import Factor, convert

CRITICAL_CHILD_DAYS = 5844
"""Sixteen years: the published limits for children end there, not at eighteen."""
FALLBACKS = {
    "pregnancy": ("pregnancy", "any", "adult"),
    "neonate": ("neonate", "any", "child", "adult"),
    "child": ("child", "any", "adult"),
    "adult": ("adult", "any"),
}
"""Where a population has no limit of its own, the next one's is better than silence."""

DIGITS_CONVERTED = 3

PRINTED, LABORATORY, DEFAULT = "printed", "laboratory", "default"


@dataclass(frozen=True)
class Crossing:
    """One limit that a value lies beyond."""

    limit: str
    population: str
    source: str
    side: str
    """``H`` or ``L``."""
    for_population: str
    """The population the patient belongs to, which may have no limit of its own."""
    number: Decimal | None = None
    unit: str = ""
    """The limit as a number, where it is one in a unit."""


def crossing(
    result: LabResult,
    limits: Sequence[CriticalLimit],
    printed: Iterable[PrintedRange],
    person: Person,
    factors: Sequence[Factor],
) -> Crossing | None:
    """The limit a result lies beyond; flags are ignored, and so is what can't be compared."""
    own = _by_printed(result.value, printed, factors)
    if own is not None:
        return own if own.limit else None
    for owner in (LABORATORY, DEFAULT):
        owned = [one for one in limits if (one.owner == DEFAULT) == (owner == DEFAULT)]
        for population in populations_of(person):
            for one, side in _limits_for(population, owned):
                if _is_beyond(result, one, side, factors):
                    words = _limit_words(one, side)
                    number = None if one.high_times_upper_limit else _end(one, side)
                    source = _source(one)
                    return Crossing(
                        words, one.population, source, side, population, number, one.unit
                    )
    return None


def limit_converted(beyond: Crossing, value: Value, factors: Sequence[Factor]) -> str:
    """The limit in the value's own unit, to be shown beside it; empty where that is the same."""
    printed = value.unit or value.ucum
    if beyond.number is None or not printed or comparable_as_is(beyond.unit, value):
        return ""
    number = convert(beyond.number, beyond.unit, value.ucum or printed, factors)
    if number is None:
        return ""
    rounded = number.quantize(Decimal(1).scaleb(number.adjusted() - DIGITS_CONVERTED + 1))
    return f"{rounded:f}{NO_BREAK_SPACE}{printed}"


def comparable_as_is(unit: str, value: Value) -> bool:
    """Whether a limit and a value are numbers of one scale, however the unit is spelt."""
    return convert(Decimal(1), unit, value.ucum or value.unit) == 1


def populations_of(person: Person) -> tuple[str, ...]:
    """Every population the person may belong to, the most particular first."""
    found = ["pregnancy"] if person.pregnant else []
    if person.age_days is not None:
        fewest, most = person.age_days
        if fewest <= NEONATE_DAYS:
            found.append("neonate")
        if most > NEONATE_DAYS and fewest < CRITICAL_CHILD_DAYS:
            found.append("child")
        if most < CRITICAL_CHILD_DAYS:
            return tuple(found)
    return tuple(found if person.pregnant else [*found, "adult"])


def is_comparable(value: Value, limits: Sequence[CriticalLimit], factors: Sequence[Factor]) -> bool:
    """Whether the value can be put beside any of these limits."""
    return any(
        one.positive or one.high_times_upper_limit or _span(value, one.unit, factors) is not None
        for one in limits
    )


def _by_printed(
    value: Value, printed: Iterable[PrintedRange], factors: Sequence[Factor]
) -> Crossing | None:
    """The answer of a critical range printed on the result; an empty limit says "not critical"."""
    for one in printed:
        if one.kind != "critical" or one.unusable or (one.low is None and one.high is None):
            continue
        limit = CriticalLimit(
            unit=one.ucum or one.unit or value.ucum or value.unit or "", low=one.low, high=one.high
        )
        span = _span(value, limit.unit, factors)
        if span is None:
            continue
        side = next((side for side in ("H", "L") if _span_beyond(span, limit, side)), None)
        words = _limit_words(limit, side) if side else ""
        return Crossing(words, "as printed", PRINTED, side or "", "as printed")
    return None


def _limits_for(
    population: str, limits: Sequence[CriticalLimit]
) -> Iterator[tuple[CriticalLimit, str]]:
    """For each side the limits of the first population that has any."""
    for side in ("H", "L"):
        for name in FALLBACKS[population]:
            fitting = [one for one in limits if one.population == name and _has(one, side)]
            if fitting:
                yield from ((one, side) for one in fitting)
                break


def _has(limit: CriticalLimit, side: str) -> bool:
    if side == "L":
        return limit.low is not None
    return limit.high is not None or limit.positive


def _is_beyond(
    result: LabResult, limit: CriticalLimit, side: str, factors: Sequence[Factor]
) -> bool:
    if limit.positive:
        return side == "H" and _is_positive(result)
    if limit.high_times_upper_limit:
        return side == "H" and _beyond_upper_limit(result, limit)
    span = _span(result.value, limit.unit, factors)
    return span is not None and _span_beyond(span, limit, side)


def _is_positive(result: LabResult) -> bool:
    said = meaning(result.source_flag, result.source_flag_text)
    return FlagMeaning.POSITIVE in (said, meaning(result.value.text))


def _beyond_upper_limit(result: LabResult, limit: CriticalLimit) -> bool:
    upper = result.range.high if result.range is not None else None
    lowest = result.value.number if result.value.number is not None else result.value.low
    if upper is None or upper <= 0 or limit.high is None or lowest is None:
        return False
    return lowest >= upper * limit.high


@dataclass(frozen=True)
class _Span:
    """What a value can be at least and at most, in the limit's unit."""

    low: Decimal | None
    high: Decimal | None
    low_open: bool = False
    high_open: bool = False


def _span(value: Value, unit: str, factors: Sequence[Factor]) -> _Span | None:
    printed = value.ucum or value.unit
    if value.kind is ValueKind.NUMBER and value.number is not None:
        number = convert(value.number, printed, unit, factors)
        return None if number is None else _Span(number, number)
    if value.kind not in (ValueKind.INTERVAL, ValueKind.RANGE):
        return None
    ends = [
        None if end is None else convert(end, printed, unit, factors)
        for end in (value.low, value.high)
    ]
    if ends == [None, None]:
        return None
    return _Span(ends[0], ends[1], bool(value.low_open), bool(value.high_open))


def _span_beyond(span: _Span, limit: CriticalLimit, side: str) -> bool:
    """Whether everything the value can be lies beyond the limit."""
    if side == "H":
        if limit.high is None or span.low is None:
            return False
        touching = limit.high_included or span.low_open
        return span.low > limit.high or (touching and span.low == limit.high)
    if limit.low is None or span.high is None:
        return False
    touching = limit.low_included or span.high_open
    return span.high < limit.low or (touching and span.high == limit.low)


def _limit_words(limit: CriticalLimit, side: str) -> str:
    if limit.positive:
        return "any positive result"
    number = _end(limit, side)
    included = limit.high_included if side == "H" else limit.low_included
    words = {("H", True): "at or above", ("H", False): "above"}
    words |= {("L", True): "at or below", ("L", False): "below"}
    shown = number_words(number) if number is not None else ""
    if limit.high_times_upper_limit:
        return f"{words[side, included]} {shown} times the upper reference limit"
    unit = f"{NO_BREAK_SPACE}{limit.unit}" if limit.unit else ""
    return f"{words[side, included]} {shown}{unit}"


def _end(limit: CriticalLimit, side: str) -> Decimal | None:
    return limit.high if side == "H" else limit.low


def _source(limit: CriticalLimit) -> str:
    if limit.owner != DEFAULT:
        return LABORATORY
    if limit.source is None:
        return DEFAULT
    year = f", {limit.source.year}" if limit.source.year else ""
    return f"{DEFAULT}: {limit.source.organisation}{year}"
