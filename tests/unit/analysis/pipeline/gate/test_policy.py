"""The table of the gate: each reason alone, and what a plain result comes to."""

import pytest

from analysis.pipeline.gate.contracts import GateVerdict, Reason, ResultFacts
from analysis.pipeline.gate.policy import POLICY, decide
from analysis.worklist.reasons import SHORT, WHOLE


def test_a_result_of_which_nothing_is_to_be_said_goes_into_review():
    verdict = decide(ResultFacts(abnormal=4, criticals=1))

    assert verdict == GateVerdict(facts=ResultFacts(abnormal=4, criticals=1))
    assert verdict.outcome == "in_review"


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"criticals_in_doubt": 1}, Reason.CRITICAL_IN_DOUBT),
        ({"unsupported_statements": 1}, Reason.UNSUPPORTED_STATEMENTS),
        ({"contradicting_evidence": 1}, Reason.CONTRADICTING_EVIDENCE),
        ({"age_unknown": True}, Reason.KEY_FIELDS_MISSING),
        ({"sex_unknown": True}, Reason.KEY_FIELDS_MISSING),
        ({"undated_results": 1}, Reason.KEY_FIELDS_MISSING),
        ({"sources_unavailable": 1}, Reason.SOURCE_UNAVAILABLE),
        ({"incomplete_read": True}, Reason.INCOMPLETE_READ),
        ({"model_knowledge": 2, "model_knowledge_only": True}, Reason.MODEL_KNOWLEDGE_ONLY),
    ],
)
def test_what_a_reviewer_cant_settle_is_handed_off(facts, reason):
    verdict = decide(ResultFacts.model_validate(facts))

    assert verdict.hand_off == (reason,)
    assert verdict.noted == ()
    assert verdict.outcome == "handed_off"


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"model_knowledge": 1}, Reason.MODEL_KNOWLEDGE),
        ({"named_by_model": 1}, Reason.MATCHED_BY_MODEL),
        ({"found_by_model": 1}, Reason.MATCHED_BY_MODEL),
        ({"uncovered": 1}, Reason.UNCOVERED),
        ({"unreadable_units": 1}, Reason.UNREADABLE_UNITS),
        ({"wordings_refused": 3}, Reason.WORDINGS_REFUSED),
        ({"stages_without_model": 1}, Reason.MODEL_FAILED),
    ],
)
def test_what_the_page_marks_where_it_stands_is_noted_and_no_more(facts, reason):
    verdict = decide(ResultFacts.model_validate(facts))

    assert (verdict.hand_off, verdict.noted) == ((), (reason,))


def test_several_reasons_are_all_said_in_the_order_of_the_table():
    verdict = decide(ResultFacts(incomplete_read=True, criticals_in_doubt=1, uncovered=1))

    assert verdict.hand_off == (Reason.CRITICAL_IN_DOUBT, Reason.INCOMPLETE_READ)
    assert verdict.noted == (Reason.UNCOVERED,)


def test_every_reason_has_one_row_and_its_words():
    rows = [rule.reason for rule in POLICY]

    assert sorted(rows) == sorted(Reason)
    assert set(SHORT) == set(WHOLE) == set(Reason)
    assert all(rule.why for rule in POLICY)
