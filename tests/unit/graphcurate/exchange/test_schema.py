"""The schema in the repository is that of the contracts, and what is exported fits it."""

import json

import pytest
from jsonschema import Draft202012Validator

from graphcurate.exchange.read import read
from graphcurate.exchange.schema import SCHEMA_FILE, schema, schema_text
from graphcurate.exchange.starter import STARTER_FOLDER
from tests.unit.graphcurate.exchange.conftest import as_document, small_graph

KEPT = json.loads(SCHEMA_FILE.read_text())
CHECKED = Draft202012Validator(KEPT)


def test_the_schema_of_the_repository_is_current():
    assert SCHEMA_FILE.read_text() == schema_text(), "run: make docs"


def test_the_schema_is_one():
    Draft202012Validator.check_schema(schema())


def test_the_exported_starter_release_fits():
    assert list(CHECKED.iter_errors(as_document(read(STARTER_FOLDER)))) == []


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"format_version": 2},
        {"patients": []},
        {"relations": [{"id": "x"}]},
        {"remove": [{"kind": "relation", "key": "x"}]},
    ],
)
def test_what_is_no_exchange_file_does_not_fit(change):
    assert not CHECKED.is_valid(as_document(small_graph()) | change)
