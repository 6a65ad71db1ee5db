"""What a run's stages said to models, taken out of its events."""

from math import inf

from analysis.pipeline.talks import Compared, Talk, stages_talks
from medreview.runtime.events import (
    LimitMet,
    ModelAsked,
    SkillEnded,
    SkillUsed,
    StageCarried,
    StageStarted,
)
from medreview.runtime.playback import Told

STAGE = "reasoner"
USED = SkillUsed(stage=STAGE, skill="wording", version="1.0.0", skill_hash="0" * 64)
ASKED = ModelAsked(stage=STAGE, ask=1, nonce="n", request_hash="h", tokens_guessed=9)
OVER = LimitMet(stage=STAGE, limit="time", cap="90", used="90.1")
ENDED = SkillEnded(
    stage=STAGE, skill="wording", outcome="fallback", reason="limit.time", output_hash="o"
)


def told(*events):
    return [Told(seq, event, {}) for seq, event in enumerate(events, start=1)]


def test_only_the_attempt_that_was_saved_counts():
    talks = stages_talks(
        told(
            StageStarted(stage=STAGE, token=1),
            USED,
            ASKED,
            StageStarted(stage=STAGE, token=2),
            USED,
            ASKED,
            ENDED,
        )
    )[STAGE]

    assert (talks.token, talks.questions, len(talks.talks)) == (2, 1, 1)


def test_what_was_carried_over_is_said_to_be_an_earlier_run_s():
    carried = stages_talks(told(StageCarried(stage=STAGE, output_hash="o", from_run="run_x")))

    assert carried[STAGE].carried


def test_time_is_over_at_the_moment_at_which_it_was_over_then():
    journal = Compared(Talk(told(USED, ASKED, OVER, ENDED)))

    assert journal.clock() == 0
    for event in (USED, ASKED):
        journal.note(event)
    assert journal.clock() == inf


def test_clock_and_prices_make_no_difference_and_the_first_other_event_does():
    journal = Compared(Talk(told(USED, ASKED, OVER, ENDED)))
    for event in (USED, ASKED, OVER.model_copy(update={"used": "inf"})):
        journal.note(event)

    assert list(journal.differences()) == ["event 4: skill.ended then, nothing now"]
