"""The passage that comes closest to a quote a document does not hold."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcurate.library.closest import closest
from graphcurate.library.quotes import as_read, find, searchable

CHAPTER = (
    "Iron is low in both kinds of anaemia.\nIn severe hyper-\nkalaemia the value is repeated at "
    "once, and the sample is looked at for haemolysis before anybody acts on it. "
    "Низкий уровень калия встречается чаще.\n血钾升高应立即复查。\n"
)
FILLER = " ".join(
    "".join(random.Random(number).choices("abdefgilmnoprstuvw", k=3 + number % 9))
    for number in range(3000)
)
BOOK = searchable(f"{FILLER}\n{CHAPTER}\n{FILLER[::-1]}")


def nearest(quote: str) -> str | None:
    place = closest(BOOK, quote)
    return None if place is None else as_read(BOOK.text, place)


@pytest.mark.parametrize(
    ("quote", "passage"),
    [
        (
            "severe hyperkaliemia the value is repeated at once",
            "severe hyperkalaemia the value is repeated at once",
        ),
        ("THE SAMPLE IS LOOKED AT", "the sample is looked at"),
        ("low in either kind of anaemia", "low in both kinds of anaemia"),
        ("Низкий ypовень калия", "Низкий уровень калия"),
        ("血钠升高应立即复查", "血钾升高应立即复查"),
        ("haemolysls", "haemolysis"),
    ],
)
def test_the_nearest_words_are_offered(quote: str, passage: str) -> None:
    assert nearest(quote) == passage


@pytest.mark.parametrize(
    "quote", ["", "zzz", "quixotic zebras jump hazy fjords", "xyzzy" * 20, "1234567890"]
)
def test_nothing_is_offered_where_nothing_comes_close(quote: str) -> None:
    assert nearest(quote) is None


def test_an_empty_document_offers_nothing() -> None:
    assert closest(searchable(""), "Iron is low") is None


@given(st.integers(0, len(CHAPTER) - 60), st.integers(30, 60), st.data())
def test_a_quote_with_one_changed_letter_leads_to_its_passage(
    start: int, length: int, data: st.DataObject
) -> None:
    quote = CHAPTER[start : start + length]
    letters = [at for at, letter in enumerate(quote) if letter.isalpha()]
    at = data.draw(st.sampled_from(letters))

    changed = quote[:at] + "ß" + quote[at + 1 :]
    place = closest(BOOK, changed)

    assert place is not None
    chapter = BOOK.text.index(CHAPTER)
    assert place.start < chapter + start + length
    assert place.end > chapter + start


def test_what_is_offered_can_be_quoted() -> None:
    offered = nearest("in severe hyperkalemia the value is repeated")

    assert offered == "In severe hyperkalaemia the value is repeated"
    assert find(BOOK, offered) is not None
