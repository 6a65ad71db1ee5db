"""What may be decided when."""

import datetime as dt

import pytest

from analysis.pipeline.analysis_states import DECIDABLE, AnalysisState
from analysis.pipeline.contracts import EvidenceTier
from analysis.review import policies
from analysis.review.errors import (
    ConfirmationMissing,
    NotReadyToSign,
    ReasonMissing,
    StaleDecision,
)
from medreview.common.errors import Invalid, WrongState


@pytest.mark.parametrize("state", AnalysisState)
def test_only_what_is_open_for_review_is_decided_on(state: AnalysisState) -> None:
    if state in DECIDABLE:
        policies.check_can_decide(state)
    else:
        with pytest.raises(WrongState):
            policies.check_can_decide(state)


def test_a_write_that_saw_the_latest_decision_is_taken() -> None:
    policies.check_version(latest=3, seen=3)


@pytest.mark.parametrize("seen", [-1, 0, 2, 4])
def test_a_write_that_saw_another_decision_is_refused(seen: int) -> None:
    with pytest.raises(StaleDecision):
        policies.check_version(latest=3, seen=seen)


def test_a_finding_with_a_source_is_accepted_without_further_questions() -> None:
    policies.check_acceptance(tier=EvidenceTier.ALGORITHM, confirmed=False)
    policies.check_acceptance(tier=EvidenceTier.MODEL_KNOWLEDGE, confirmed=True)


def test_a_finding_without_a_source_asks_for_confirmation() -> None:
    with pytest.raises(ConfirmationMissing):
        policies.check_acceptance(tier=EvidenceTier.MODEL_KNOWLEDGE, confirmed=False)


def test_a_rejection_says_why_in_one_of_the_listed_ways() -> None:
    policies.check_reason("wrong_link")
    for reason in ("", "because", "WRONG_LINK"):
        with pytest.raises(ReasonMissing):
            policies.check_reason(reason)


def test_a_text_says_something_and_not_too_much() -> None:
    policies.check_text("Repeat in a week.")
    for text in ("", " \n", "x" * (policies.LONGEST_TEXT + 1)):
        with pytest.raises(Invalid):
            policies.check_text(text)


RAISED = dt.datetime(2026, 11, 30, 16, 5, 40, tzinfo=dt.UTC)


@pytest.mark.parametrize("minutes", [0, 1, 60])
def test_somebody_was_told_between_the_raising_of_a_value_and_now(minutes: int) -> None:
    told_at = RAISED.replace(second=0) + dt.timedelta(minutes=minutes)

    policies.check_told_at(told_at, raised_at=RAISED, now=RAISED + dt.timedelta(hours=1))


@pytest.mark.parametrize("minutes", [-1, 61])
def test_nobody_was_told_before_a_value_was_raised_or_in_the_future(minutes: int) -> None:
    told_at = RAISED.replace(second=0) + dt.timedelta(minutes=minutes)

    with pytest.raises(Invalid):
        policies.check_told_at(told_at, raised_at=RAISED, now=RAISED.replace(hour=17, second=0))


def test_an_acknowledgement_names_who_was_told_and_what_came_back() -> None:
    policies.check_told("Dr Orlov")
    policies.check_read_back("Potassium 6.8")
    with pytest.raises(Invalid):
        policies.check_told(" ")
    with pytest.raises(Invalid):
        policies.check_read_back("ok")


def test_a_report_wholly_decided_with_its_criticals_answered_is_signed() -> None:
    policies.check_can_sign(state=AnalysisState.IN_REVIEW, open_findings=[], open_criticals=0)


@pytest.mark.parametrize(
    ("findings", "criticals"), [(["Observation/k"], 0), ([], 1), (["Observation/k"], 2)]
)
def test_an_open_finding_or_critical_stands_between_report_and_signature(
    findings: list[str], criticals: int
) -> None:
    with pytest.raises(NotReadyToSign):
        policies.check_can_sign(
            state=AnalysisState.IN_REVIEW, open_findings=findings, open_criticals=criticals
        )


@pytest.mark.parametrize("state", AnalysisState)
def test_only_a_signed_report_is_amended(state: AnalysisState) -> None:
    if state == AnalysisState.SIGNED:
        policies.check_can_amend(state)
    else:
        with pytest.raises(WrongState):
            policies.check_can_amend(state)
