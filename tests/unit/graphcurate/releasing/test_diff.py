"""What came, changed and went, by type."""

from graphcurate.applying import Change, apply
from graphcurate.contracts import (
    Biomarker,
    Domain,
    Effect,
    GraphContent,
    LoincCode,
    NamedThing,
    RelationEntry,
    RelationKind,
)
from graphcurate.entry_fields import EntryKind
from graphcurate.releasing.diff import tallies


def small():
    return GraphContent(
        biomarkers=(
            Biomarker(
                key="ferritin",
                name="Ferritin",
                names={"en": "Ferritin"},
                synonyms={"en": (), "ru": (), "zh": ()},
                loinc=(LoincCode(code="2276-4", primary=True),),
                domain="iron",
                kind="quantity",
            ),
        ),
        domains=(Domain(key="iron", names={"en": "Iron"}, scope="Iron stores"),),
        things=(
            NamedThing(
                key="ckd", kind=RelationKind.CONDITION, name="CKD", names={"en": ("CKD",)}, codes=()
            ),
        ),
        relations=(
            RelationEntry(
                id="ferritin-condition-ckd",
                biomarker="ferritin",
                kind=RelationKind.CONDITION,
                target="ckd",
                effect=Effect.RAISES,
                rationale="Inflammation raises it.",
            ),
        ),
        sources=(),
    )


def moved(found):
    return {
        one.type: (one.added, one.changed, one.removed)
        for one in found
        if one.added or one.changed or one.removed
    }


def test_the_same_content_has_totals_and_no_deltas():
    found = tallies(small(), small())

    assert moved(found) == {}
    assert {one.type: one.after for one in found if one.after} == {
        "biomarker": 1,
        "relation.condition": 1,
        "domain": 1,
        "condition": 1,
    }


def test_a_changed_field_is_one_changed_entry_of_its_type():
    change = Change(
        kind=EntryKind.RELATION,
        key="ferritin-condition-ckd",
        field="effect",
        old="raises",
        new="both",
    )

    after = apply(small(), [change]).content

    assert moved(tallies(small(), after)) == {"relation.condition": (0, 1, 0)}


def test_what_came_one_way_went_the_other():
    empty = GraphContent(biomarkers=(), domains=(), things=(), relations=(), sources=())

    came, went = tallies(empty, small()), tallies(small(), empty)

    assert moved(came)["biomarker"] == (1, 0, 0)
    assert moved(went)["relation.condition"] == (0, 0, 1)
    assert [one.after for one in came] == [one.before for one in went]
