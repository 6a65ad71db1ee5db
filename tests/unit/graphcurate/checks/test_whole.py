"""What a change breaks elsewhere is its problem; what was so before is not."""

import datetime as dt

from graphcurate.applying import Change, apply
from graphcurate.checks.whole import problems_of_whole
from graphcurate.contracts import Biomarker, LoincCode
from graphcurate.entry_fields import EntryKind
from tests.unit.graphcurate.releasing.test_diff import small

TODAY = dt.date(2026, 11, 30)


def blocked(before, changes):
    applied = apply(before, changes)
    found = problems_of_whole(before, applied, changes, quotes={}, today=TODAY)
    return {one.key for one in found if one.blocks}


def with_transferrin(code):
    other = Biomarker(
        key="transferrin",
        name="Transferrin",
        names={"en": "Transferrin"},
        synonyms={"en": (), "ru": (), "zh": ()},
        loinc=(LoincCode(code=code, primary=True),),
        domain="iron",
        kind="quantity",
    )
    return small().model_copy(update={"biomarkers": (*small().biomarkers, other)})


def note(key):
    return Change(
        kind=EntryKind.BIOMARKER, key=key, field="comparability_note", new="Read with care."
    )


def test_a_link_that_blocked_before_and_was_not_touched_is_no_problem():
    # Its only link has no evidence: it would not be accepted anew.
    assert blocked(small(), [note("ferritin")]) == set()


def test_a_code_that_another_has_blocks_the_one_that_was_not_touched_too():
    taken = Change(
        kind=EntryKind.BIOMARKER, key="transferrin", field="loinc/2276-4", new={"primary": False}
    )

    assert blocked(with_transferrin("3034-6"), [taken]) == {"ferritin", "transferrin"}
