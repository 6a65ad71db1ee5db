"""Where in a document a character stands."""

from graphcurate.library.contents import Contents, Section

BOOK = Contents("abcdef", (0, 3), (Section(1, 1, "One"), Section(4, 2, "Two")))


def test_every_character_has_its_page_and_its_heading() -> None:
    assert [BOOK.page_at(at) for at in (0, 2, 3, 5)] == [1, 1, 2, 2]
    assert [getattr(BOOK.section_at(at), "title", None) for at in (0, 1, 3, 4)] == [
        None,
        "One",
        "One",
        "Two",
    ]


def test_a_text_without_pages_has_none() -> None:
    assert Contents("abc").page_at(1) is None
    assert Contents("abc").section_at(1) is None
