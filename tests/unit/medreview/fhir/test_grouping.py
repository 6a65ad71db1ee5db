"""Grouping by heads gives the answers of comparing each with each, which stand here."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.duplicates import merge, merge_converted, same_measurement
from medreview.fhir.grouping import ByFeature, groups
from medreview.fhir.record import (
    Coding,
    LabRecord,
    Moment,
    Precision,
    PrintedRange,
    SpecimenRecord,
    Value,
    ValueKind,
)
from medreview.fhir.units import Factor

FACTORS = (Factor(from_unit="mg/dL", to_unit="mmol/L", factor="0.25"),)
NOON = Moment(text="2025-05-01T12:00", precision=Precision.MINUTE)

PRINTED = st.sampled_from(["9.7", "97", "97.0", "2.4", "2.42", "2.43", "98"])
UNIT = st.sampled_from(["mg/L", "mg/dL", "mmol/L", "U/L", None])


def maybe(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from([None, *values])


def ranges(high: str | None) -> tuple[PrintedRange, ...]:
    return () if high is None else (PrintedRange(high=Decimal(high), text=high),)


def specimen(name: str | None, code: str | None) -> SpecimenRecord | None:
    codings = (Coding(code=code),) if code else ()
    return SpecimenRecord(type=name, codings=codings) if name or code else None


def result(place: int, facts: dict[str, Any]) -> LabRecord:
    number, unit = Decimal(facts["number"]), facts["unit"]
    value = Value(kind=ValueKind.NUMBER, text=facts["number"], number=number, unit=unit, ucum=unit)
    return LabRecord(
        id=f"Observation/o{place}{facts['inner']}",
        version=1,
        status=facts["status"],
        name=facts["name"],
        codings=tuple(Coding(system="http://loinc.org", code=code) for code in facts["codes"]),
        value=value,
        source_flag=facts["flag"],
        effective=NOON,
        ranges=ranges(facts["high"]),
        specimen=specimen(facts["sample"], facts["sample_code"]),
        identifiers=facts["numbers"],
    )


FACTS = st.fixed_dictionaries(
    {
        "number": PRINTED,
        "unit": UNIT,
        "name": st.sampled_from(["a", "A", "b"]),
        "codes": st.sampled_from([(), ("2951-2",), ("2823-3",), ("2951-2", "2823-3")]),
        "flag": maybe("H", "N"),
        "high": maybe("5", "6"),
        "sample": maybe("Serum", "Urine", " "),
        "sample_code": maybe("SER", "UR"),
        "numbers": st.sampled_from([(), ("lab|1",), ("lab|2",), ("lab|1", "lab|2")]),
        "inner": st.sampled_from(["", "#1"]),
        "status": st.sampled_from(["final", "corrected"]),
    }
)


def results(facts: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[list[LabRecord]]:
    return st.lists(facts, max_size=9).map(
        lambda many: [result(place, one) for place, one in enumerate(many)]
    )


def one_value(facts: dict[str, Any]) -> dict[str, Any]:
    return facts | {"number": "97", "unit": "mg/L"}


def pairwise(
    labs: list[LabRecord], is_same: Callable[[LabRecord, LabRecord], bool]
) -> set[frozenset[str]]:
    """Which ids are one result when each is compared with each."""
    found: list[list[LabRecord]] = []
    for lab in labs:
        for group in found:
            if all(is_same(one, lab) for one in group):
                group.append(lab)
                break
        else:
            found.append([lab])
    return {frozenset(lab.id for lab in group) for group in found}


def agree(one: LabRecord, other: LabRecord) -> bool:
    flags = {one.source_flag, other.source_flag} - {None}
    same_unit = one.value.unit == other.value.unit
    bounds = {lab.ranges[0].high for lab in (one, other) if lab.ranges}
    return len(flags) < 2 and not (same_unit and len(bounds) > 1) and same_sample(one, other)


def same_sample(one: LabRecord, other: LabRecord) -> bool:
    mine, theirs = one.specimen or SpecimenRecord(), other.specimen or SpecimenRecord()
    if mine.codings and theirs.codings:
        return mine.codings == theirs.codings
    return not (mine.type and theirs.type) or mine.type == theirs.type


def same_test(one: LabRecord, other: LabRecord) -> bool:
    if one.codings and other.codings:
        return not {c.code for c in one.codings}.isdisjoint(c.code for c in other.codings)
    if one.name.casefold() == other.name.casefold():
        return True
    return "#" not in one.id + other.id and bool(set(one.identifiers) & set(other.identifiers))


def as_sets(labs: tuple[LabRecord, ...]) -> set[frozenset[str]]:
    return {frozenset((lab.id, *lab.duplicates)) for lab in labs}


@given(results(FACTS.map(one_value)))
def test_copies_of_one_value_are_those_that_agree_pair_by_pair(labs):
    expected = pairwise(labs, lambda one, other: same_test(one, other) and agree(one, other))

    assert as_sets(merge(labs)) == expected


@given(results(FACTS))
def test_copies_in_two_units_are_those_that_agree_pair_by_pair(labs):
    merged = merge_converted(labs, biomarker_of=lambda lab: "ca", factors_of=lambda key: FACTORS)

    expected = pairwise(
        labs,
        lambda one, other: agree(one, other) and same_measurement(one.value, other.value, FACTORS),
    )
    assert as_sets(merged) == expected


def test_a_thousand_equal_members_are_compared_with_none_of_each_other():
    compared = []

    def noting(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    found = groups(["a", "b"] * 1000, noting, ByFeature(lambda member: [member]))

    assert [len(group) for group in found] == [1000, 1000]
    assert compared == []
