"""What a model took outside of any run is counted from what happened."""

from analysis.evaluation.desk import MemoryJournal
from medreview.runtime.loop import work
from tests.factories.scripted_model import calls, make_desk, make_task, says


def test_questions_calls_and_tokens_are_counted_failures_included():
    journal = MemoryJournal()
    done = calls(("submit_plan", {"keys": ["718-7"]}))
    look = calls(("look_up", {"names": ["Hb"]}), ("look_up", {"names": ["Na"]}))

    work(make_task(), make_desk(says("no"), look, done, journal=journal))

    taken = journal.taken()
    assert (taken.calls, taken.tool_calls) == (3, 3)
    assert (taken.tokens_in, taken.tokens_out, taken.tokens) == (300, 60, 360)
    assert taken.by_tool == {"look_up": 2, "submit_plan": 1}


def test_nothing_asked_is_nothing_taken():
    assert MemoryJournal().taken().tokens == 0
