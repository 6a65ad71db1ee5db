"""Two texts compared word by word, and citations kept whole."""

from hypothesis import given
from hypothesis import strategies as st

from analysis.review.words import compared, parted


def test_a_changed_word_is_struck_out_and_the_new_one_written_in() -> None:
    pieces = compared("Iron is low.", "Iron is very low.")

    assert [(piece.kind, piece.text) for piece in pieces] == [
        ("same", "Iron is "),
        ("new", "very "),
        ("same", "low."),
    ]


@given(st.text(max_size=80), st.text(max_size=80))
def test_both_texts_can_be_read_back_from_the_comparison(before: str, after: str) -> None:
    pieces = compared(before, after)

    assert "".join(p.text for p in pieces if p.kind != "new") == before
    assert "".join(p.text for p in pieces if p.kind != "gone") == after


def test_citations_are_parts_of_their_own() -> None:
    parts = parted("Iron is low [1][2], ferritin too.")

    assert [(part.text, part.citation) for part in parts] == [
        ("Iron is low ", None),
        ("[1]", 1),
        ("[2]", 2),
        (", ferritin too.", None),
    ]


@given(st.text(max_size=120))
def test_no_text_is_lost_around_citations(text: str) -> None:
    assert "".join(part.text for part in parted(text)) == text
