"""A new link is told from every other: its target, its twins, its id."""

import pytest

from graphcurate.contracts import Effect, RelationKind
from graphcurate.editing.links import Target, new_link, target_in, twins_of
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER

CONTENT = read(STARTER_FOLDER)
CKD = Target(RelationKind.CONDITION, "ckd")


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Chronic kidney disease · condition:ckd", CKD),
        ("condition:ckd", CKD),
        ("ckd", CKD),
        ("chronic kidney disease", CKD),
        ("Potassium · parameter:potassium", Target(RelationKind.PARAMETER, "potassium")),
        ("Калий", Target(RelationKind.PARAMETER, "potassium")),
        ("condition:nothing", None),
        ("nothing at all", None),
    ],
)
def test_a_target_is_found_by_what_was_picked_by_its_key_or_a_name(text, target) -> None:
    assert target_in(text, CONTENT) == target


def test_links_from_the_same_to_the_same_are_twins() -> None:
    found = twins_of(EntryKind.BIOMARKER, "ferritin", CKD, CONTENT.relations)

    assert [(one.biomarker, one.target) for one in found] == [("ferritin", "ckd")]
    assert twins_of(EntryKind.DOMAIN, "ferritin", CKD, CONTENT.relations) == []


def test_a_second_link_gets_an_id_of_its_own() -> None:
    first = new_link(EntryKind.BIOMARKER, "ferritin", CKD, Effect.LOWERS, [])

    second = new_link(EntryKind.BIOMARKER, "ferritin", CKD, Effect.RAISES, [first.id])

    assert first.id == "rel:ferritin:condition:ckd"
    assert second.id == "rel:ferritin:condition:ckd:2"
    assert second.rationale == ""
