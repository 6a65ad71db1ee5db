"""The benchmark of quotes walks the real path and keeps nothing."""

import pytest

from analysis.evaluation.quote_benchmark import (
    book_of,
    misspelt,
    passages_of,
    quotes_in_a_long_document,
)
from graphcurate.library.models import Document
from graphcurate.library.quotes import find, searchable


@pytest.mark.django_db
def test_found_and_misspelt_passages_are_measured_and_nothing_is_kept() -> None:
    figures = quotes_in_a_long_document(pages=10).as_json()

    assert figures["pages"] == 10
    assert figures["found_p95_ms"] > 0
    assert figures["not_found_p95_ms"] > 0
    assert figures["not_found_to_small_document"] > 0
    assert not Document.objects.exists()


def test_what_is_asked_is_found_and_misspelt_is_not() -> None:
    document = searchable(book_of(3).text)

    for passage in passages_of(document.text):
        assert find(document, passage) is not None
        assert find(document, misspelt(passage)) is None
