import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.common.text import normalise_name, visible, whole_number


def test_letters_that_hide_or_turn_others_are_left_out():
    assert visible("\u202e51 mg\u202c") == "51 mg"
    assert visible("\u200b\u2060") == ""
    assert visible("[#/\u200bvolume]") == "[#/volume]"


def test_letters_that_a_spelling_needs_stay():
    for text in ("Мария", "王芳", "می\u200cخواهم", "क्\u200dष", "أحمد", "µmol/L", "two\nlines"):
        assert visible(text) == text


@given(st.text())
def test_nothing_is_added_and_twice_is_once(text):
    shown = visible(text)

    assert visible(shown) == shown
    assert set(shown) <= set(text)


@given(st.text())
def test_a_comparable_name_stays_as_it_is_compared(text):
    assert normalise_name(text) == normalise_name(f"  {text}\t")


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("17", 17), ("999999999", 999_999_999), ("9999999999", None), ("-1", None)],
)
def test_a_number_of_an_address_is_read_where_it_is_one(text: str, number: int | None) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", [None, "", " 1", "1.0", "٣", "²", "x", "1" * 5000])
def test_what_is_no_number_is_none(text: str | None) -> None:
    assert whole_number(text) is None
