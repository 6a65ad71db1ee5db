"""What a form asks for is kept as a curator's own, and a quote's place is found here."""

import pytest

from graphcurate.services.editing import evidence_of
from tests.factories.library import make_document

pytestmark = pytest.mark.django_db

QUOTE = "Low sodium has many causes."


def test_a_place_that_a_page_claims_is_not_believed(kim):
    claimed = {"source": "X", "quote": "Nothing like it.", "document": "0" * 64, "offset": 5}

    item = evidence_of(claimed, None, kim)

    assert "offset" not in item
    assert "checked_by" not in item


def test_a_quote_that_is_found_names_who_checked_it(kim):
    document = make_document(by=kim)

    item = evidence_of({"source": "X", "quote": QUOTE, "document": document.sha256}, None, kim)

    assert item["offset"] == document.text.text.index("Low sodium")
    assert item["checked_by"] == "kim"


def test_a_quote_that_was_checked_keeps_its_place_while_other_words_change(kim):
    seen = {
        "source": "X",
        "quote": QUOTE,
        "document": "0" * 64,
        "offset": 7,
        "checked_by": "vera",
        "agent_type": "curator",
        "level": "review",
    }

    item = evidence_of({**seen, "locator": "page 2"}, seen, kim)

    assert (item["offset"], item["checked_by"], item["locator"]) == (7, "vera", "page 2")


def test_a_models_claim_that_a_person_rewords_is_a_persons(kim):
    seen = {"source": "X", "level": "review", "agent_type": "model"}

    assert evidence_of({**seen, "level": "study"}, seen, kim)["agent_type"] == "curator"
    assert evidence_of(dict(seen), seen, kim)["agent_type"] == "model"
