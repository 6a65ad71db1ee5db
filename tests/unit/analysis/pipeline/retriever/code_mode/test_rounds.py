"""Eight rounds, so many characters, three errors in a row: then it is over, and has a name."""

import pytest

from analysis.pipeline.retriever.code_mode.rounds import Ending, Rounds
from medreview.runtime.sandbox.contracts import Fate, SnippetOutcome

GOOD = SnippetOutcome(fate=Fate.FINISHED, output="x" * 100)
BAD = SnippetOutcome(fate=Fate.FAILED, error="NameError: x")


def after(*outcomes: SnippetOutcome) -> Rounds:
    rounds = Rounds()
    for outcome in outcomes:
        assert rounds.ending is None
        rounds = rounds.after(outcome)
    return rounds


def test_the_eighth_round_is_the_last():
    assert after(*[GOOD] * 7).ending is None
    assert after(*[GOOD] * 8).ending is Ending.ROUNDS_SPENT


def test_characters_are_counted_over_all_rounds_errors_included():
    long = SnippetOutcome(fate=Fate.FINISHED, output="x" * 50_000)
    rounds = after(long, BAD)

    assert rounds.characters_left == 30_000 - len("NameError: x")
    spent = rounds.after(SnippetOutcome(fate=Fate.FINISHED, output="x" * 30_000))
    assert spent.characters_left == 0
    assert spent.ending is Ending.OUTPUT_SPENT


@pytest.mark.parametrize("fate", [fate for fate in Fate if fate is not Fate.FINISHED])
def test_three_errors_in_a_row_end_it_whatever_kind_they_are(fate: Fate):
    bad = SnippetOutcome(fate=fate)

    assert after(bad, bad, GOOD, bad, bad).ending is None
    assert after(bad, bad, GOOD, bad, bad, bad).ending is Ending.ERRORS_IN_A_ROW


def test_a_model_is_told_what_it_has_left_and_what_was_lost():
    died = SnippetOutcome(fate=Fate.TIMED_OUT, error="TimeoutError: it took too long")
    rounds = after(GOOD, died)

    told = rounds.told(died)

    assert "The names defined so far are gone." in told
    assert f"[6 rounds and {rounds.characters_left} characters left]" in told
    assert "gone" not in rounds.told(GOOD)
