"""A talk with a model is lived through again from what was recorded, and differences are said."""

from dataclasses import replace
from typing import Any

import pytest

from medreview.llm import errors as llm
from medreview.llm.contracts import Usage
from medreview.runtime.errors import LimitReached, ModelWorkEnded, ReplayDiffers
from medreview.runtime.events import SkillUsed
from medreview.runtime.loop import work
from medreview.runtime.playback import PlaybackGateway, Told, exchanges, retold
from tests.factories.scripted_model import ListJournal, calls, make_desk, make_task, says

USED = SkillUsed(stage="diagnostician", skill="plan", version="1.0.0", skill_hash="0" * 64)
DONE = calls(("submit_plan", {"keys": ["718-7"]}))
SCRIPTS: list[list[Any]] = [
    [DONE],
    [calls(("look_up", {"names": ["Hb"]}), text="Let me see."), DONE],
    [says("no"), calls(("other", {}), ("look_up", {"names": ["Xy"]})), DONE],
    [
        llm.UnknownTool(usage=Usage(input=46_000)),
        calls(("look_up", {"names": ["Hb"]}), ("submit_plan", {"keys": []})),
    ],
    [calls(("look_up", {"names": []})), llm.Looping(usage=Usage(input=9, output=9))],
    [calls(("look_up", {"names": []}))],
    [says("no")],
]


def lived(task, desk):
    try:
        return work(task, desk)
    except (ModelWorkEnded, llm.ModelFailed) as ended:
        return type(ended), str(ended)


def told_of(desk):
    events = [USED, *desk.journal.events]
    return [Told(seq, event, event.payload or {}) for seq, event in enumerate(events, 1)]


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_was_recorded_adds_up_and_plays_back_to_the_same_events(script):
    desk = make_desk(*script)
    made = lived(make_task(), desk)
    told = told_of(desk)

    assert list(retold(told)) == []

    again = replace(make_desk(), gateway=PlaybackGateway(exchanges(told)[0]), journal=ListJournal())
    assert lived(make_task(), again) == made
    assert again.journal.events == desk.journal.events


def changed(told, seq, **words):
    return [replace(one, words={**one.words, **words}) if one.seq == seq else one for one in told]


def test_words_that_are_not_those_of_the_header_are_named():
    desk = make_desk(*SCRIPTS[1])
    work(make_task(), desk)
    told = told_of(desk)

    for seq, part in [(2, "request"), (3, "reply"), (5, "message")]:
        said = list(retold(changed(told, seq, **{part: {"text": "other"}})))
        assert said == [f"event {seq}: its words are not those its header names"]


def test_a_question_that_does_not_follow_from_the_answers_before_it_is_named():
    desk = make_desk(*SCRIPTS[2])
    work(make_task(), desk)
    told = [one for one in told_of(desk) if one.event.kind != "proposal.rejected"]

    assert [said for said in retold(told) if "add up to" in said]


def test_code_that_asks_something_else_today_is_noticed():
    desk = make_desk(DONE)
    work(make_task(), desk)
    talk = exchanges(told_of(desk))[0]

    with pytest.raises(ReplayDiffers, match="Question 1"):
        work(make_task(nonce="2"), replace(make_desk(), gateway=PlaybackGateway(talk)))


def test_code_that_asks_more_than_then_is_noticed_and_a_limit_of_then_bites_again():
    desk = make_desk(*SCRIPTS[5])
    with pytest.raises(LimitReached):
        work(make_task(), desk)
    talk = exchanges(told_of(desk))[0][:2]

    with pytest.raises(ReplayDiffers, match="More is asked"):
        work(make_task(), replace(make_desk(), gateway=PlaybackGateway(talk)))

    met = desk.journal.events[-1]
    with pytest.raises(LimitReached, match="steps"):
        work(make_task(), replace(make_desk(), gateway=PlaybackGateway(talk, ended_by=met)))
