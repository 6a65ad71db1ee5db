"""What a model brings of its own is untraced, and asked by key where the graph has the thing."""

import pytest
from pydantic import ValidationError

from analysis.pipeline.diagnostician.contracts import ProposedItem
from analysis.pipeline.diagnostician.knowledge import untraced_items
from graphcurate.contracts import RelatedItem
from tests.factories.graph import starter_lookup


def items(*proposed: tuple[str, str]) -> tuple[RelatedItem, ...]:
    brought = [
        ProposedItem.model_validate(
            {"kind": kind, "name": name, "effect": "raises", "why": "Textbooks relate it."}
        )
        for kind, name in proposed
    ]
    return untraced_items(brought, starter_lookup())


def test_no_relation_and_no_source_stand_behind_it():
    [item] = items(("condition", "Some rare disease"))

    assert item.untraced
    assert (item.relation_id, item.source, item.quotes, item.reviewed) == (None, None, (), False)
    assert (item.knowledge_level, item.agent_type) == ("model_knowledge", "model")
    assert (item.key, item.name) == (None, "Some rare disease")


@pytest.mark.parametrize(
    ("kind", "name", "key"),
    [
        ("parameter", "Potassium", "potassium"),
        ("parameter", "калий", "potassium"),
        ("parameter", "creatinine", "creatinine"),
        ("medication", "Furosemide", "furosemide"),
    ],
)
def test_a_thing_the_graph_has_is_asked_by_its_key(kind, name, key):
    [item] = items((kind, name))

    assert item.key == key


def test_a_thing_brought_twice_is_asked_once():
    brought = items(("parameter", "Potassium"), ("parameter", "potassium"), ("condition", "Gout"))

    assert [item.name for item in brought] == ["Potassium", brought[1].name]


@pytest.mark.parametrize(
    "name",
    [
        "line\nbreak",
        "<b>bold</b>",
        "see https://example.org",
        "potassium 9.9 mmol/L",
        "half of them, 50 %",
        "found in 1999",
        "{call: me}",
        "x" * 81,
        " ",
    ],
)
def test_what_is_no_plain_name_is_no_item(name):
    with pytest.raises(ValidationError):
        items(("parameter", name))
