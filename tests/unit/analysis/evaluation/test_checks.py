"""The checks bite: an expectation that is not met is a reason to fail."""

from typing import Any

import pytest

from analysis.evaluation.checks import reasons_to_fail
from tests.factories.stages import analysed, case_of, condition, lab, outcome_of

EDGE = {"biomarker": "potassium", "kind": "condition", "target": "ckd"}
CKD = [condition("CKD", "N18.4")]


def _reasons(*labs: dict[str, Any], conditions: Any = (), **expected: Any) -> list[str]:
    case = case_of(*labs, conditions=list(conditions))
    case.sent["expected"] = expected
    return reasons_to_fail(case, outcome_of(analysed(case)))


def test_a_case_that_meets_its_lists_passes() -> None:
    assert _reasons(lab(), conditions=CKD, must_find=[EDGE], critical=[]) == []


@pytest.mark.parametrize(
    "expected",
    [
        {"must_find": [{**EDGE, "target": "aki"}]},
        {"must_missing": [{**EDGE, "parameter": None}]},
        {"must_not_find": [EDGE]},
        {"stale": ["l1"]},
        {"critical": ["l1"]},
        {"assessed": []},
        {"allergies_state": "known"},
        {"actuality": {"l1": "stale"}},
        {"material": {"potassium condition ckd": "no"}},
        {"groups": [["potassium", "sodium"]]},
    ],
    ids=lambda expected: next(iter(expected)),
)
def test_each_kind_of_expectation_can_fail(expected: dict[str, Any]) -> None:
    assert len(_reasons(lab(), conditions=CKD, **expected)) == 1


def test_a_critical_nobody_expected_fails_the_case() -> None:
    assert _reasons(lab(value=6.9)) == ["critical: expected [], reported ['l1']"]
