"""Cells of a table: no formula, no changed digit, and every text recoverable."""

import pytest

from medreview.common.cells import guarded, unguarded

RESULTS = ["-5", "-5.2 mmol/L", "+0.3", "1.50", "<5", "0012", "10*9/L", "-1.5 10*9/L", "3-5 /hpf"]
FORMULAS = ["=1+1", "-2+3", "+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", " =1", "＝1+1"]
FORMULAS += ["-A1", "+", "-5 *2", "+5 /2", "-1 ^2", "-1 *A1"]


@pytest.mark.parametrize("text", RESULTS)
def test_a_result_stays_as_it_was_sent(text: str) -> None:
    assert guarded(text) == text


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_compute_begins_with_an_apostrophe(text: str) -> None:
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", [*RESULTS, *FORMULAS, "", "'quoted'", "''", "plain"])
def test_one_apostrophe_taken_away_gives_back_every_text(text: str) -> None:
    assert unguarded(guarded(text)) == text
