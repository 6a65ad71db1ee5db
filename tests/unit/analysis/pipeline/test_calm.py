"""Nothing abnormal is said of a complete read that leaves nothing open, and of no other."""

import pytest

from analysis.pipeline.calm import why_not_nothing_abnormal
from medreview.fhir.record import ReadReceipt

COMPLETE = ReadReceipt(complete=True, types={})
PARTIAL = ReadReceipt(complete=False, why_incomplete=("A page is missing.",), types={})
NOTHING_OPEN = {"abnormal": 0, "undecidable": 0, "stale_abnormal": 0, "normal": 3, "critical": 0}


def test_a_complete_read_with_only_normal_results_is_calm() -> None:
    assert why_not_nothing_abnormal(COMPLETE, **NOTHING_OPEN) == ()


@pytest.mark.parametrize("count", ["abnormal", "undecidable", "stale_abnormal", "critical"])
def test_anything_open_forbids_it_and_is_counted(count: str) -> None:
    [reason] = why_not_nothing_abnormal(COMPLETE, **{**NOTHING_OPEN, count: 2})

    assert reason.startswith("2 ")


def test_an_incomplete_read_forbids_it_and_says_why() -> None:
    reasons = why_not_nothing_abnormal(PARTIAL, **NOTHING_OPEN)

    assert reasons == ("The record was not read completely.", "A page is missing.")


def test_no_current_result_forbids_it() -> None:
    assert why_not_nothing_abnormal(COMPLETE, **{**NOTHING_OPEN, "normal": 0}) != ()
