"""A document's text cut into what one looks at together, with what is quoted marked."""

from hypothesis import given
from hypothesis import strategies as st

from graphcurate.library.contents import Contents, Section
from graphcurate.library.quotes import Place
from graphcurate.presenters.document_text import leaves_of, pieces_of

PLACES = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(
    lambda two: Place(min(two), max(two))
)


def test_quoted_passages_are_marked_even_where_they_overlap() -> None:
    pieces = pieces_of("abcdefgh", Place(0, 8), [Place(1, 4), Place(3, 6)], Place(5, 7))

    assert "".join(piece.text for piece in pieces) == "abcdefgh"
    assert "".join(piece.text for piece in pieces if piece.is_quoted) == "bcdef"
    assert "".join(piece.text for piece in pieces if piece.is_here) == "fg"


@given(st.text(min_size=1, max_size=40), st.lists(PLACES, max_size=4), PLACES)
def test_no_letter_of_a_page_is_lost(text: str, quoted: list[Place], here: Place) -> None:
    pieces = pieces_of(text, Place(0, len(text)), quoted, here)

    assert "".join(piece.text for piece in pieces) == text


def test_pages_are_leaves_and_headings_lead_to_them() -> None:
    leaves = leaves_of(Contents("one\n\ntwo", (0, 5), (Section(5, 1, "Two"),)))

    assert [leaves.span(1), leaves.span(2)] == [Place(0, 5), Place(5, 8)]
    assert [leaves.leaf_at(at) for at in (0, 4, 5)] == [1, 1, 2]
    assert [(one.title, one.leaf) for one in leaves.headings()] == [("Two", 2)]


def test_a_long_text_without_pages_is_cut_where_lines_end() -> None:
    text = "a line of it\n" * 5000
    leaves = leaves_of(Contents(text))

    parts = [leaves.span(number) for number in range(1, leaves.count + 1)]

    assert leaves.count > 3
    assert "".join(text[part.start : part.end] for part in parts) == text
    assert all(text[part.start - 1] == "\n" for part in parts[1:])
    assert leaves_of(Contents("x" * 99_000)).count == 1
