"""Letters that can be taken for one another."""

from medreview.common.letters import drawn, letter_name, letters_of, look_alikes


def test_a_letter_is_read_together_with_its_marks() -> None:
    assert letters_of("ал\u0306б") == ["а", "л\u0306", "б"]
    assert letters_of("\u0306а") == ["\u0306", "а"]


def test_every_part_of_a_letter_is_named() -> None:
    assert letter_name("e\u0301") == (
        "LATIN SMALL LETTER E (U+0065) + COMBINING ACUTE ACCENT (U+0301)"
    )
    assert letter_name("\x07") == "UNNAMED (U+0007)"


def test_texts_in_two_scripts_can_be_drawn_alike() -> None:
    assert drawn("Сор") == drawn("Cop")
    assert drawn("low") != drawn("high")


def test_a_space_too_many_is_a_letter_that_cannot_be_seen() -> None:
    (pair,) = look_alikes("a b", "a  b")

    assert (pair.before, pair.after_name) == ("", "SPACE (U+0020)")
    assert pair.before_name == ""


def test_marks_of_different_number_are_told_as_one() -> None:
    (pair,) = look_alikes("a\u00a0b", "a  b")

    assert (pair.before, pair.after) == ("\u00a0", "  ")
