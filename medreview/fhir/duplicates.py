"""The same result by two routes is one result with two ids.

Routes are: standing alone and contained in a report, a component and an Observation of its
own, two messages about one measurement. Two different values at one minute are two results.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from medreview.common.text import normalise_name
from medreview.fhir.codes import loinc_of
from medreview.fhir.grouping import ByFeature, ByNumber, Measured, groups
from medreview.fhir.record import LabRecord, Precision, SpecimenRecord, Value, ValueKind
from medreview.fhir.units import Factor, convert

_STATUS_ORDER = {"corrected": 0, "amended": 1, "final": 2}


def merge(labs: Iterable[LabRecord]) -> tuple[LabRecord, ...]:
    """Each result once, in the order of its best copy, with the ids of its other copies.

    The copy that says most stays; nothing of it is changed but ``duplicates``.
    """
    records = list(labs)
    buckets: dict[Any, list[int]] = defaultdict(list)
    for place, lab in enumerate(records):
        if key := _bucket(lab):
            buckets[key].append(place)
    found: list[list[int]] = []
    for places in filter(_is_crowded, buckets.values()):
        tests = _tests([records[place] for place in places])
        for group in groups(tests, _is_same, ByFeature(_features)):
            found.append([places[place] for place in group])
    return _keep_best(records, found)


def merge_converted(
    labs: Iterable[LabRecord],
    *,
    biomarker_of: Callable[[LabRecord], str | None],
    factors_of: Callable[[str], Sequence[Factor]],
) -> tuple[LabRecord, ...]:
    """Also one result: the same measurement of one biomarker in two units.

    ``97 mg/L`` and ``9.7 mg/dL`` of one minute are one. Whoever knows the graph says which
    biomarker a result is (None: unknown, never merged here) and its conversion factors.
    """
    records = list(labs)
    buckets: dict[Any, list[int]] = defaultdict(list)
    for place, lab in enumerate(records):
        if lab.value.number is None or lab.value.kind is not ValueKind.NUMBER:
            continue
        if (when := _when(lab)) and (key := biomarker_of(lab)) is not None:
            buckets[key, when].append(place)
    found: list[list[int]] = []
    for (biomarker, _), places in buckets.items():
        if not _is_crowded(places):
            continue
        factors = factors_of(biomarker)
        measurements = [_measurement(records[place]) for place in places]
        heads = ByNumber(_measured, partial(_reach, factors))
        for group in groups(measurements, partial(_is_same_measurement, factors), heads):
            found.append([places[place] for place in group])
    return _keep_best(records, found)


def same_measurement(one: Value, other: Value, factors: Sequence[Factor] = ()) -> bool:
    """Whether two numbers in different units are one measurement, as far as they are rounded."""
    if one.number is None or other.number is None:
        return False
    mine, theirs = (one.ucum or one.unit, one.number), (other.ucum or other.unit, other.number)
    return _overlap(mine, theirs, factors)


def _overlap(one: Measured, other: Measured, factors: Sequence[Factor]) -> bool:
    if one[0] == other[0]:
        return one[1] == other[1]
    ends = [convert(end, one[0], other[0], factors) for end in _rounding(one[1])]
    if ends[0] is None or ends[1] is None:
        return False
    low, high = _rounding(other[1])
    return min(ends[0], ends[1]) <= high and low <= max(ends[0], ends[1])


def _rounding(number: Decimal) -> tuple[Decimal, Decimal]:
    """Between which numbers lies what was rounded to these digits."""
    exponent = number.as_tuple().exponent
    half = Decimal(5).scaleb(min(exponent, 0) - 1) if isinstance(exponent, int) else Decimal(0)
    return number - half, number + half


def _reach(
    factors: Sequence[Factor], one: Measured, unit: str | None
) -> tuple[Decimal, Decimal] | None:
    """Wide enough for any rounding of the others, and for factors that are no exact inverses."""
    ends = [convert(end, one[0], unit, factors) for end in _rounding(one[1])]
    if ends[0] is None or ends[1] is None:
        return None
    low, high = min(ends[0], ends[1]), max(ends[0], ends[1])
    slack = 1 + max(abs(low), abs(high)) / 50
    return low - slack, high + slack


def _is_crowded(places: list[int]) -> bool:
    return len(places) > 1


def _bucket(lab: LabRecord) -> Any:
    when = _when(lab)
    return None if when is None else (when, _value_key(lab.value))


def _when(lab: LabRecord) -> Any:
    if lab.effective.precision is Precision.UNKNOWN:
        return None
    return lab.effective.instant or lab.effective.text


def _value_key(value: Value) -> Any:
    unit = value.ucum or normalise_name(value.unit or "")
    if value.kind in (ValueKind.NUMBER, ValueKind.INTERVAL, ValueKind.RANGE):
        ends = (value.low, value.high, value.low_open, value.high_open)
        return value.kind, value.number, ends, unit
    return value.kind, normalise_name(value.text), value.reason


class _Claims(NamedTuple):
    """What a result says that a copy of it can contradict."""

    flag: str | None
    unit: str | None
    bounds: tuple[Hashable, ...]
    specimen_codes: frozenset[str | None]
    specimen: str | None


class _Test(NamedTuple):
    """How a result names its test."""

    loincs: frozenset[str]
    name: str
    numbers: frozenset[str]
    """The laboratory's own numbers of it, as far as another result carries them too."""
    claims: _Claims


