"""The same result by two routes is one result with two ids.

Routes are: standing alone and contained in a report, a component and an Observation of its
own, two messages about one measurement. Two different values at one minute are two results.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from medreview.common.text import normalise_name
from medreview.fhir.codes import loinc_of
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
    return _keep_best(records, _groups(records, buckets.values(), _is_same))


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
    keys = [biomarker_of(lab) for lab in records]
    buckets: dict[Any, list[int]] = defaultdict(list)
    for place, (lab, key) in enumerate(zip(records, keys, strict=True)):
        if key is not None and lab.value.kind is ValueKind.NUMBER and (when := _when(lab)):
            buckets[key, when].append(place)

    def is_same(key: str, one: LabRecord, other: LabRecord) -> bool:
        return _may_be_same(one, other) and same_measurement(
            one.value, other.value, factors_of(key)
        )

    groups = []
    for (key, _), places in buckets.items():
        groups += _groups(records, [places], partial(is_same, key))
    return _keep_best(records, groups)


def same_measurement(one: Value, other: Value, factors: Sequence[Factor] = ()) -> bool:
    """Whether two numbers in different units are one measurement, as far as they are rounded."""
    if one.number is None or other.number is None:
        return False
    mine = one.ucum or one.unit
    theirs = other.ucum or other.unit
    if mine == theirs:
        return one.number == other.number
    ends = [convert(end, mine, theirs, factors) for end in _rounding(one.number)]
    if ends[0] is None or ends[1] is None:
        return False
    low, high = _rounding(other.number)
    return min(ends[0], ends[1]) <= high and low <= max(ends[0], ends[1])


def _rounding(number: Decimal) -> tuple[Decimal, Decimal]:
    """Between which numbers lies what was rounded to these digits."""
    exponent = number.as_tuple().exponent
    half = Decimal(5).scaleb(min(exponent, 0) - 1) if isinstance(exponent, int) else Decimal(0)
    return number - half, number + half


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


def _is_same(one: LabRecord, other: LabRecord) -> bool:
    return _is_same_test(one, other) and _may_be_same(one, other)


def _is_same_test(one: LabRecord, other: LabRecord) -> bool:
    mine, theirs = set(loinc_of(one.codings)), set(loinc_of(other.codings))
    if mine and theirs:
        return not mine.isdisjoint(theirs)
    if normalise_name(one.name) == normalise_name(other.name):
        return True
    # The laboratory's own number, carried by both, and the same value at the same time.
    return "#" not in one.id + other.id and not set(one.identifiers).isdisjoint(other.identifiers)


def _may_be_same(one: LabRecord, other: LabRecord) -> bool:
    """Whether nothing that both say speaks against one measurement."""
    flags = (one.source_flag, other.source_flag)
    if None not in flags and flags[0] != flags[1]:
        return False
    return _ranges_agree(one, other) and _specimens_agree(one.specimen, other.specimen)


def _ranges_agree(one: LabRecord, other: LabRecord) -> bool:
    """Merged, one of two different ranges would decide in silence."""
    if one.value.unit != other.value.unit or not (one.ranges and other.ranges):
        return True
    return _bounds(one) == _bounds(other)


def _bounds(lab: LabRecord) -> list[Any]:
    return [(one.low, one.high, one.low_open, one.high_open, one.kind) for one in lab.ranges]


def _specimens_agree(one: SpecimenRecord | None, other: SpecimenRecord | None) -> bool:
    if one is None or other is None:
        return True
    if one.codings and other.codings:
        return not {coding.code for coding in one.codings}.isdisjoint(
            coding.code for coding in other.codings
        )
    if one.type and other.type:
        return normalise_name(one.type) == normalise_name(other.type)
    return True


def _groups(
    records: Sequence[LabRecord],
    buckets: Iterable[list[int]],
    is_same: Callable[[LabRecord, LabRecord], bool],
) -> list[list[int]]:
    """Copies of one result, by place: each agrees with every other of its group."""
    found: list[list[int]] = []
    for places in buckets:
        groups: list[list[int]] = []
        for place in places:
            lab = records[place]
            home = next(
                (group for group in groups if all(is_same(records[one], lab) for one in group)),
                None,
            )
            if home is None:
                groups.append([place])
            else:
                home.append(place)
        found += [group for group in groups if len(group) > 1]
    return found


def _keep_best(records: Sequence[LabRecord], groups: Iterable[list[int]]) -> tuple[LabRecord, ...]:
    kept = dict(enumerate(records))
    for group in groups:
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
