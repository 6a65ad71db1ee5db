"""Named checks of stages: passed, failed for a reason, or no data."""

import pytest

from analysis.evaluation.harness import CaseRun
from analysis.evaluation.stage_checks import CHECKS
from tests.factories.stages import analysed, case_of, lab, medicine


def made():
    case = case_of(lab(value=6.9, flag="HH"), medications=[medicine("spironolactone", "C03DA01")])
    return CaseRun(case, analysed(case))


SPIRONOLACTONE = {"l1": ["medication:spironolactone"]}
KIDNEYS = {"l1": ["condition:ckd"]}


@pytest.mark.parametrize(
    ("stage", "name", "right", "wrong"),
    [
        ("gather", "abnormal", ["l1"], []),
        ("gather", "too_old", [], ["l1"]),
        ("gather", "undecidable", [], ["l1"]),
        ("critical", "of", ["l1"], []),
        ("diagnostician", "tiers", {"l1": "algorithm"}, {"l1": "uncovered"}),
        ("retriever", "found", SPIRONOLACTONE, KIDNEYS),
        ("retriever", "missing", KIDNEYS, SPIRONOLACTONE),
        (
            "retriever",
            "not_found",
            KIDNEYS,
            SPIRONOLACTONE,
        ),
        ("actuality", "states", {"l1": "current"}, {"l1": "stale"}),
        ("reasoner", "says", ["6.9"], ["all is well"]),
        ("writer", "doctor_says", ["Potassium"], ["Sodium"]),
        ("writer", "patient_never_says", ["stop taking"], ["result"]),
    ],
)
def test_a_check_passes_or_says_why_not(stage, name, right, wrong):
    check = CHECKS[stage, name]

    assert check.reasons(made(), right) == []
    assert check.reasons(made(), wrong)


@pytest.mark.parametrize("check", [one for one in CHECKS.values() if one.needs_model])
def test_without_a_model_there_is_no_data_for_what_needs_one(check):
    assert check.reasons(made(), {}) is None
