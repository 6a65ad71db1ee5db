"""A file as a whole: refused in a sentence, or told to have been altered."""

import pytest

from graphcurate.exchange.document_rows import DocumentRows
from graphcurate.exchange.refusing import FileRefused
from tests.unit.graphcurate.exchange.conftest import as_document, plan_document, small_graph


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ([], "no exchange file"),
        ({}, "no exchange file"),
        ({"resourceType": "Bundle"}, "no exchange file"),
        ({"format": "medreview-graph"}, "another version"),
        ({"format": "medreview-graph", "format_version": 1, "drugs": []}, "drugs"),
        ({"format": "medreview-graph", "format_version": 1, "relations": {}}, "relations"),
    ],
)
def test_what_is_no_exchange_file_is_refused_in_a_sentence(said, sentence):
    with pytest.raises(FileRefused, match=sentence):
        DocumentRows(said, {})


def test_a_file_as_it_was_exported_is_what_its_hash_says():
    assert not DocumentRows(as_document(small_graph()), {}).is_altered()


def test_a_file_somebody_edited_is_told_apart_and_read_all_the_same():
    said = as_document(small_graph())
    said["relations"][0]["rationale"] = "Otherwise."

    assert DocumentRows(said, {}).is_altered()
    assert len(plan_document(said, small_graph()).changes) == 1


def test_an_entry_that_brings_its_relations_along_is_told_where_they_stand():
    said = as_document(small_graph())
    said["biomarkers"][0]["relations"] = [{"kind": "condition"}]

    [refused] = [row for row in plan_document(said, small_graph()).rows if row.why]

    assert refused.field == "relations"
