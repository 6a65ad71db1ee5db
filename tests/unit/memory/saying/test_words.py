"""Words are found by their stems, and each knows where it was said."""

from hypothesis import given
from hypothesis import strategies as st

from memory.saying.words import stems_of, words_of


def test_forms_of_a_word_have_one_stem():
    assert stems_of("pains") == stems_of("pain")
    assert stems_of("болью") == stems_of("боль")


def test_chinese_is_taken_letter_by_letter():
    assert [word.text for word in words_of("没有胸痛")] == ["没", "有", "胸", "痛"]


def test_a_denied_verb_is_two_words_however_it_is_spelt():
    told = [stems_of(said) for said in ("can't breathe", "cannot breathe", "can not breathe")]

    assert told[0] == told[1] == told[2]
    assert "not" in told[0]


def test_capitals_widths_and_the_letter_yo_make_no_difference():
    assert stems_of("ЧЁРНЫЙ") == stems_of("черный")
    assert stems_of("ＰＡＩＮ") == stems_of("pain")


@given(st.text(max_size=200))
def test_every_word_stands_where_it_says(text):
    words = words_of(text)

    assert all(0 <= word.start < word.end <= len(text) for word in words)
    assert [word.start for word in words] == sorted(word.start for word in words)
