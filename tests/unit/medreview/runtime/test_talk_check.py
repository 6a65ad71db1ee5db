"""Events of models and tools are believed only in an order that can have happened."""

from medreview.runtime.events import (
    ModelAsked,
    ModelReplied,
    RunClaimed,
    SkillEnded,
    SkillUsed,
    ToolAnswered,
    ToolCalled,
)
from medreview.runtime.talk_check import talk_problems

HASH = "0" * 64
USED = SkillUsed(stage="plan", skill="planner", version="1.0.0", skill_hash=HASH)
ENDED = SkillEnded(stage="plan", skill="planner", outcome="made", output_hash=HASH)


def asked(number, tools=("look_up",)):
    return ModelAsked(
        stage="plan", ask=number, nonce="n", request_hash=HASH, tokens_guessed=1, tools=tools
    )


def replied(number):
    return ModelReplied(
        stage="plan",
        ask=number,
        reply_hash=HASH,
        model="m",
        provider="p",
        finish="stop",
        tokens_in=1,
        tokens_out=1,
        tokens_cached=0,
        money="0",
        attempts=1,
        milliseconds=1,
    )


def called(ask, call, tool="look_up"):
    return ToolCalled(stage="plan", ask=ask, call=call, tool=tool)


def answered(call):
    return ToolAnswered(stage="plan", call=call, outcome="answered", answer_hash=HASH)


TALK = [USED, asked(1), replied(1), called(1, 1), answered(1), asked(2), replied(2), ENDED]


def test_a_talk_in_its_order_has_no_problem():
    assert list(talk_problems(TALK)) == []


def test_every_event_that_is_missing_from_a_talk_is_noticed():
    needed = [place for place in range(len(TALK)) if place not in {6, 7}]

    unnoticed = [
        place for place in needed if not list(talk_problems(TALK[:place] + TALK[place + 1 :]))
    ]

    # A question whose worker died, or that ended by an error, stays without an answer.
    assert unnoticed == []


def test_a_tool_the_model_was_not_offered_is_noticed():
    told = list(talk_problems([USED, asked(1), replied(1), called(1, 1, "delete_all")]))

    assert told == ["tool.called: delete_all was not among the tools of question 1"]


def test_a_talk_that_a_dead_worker_left_is_begun_anew():
    again = [USED, asked(1), RunClaimed(token=2, attempt=2), *TALK]

    assert list(talk_problems(again)) == []