class _Measurement(NamedTuple):
    """A number with its digits."""

    unit: str | None
    number: Decimal
    exponent: Hashable
    claims: _Claims


def _tests(labs: Sequence[LabRecord]) -> list[_Test]:
    # A number that one result alone carries joins it with nothing.
    numbers = [frozenset(() if "#" in lab.id else lab.identifiers) for lab in labs]
    carried = Counter(number for own in numbers for number in own)
    shared = {number for number, times in carried.items() if times > 1}
    return [
        _Test(
            frozenset(loinc_of(lab.codings)), normalise_name(lab.name), own & shared, _claims(lab)
        )
        for lab, own in zip(labs, numbers, strict=True)
    ]


def _features(test: _Test) -> Iterator[Hashable]:
    yield from (("loinc", code) for code in test.loincs)
    yield "name", test.name
    yield from (("number", number) for number in test.numbers)


def _is_same(one: _Test, other: _Test) -> bool:
    return _is_same_test(one, other) and _may_be_same(one.claims, other.claims)


def _is_same_test(one: _Test, other: _Test) -> bool:
    if one.loincs and other.loincs:
        return not one.loincs.isdisjoint(other.loincs)
    # The laboratory's own number, carried by both, and the same value at the same time.
    return one.name == other.name or not one.numbers.isdisjoint(other.numbers)


def _measurement(lab: LabRecord) -> _Measurement:
    number = lab.value.number or Decimal(0)
    unit = lab.value.ucum or lab.value.unit
    return _Measurement(unit, number, number.as_tuple().exponent, _claims(lab))


def _measured(one: _Measurement) -> Measured:
    return one.unit, one.number


def _is_same_measurement(factors: Sequence[Factor], one: _Measurement, other: _Measurement) -> bool:
    return _may_be_same(one.claims, other.claims) and _overlap(
        _measured(one), _measured(other), factors
    )


def _claims(lab: LabRecord) -> _Claims:
    specimen = lab.specimen or SpecimenRecord()
    return _Claims(
        flag=lab.source_flag,
        unit=lab.value.unit,
        bounds=tuple(
            (one.low, one.high, one.low_open, one.high_open, one.kind) for one in lab.ranges
        ),
        specimen_codes=frozenset(coding.code for coding in specimen.codings),
        specimen=normalise_name(specimen.type) if specimen.type else None,
    )


def _may_be_same(one: _Claims, other: _Claims) -> bool:
    """Whether nothing that both say speaks against one measurement."""
    flags = (one.flag, other.flag)
    if None not in flags and flags[0] != flags[1]:
        return False
    return _ranges_agree(one, other) and _specimens_agree(one, other)


def _ranges_agree(one: _Claims, other: _Claims) -> bool:
    """Merged, one of two different ranges would decide in silence."""
    if one.unit != other.unit or not (one.bounds and other.bounds):
        return True
    return one.bounds == other.bounds


def _specimens_agree(one: _Claims, other: _Claims) -> bool:
    if one.specimen_codes and other.specimen_codes:
        return not one.specimen_codes.isdisjoint(other.specimen_codes)
    return None in (one.specimen, other.specimen) or one.specimen == other.specimen


def _keep_best(records: Sequence[LabRecord], found: Iterable[list[int]]) -> tuple[LabRecord, ...]:
    kept = dict(enumerate(records))
    for group in filter(_is_crowded, found):
        best = min(group, key=lambda place: (_poverty(records[place]), place))
        others = [place for place in group if place != best]
        ids = list(records[best].duplicates)
        for place in others:
            ids += [records[place].id, *records[place].duplicates]
            del kept[place]
        kept[best] = records[best].model_copy(update={"duplicates": tuple(dict.fromkeys(ids))})
    return tuple(kept[place] for place in sorted(kept))


def _poverty(lab: LabRecord) -> tuple[Any, ...]:
    """How little a copy says: the one that says most sorts first."""
    return (
        _STATUS_ORDER.get(lab.status, 3),
        lab.source_flag is None,
        not lab.ranges,
        not loinc_of(lab.codings),
        lab.specimen is None,
        "#" in lab.id,
        lab.report is None,
    )
