"""Figures of the arms, and what they can't say."""

from typing import Any

from analysis.evaluation.arms_scorecard import ArmScore, ArmsScorecard


def arm(name: str, **changed: Any) -> ArmScore:
    said = dict.fromkeys(
        ("calls", "tool_calls", "tokens_in", "tokens_out", "expected", "found", "wrong"), 0
    )
    return ArmScore(arm=name, **{**said, "seconds": 0.5, "dropped": 0, "given_up": 0, **changed})


def card(*arms: ArmScore, **changed: Any) -> ArmsScorecard:
    said = {"cases": 3, "model": "m-1", "is_double": False, **changed}
    return ArmsScorecard(arms=(arm("deterministic"), *arms), **said)


def test_without_a_model_its_arms_have_no_data():
    score = card(model=None, no_data=("code_mode", "tool_arm"))

    text = "\n".join(score.lines())
    assert "code_mode     no data" in text
    assert "tool_arm      no data" in text
    assert "no data" in score.claim
    assert score.as_json()["times_fewer_calls"] == "no data"


def test_a_double_checks_the_harness_and_the_claim_stays_open():
    score = card(
        arm("code_mode", calls=2, tokens_in=100),
        arm("tool_arm", calls=20, tokens_in=9_000),
        is_double=True,
    )

    assert "open" in score.claim
    assert "checked the harness and nothing else" in score.claim
    assert score.times_fewer_calls == "10.0"


def test_a_model_decides_the_claim_by_calls_and_by_tokens():
    ours = arm("code_mode", calls=2, tokens_in=80, tokens_out=20)

    holds = card(ours, arm("tool_arm", calls=10, tokens_in=500))
    fails = card(ours, arm("tool_arm", calls=10, tokens_in=490))
    silent = card(arm("code_mode"), arm("tool_arm", calls=10))

    assert "holds with this model" in holds.claim
    assert "does not hold" in fails.claim
    assert "no data" in silent.claim


def test_recall_of_nothing_is_no_data_and_never_perfect():
    assert arm("x").recall == "no data"
    assert arm("x", expected=3, found=2).recall == "0.67"
