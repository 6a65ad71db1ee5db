"""Two texts compared word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.common.word_diff import WordDiff, word_diff

TEXTS = st.text(alphabet="ab еe\u0306钾钠.,\n", max_size=60)


def words(diff: WordDiff) -> list[tuple[str, str]]:
    return [(str(token.kind), token.text) for token in diff.tokens]


def test_a_changed_word_is_struck_out_and_the_new_one_written_in() -> None:
    diff = word_diff("Iron is low.", "Iron is very low.")

    assert words(diff) == [("equal", "Iron is "), ("inserted", "very "), ("equal", "low.")]
    assert diff.look_alikes == ()


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_back(before: str, after: str) -> None:
    diff = word_diff(before, after)

    assert "".join(text for kind, text in words(diff) if kind != "inserted") == before
    assert "".join(text for kind, text in words(diff) if kind != "deleted") == after
    assert diff.is_equal == (before == after)


def test_each_sign_of_a_text_without_spaces_is_a_word() -> None:
    assert words(word_diff("血钾升高", "血钠升高")) == [
        ("equal", "血"),
        ("deleted", "钾"),
        ("inserted", "钠"),
        ("equal", "升高"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("скалa", "скала", "LATIN SMALL LETTER A (U+0061)", "CYRILLIC SMALL LETTER A (U+0430)"),
        (
            "низкий е",
            "низкий є",
            "CYRILLIC SMALL LETTER IE (U+0435)",
            "CYRILLIC SMALL LETTER UKRAINIAN IE (U+0454)",
        ),
        (
            "ал",
            "ал\u0306",
            "CYRILLIC SMALL LETTER EL (U+043B)",
            "CYRILLIC SMALL LETTER EL (U+043B) + COMBINING BREVE (U+0306)",
        ),
        ("3–5", "3-5", "EN DASH (U+2013)", "HYPHEN-MINUS (U+002D)"),
    ],
)
def test_a_letter_that_looks_like_another_is_named(
    before: str, after: str, old: str, new: str
) -> None:
    (pair,) = word_diff(f"so {before} it", f"so {after} it").look_alikes

    assert (pair.before_name, pair.after_name) == (old, new)


def test_a_pair_that_occurs_twice_is_named_once() -> None:
    assert len(word_diff("ее", "ee").look_alikes) == 1


def test_words_that_differ_for_every_eye_name_no_letters() -> None:
    assert word_diff("raises", "lowers").look_alikes == ()
