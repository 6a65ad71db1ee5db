"""Public bug reports about reading records, as inputs of our own, each with the right reading."""

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from medreview.fhir import flags, json_text, ranges
from medreview.fhir.codes import loinc_of, read_codings
from medreview.fhir.record import LabRecord
from tests.factories.reading import own_flag, read

PATH = Path(__file__).parents[4] / "tests/data/reading/bug_reports.json"
CASES = json_text.parse(PATH.read_text("utf-8"))


def seen(lab: LabRecord, person: ranges.Person) -> dict[str, Any]:
    """Everything a case may expect of a result."""
    derived = own_flag(lab, person)
    return {
        "text": lab.value.text,
        "kind": str(lab.value.kind),
        "number": None if lab.value.number is None else str(lab.value.number),
        "reason": lab.value.reason,
        "ucum": lab.value.ucum,
        "flag": lab.source_flag,
        "meaning": str(flags.meaning(lab.source_flag, lab.source_flag_text)),
        "own": str(derived.flag),
        "why": derived.why,
        "conflict": flags.conflict(lab.source_flag, lab.source_flag_text, derived),
        "at": lab.effective.text,
        "precision": str(lab.effective.precision),
        "day": str(lab.effective.date),
        "report": lab.report,
        "earlier": [one.value.text for one in lab.earlier],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_reported_bug_is_not_ours(case):
    expect = case["expect"]
    days = case.get("age_days", 18_000)
    person = ranges.Person(sex="female", age_days=None if days is None else (int(days),) * 2)

    record = read(*case["resources"])

    for name in ("conditions", "medications", "allergies"):
        if name in expect:
            assert {one.id: one.name for one in getattr(record, name)} == expect[name]
    if "labs" in expect:
        assert {one.id for one in record.labs} == set(expect["labs"])
    for lab in record.labs:
        wanted = expect.get("labs", {}).get(lab.id, {})
        assert {key: seen(lab, person)[key] for key in wanted} == wanted
    assert {one.id: one.reason for one in record.excluded} == expect.get("excluded", {})
    if "statuses" in expect:
        assert [one.status for one in record.excluded] == expect["statuses"]
    if "allergies_state" in expect:
        assert record.allergies_state == expect["allergies_state"]
    if "born" in expect:
        born = record.person.birth_date
        assert [born.text, born.precision] == expect["born"]
    assert record.receipt.complete is expect.get("complete", True)
    assert all(line.balances() for line in record.receipt.types.values())


def test_the_order_of_codings_decides_nothing():
    sent = (
        {"code": "GLU"},
        {"system": "http://loinc.org", "code": "2345-7"},
        {"system": "http://snomed.info/sct", "code": "33747003"},
    )

    found = [loinc_of(read_codings({"coding": list(order)})) for order in permutations(sent)]

    assert found == [("2345-7",)] * 6
