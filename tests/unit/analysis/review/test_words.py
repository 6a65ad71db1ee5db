"""Citations are kept whole."""

from hypothesis import given
from hypothesis import strategies as st

from analysis.review.words import parted


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
