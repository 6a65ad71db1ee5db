"""Not asked, said no, and said yes are three things."""

from memory.heads import Head, head_of
from memory.vocabulary import SectionKey, Stance
from tests.factories.memory import body, confirmed

PENICILLIN = body("penicillin", section=SectionKey.ALLERGIES)
NONE = body("no allergies", section=SectionKey.ALLERGIES, whole=True, stance=Stance.ABSENT)


def test_nothing_said_is_not_asked():
    assert head_of([]) is Head.NOT_ASKED


def test_a_confirmed_no_is_none():
    assert head_of([confirmed(NONE)]) is Head.CONFIRMED_NONE


def test_a_confirmed_allergy_is_recorded_whatever_was_denied_besides():
    assert head_of([confirmed(NONE), confirmed(PENICILLIN)]) is Head.RECORDED


def test_one_denied_allergy_is_no_word_about_the_others():
    denied = PENICILLIN.model_copy(update={"stance": Stance.ABSENT})

    assert head_of([confirmed(denied)]) is Head.RECORDED


def test_what_cant_be_read_is_said_to_be_so():
    assert head_of([confirmed(PENICILLIN)], is_readable=False) is Head.UNAVAILABLE
