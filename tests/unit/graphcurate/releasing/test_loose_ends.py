"""What a content names and does not hold."""

from graphcurate.entry_fields import EntryKind
from graphcurate.releasing.loose_ends import loose_ends
from tests.unit.graphcurate.releasing.test_diff import small


def ends(content):
    return [(end.key, end.missing_kind, end.missing) for end in loose_ends(content)]


def test_a_whole_content_has_none():
    assert ends(small()) == []


def test_a_link_whose_target_is_gone_is_one():
    content = small().model_copy(update={"things": ()})

    assert ends(content) == [("ferritin-condition-ckd", EntryKind.THING, "condition:ckd")]


def test_a_biomarker_without_its_domain_and_a_link_without_its_biomarker_are_too():
    assert ends(small().model_copy(update={"domains": ()})) == [
        ("ferritin", EntryKind.DOMAIN, "iron")
    ]
    assert ends(small().model_copy(update={"biomarkers": ()})) == [
        ("ferritin-condition-ckd", EntryKind.BIOMARKER, "ferritin")
    ]
