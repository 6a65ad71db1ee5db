"""Whether a passage stands in a document word for word, and where."""

import re
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graphcurate.library.quotes import (
    QUOTE_LENGTH,
    STEP,
    Place,
    as_read,
    cuts_a_word,
    find,
    readings,
    searchable,
    stands_at,
)

GUIDELINE = (
    "1 Potassium\n\nSevere hyper-\nkalaemia (≥ 6.5 mmol/L) is “treated at once”.\n"
    "A beta-\nblocker explains a rise of 0.3-\n0.5 mmol/L; so\u00adme do not.\n"
    "血钾升高\n应立即处理。 Скала низкий уровень. Range 3–5, not 3-5."
)

SETTERS = st.text(alphabet="abке.5 -\n\u00ad“\"’'血–", min_size=1, max_size=80)
"""Texts full of what printers decide."""


def found(quote: str, text: str = GUIDELINE) -> str | None:
    place = find(searchable(text), quote)
    return None if place is None else text[place.start : place.end]


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        ("Severe  hyperkalaemia", "Severe hyper-\nkalaemia"),
        ("hyper- kalaemia", "hyper-\nkalaemia"),
        ("beta-blocker", "beta-\nblocker"),
        ("beta‑blocker explains\u00a0a", "beta-\nblocker explains a"),
        ('is "treated at once".', "is “treated at once”."),
        ("0.3-0.5 mmol/L", "0.3-\n0.5 mmol/L"),
        ("some do not", "so\u00adme do not"),
        ("血钾升高应立即处理", "血钾升高\n应立即处理"),
        ("血钾升高 应立即处理", "血钾升高\n应立即处理"),
        ("  Range 3–5,\r\nnot 3-5. ", "Range 3–5, not 3-5."),
    ],
)
def test_what_a_printer_decides_is_looked_over(quote: str, passage: str) -> None:
    assert found(quote) == passage


@pytest.mark.parametrize(
    "quote",
    [
        "severe hyperkalaemia",
        "Severe hyper kalaemia",
        "Severehyperkalaemia",
        "6.5mmol/L",
        "0.30.5 mmol/L",
        "Range 3-5,",
        "not 3–5.",
        "Скaла",  # a Latin a
        "Скал\u0306а",
        "treated at once'",
        "血钾 升高",
        "betablockers",
        "",
        " - ",
        "x" * (QUOTE_LENGTH + 1),
    ],
)
def test_whatever_a_writer_decides_is_not(quote: str) -> None:
    assert found(quote) is None


def test_a_letter_whose_mark_was_left_out_is_another_letter() -> None:
    assert found("ал", "бал\u0306 а") is None
    assert found("ал\u0306", "бал\u0306 а") == "ал\u0306"
    assert found("ал", "бал\u0306 ал") == "ал"


@settings(max_examples=300)
@given(SETTERS, st.data())
def test_any_slice_of_a_document_is_found_at_its_offset(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    slice_ = text[start:end]
    assume(re.search(r"[^\s\-\u00ad]", slice_))
    # A hyphen before a line's end may belong to the word before: then the passage begins after it.
    lead = len(re.match(r"[\s\-\u00ad]*", slice_)[0])

    first = find(searchable(text), slice_)

    assert first is not None
    assert first.start <= start + lead
    assert stands_at(text, first.start, slice_) == first
    assert any(stands_at(text, start + at, slice_) for at in range(lead + 1))


@settings(max_examples=300)
@given(SETTERS, st.data())
def test_any_one_changed_letter_is_not_found(text: str, data: st.DataObject) -> None:
    letters = [at for at, letter in enumerate(text) if letter.isalnum()]
    assume(letters)
    at = data.draw(st.sampled_from(letters))
    start = data.draw(st.integers(0, at))
    end = data.draw(st.integers(at + 1, len(text)))
    instead = data.draw(st.characters(categories=["Lu", "Ll", "Nd", "Lo"]))
    assume(instead not in text)

    changed = text[start:at] + instead + text[at + 1 : end]

    assert find(searchable(text), changed) is None
    assert stands_at(text, start, changed) is None


@given(st.text(max_size=200))
def test_a_character_of_the_folded_text_leads_back_to_where_it_stands(text: str) -> None:
    document = searchable(text)

    for place in range(len(document.folded)):
        offset = document.offset_of(place)
        assert searchable(text[offset]).folded == document.folded[place]


def test_marks_lead_through_a_long_text() -> None:
    text = "word - and\n" * STEP
    document = searchable(text)

    place = find(document, "word - and word - and")

    assert place == Place(0, 21)
    assert document.offset_of(len(document.folded) - 1) == len(text) - 2


def test_a_passage_that_occurs_twice_is_found_at_the_first_and_stands_at_both() -> None:
    text = "low iron, low iron"

    assert find(searchable(text), "low iron") == Place(0, 8)
    assert stands_at(text, 10, "low iron") == Place(10, 18)
    assert stands_at(text, 3, "low iron") is None
    assert stands_at(text, 99, "low iron") is None
    assert stands_at(text, -1, "low iron") is None


def test_a_text_that_repeats_itself_without_end_is_given_up_on() -> None:
    text = "a" * 200_000

    assert find(searchable(text), "a " * 1_000 + "a") is None


@pytest.mark.parametrize(
    ("text", "passage", "cuts"),
    [
        ("15.5 mmol/L", "5.5 mmol/L", True),
        ("15.5 mmol/L", "15.5", False),
        ("15.5 mmol/L", "15", True),
        ("15.5 mmol/L", ".5 mmol/L", True),
        ("at -5 it", "5 it", True),
        ("at −5 it", "5 it", True),
        ("not recommended", "recommended", False),
        ("unrecommended", "recommended", True),
        ("血钾升高", "钾升", False),
    ],
)
def test_a_passage_that_cuts_a_word_or_a_number_says_so(
    text: str, passage: str, cuts: bool
) -> None:
    start = text.index(passage)

    assert cuts_a_word(text, Place(start, start + len(passage))) is cuts


def test_a_passage_is_read_in_one_line_with_its_words_made_whole() -> None:
    place = find(searchable(GUIDELINE), "Severe hyperkalaemia (≥ 6.5 mmol/L) is")

    assert as_read(GUIDELINE, place) == "Severe hyperkalaemia (≥ 6.5 mmol/L) is"


@given(SETTERS)
def test_a_passage_as_it_is_read_is_found_where_it_stands(text: str) -> None:
    document = searchable(text)
    place = find(document, text)
    assume(place is not None)

    assert find(document, as_read(text, place)) is not None


@pytest.mark.parametrize(
    ("gap", "left", "right", "meant"),
    [
        ("", "a", "b", ("",)),
        (" \n ", "a", "b", (" ",)),
        ("-\n", "a", "b", ("", "-", "- ")),
        ("-\n", "3", "5", ("-", "- ")),
        (" -\n", "a", "b", (" - ",)),
        ("\u00ad\n", "3", "b", ("", "-", "- ")),
        ("\u00ad", "a", "b", ("",)),
        ("\n", "血", "钾", ("", " ")),
        (" ", "血", "钾", (" ",)),
    ],
)
def test_what_stands_between_two_letters_has_its_readings(
    gap: str, left: str, right: str, meant: tuple[str, ...]
) -> None:
    assert readings(gap, left, right) == meant


def test_decomposed_letters_are_not_composed() -> None:
    assert found("й", unicodedata.normalize("NFD", "й")) is None
