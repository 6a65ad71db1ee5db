"""An address is the whole filter, and what it says wrongly narrows nothing."""

import pytest

from graphcurate.asked_list import asked_of
from graphcurate.browsing import EntryType, State

RELEASES = ["first", "second"]


def test_an_address_says_everything_a_list_is_narrowed_by():
    query = {
        "q": " ferr ", "domain": "iron", "coverage": "without:medication", "state": "starter",
        "source": "WHO", "quotes": "none", "since": "second", "after": "biomarker:f",
    }  # fmt: skip

    asked = asked_of(query, RELEASES)

    assert asked.filter.words == "ferr"
    assert asked.filter.state is State.STARTER
    assert asked.filter.coverage == "without:medication"
    assert asked.filter.unquoted
    assert asked.filter.since == 1
    assert asked.after == "biomarker:f"


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"type": "nonsense", "state": "x", "since": "none", "quotes": "1", "coverage": "with:x"},
        {"q": "  "},
    ],
)
def test_what_can_not_be_understood_narrows_nothing(query):
    asked = asked_of(query, RELEASES)

    assert not asked.is_narrowed
    assert asked.filter.type is EntryType.BIOMARKER
    assert asked.words == {}


@pytest.mark.parametrize("kind", ["condition", "source"])
def test_what_only_biomarkers_have_narrows_only_them(kind):
    query = {"type": kind, "domain": "iron", "coverage": "with:any"}

    asked = asked_of(query, RELEASES)

    assert asked.filter.type == kind
    assert not asked.is_narrowed
