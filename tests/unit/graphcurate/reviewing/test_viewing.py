"""What has to be looked at before approving, and what changed since."""

import pytest

from graphcurate.applying import Change
from graphcurate.entry_fields import EntryKind
from graphcurate.reviewing.viewing import (
    MANY,
    NotViewed,
    changed_entries,
    changed_since,
    check_viewed,
    unviewed,
)


def change(field: str = "validity_days", new: object = 8, key: str = "potassium") -> Change:
    old = True if field == "exists" else 14
    return Change(kind=EntryKind.BIOMARKER, key=key, field=field, old=old, new=new)


def marks(*changes: Change) -> dict[tuple[str, str], str]:
    return {(one.kind, one.key): one.content_hash for one in changed_entries(changes)}


def test_an_edit_leaves_a_viewed_mark_behind() -> None:
    seen = marks(change(new=8))

    assert unviewed(changed_entries([change(new=8)]), seen) == ()
    assert len(unviewed(changed_entries([change(new=9)]), seen)) == 1


def test_a_mark_on_one_entry_says_nothing_of_another() -> None:
    entries = changed_entries([change(), change(key="sodium")])

    assert [one.key for one in unviewed(entries, marks(change()))] == ["sodium"]


def test_a_removal_nobody_looked_at_is_asked_about() -> None:
    entries = changed_entries([change("exists", new=False)])

    with pytest.raises(NotViewed):
        check_viewed(entries, {}, confirmed=False)
    check_viewed(entries, {}, confirmed=True)
    check_viewed(entries, marks(change("exists", new=False)), confirmed=False)


def test_an_unviewed_change_that_is_no_removal_is_not_asked_about() -> None:
    check_viewed(changed_entries([change()]), {}, confirmed=False)


def test_more_than_a_hundred_changes_are_approved_only_once_all_were_viewed() -> None:
    many = [change(key=f"b{n}") for n in range(MANY + 1)]
    entries = changed_entries(many)

    with pytest.raises(NotViewed):
        check_viewed(entries, marks(*many[1:]), confirmed=True)
    check_viewed(entries, marks(*many), confirmed=False)


def test_what_changed_since_goes_from_what_was_approved_to_what_stands() -> None:
    approved = [change(new=8), change("specimen", new="Serum")]
    now = [change(new=9), change("kind", new="ratio")]

    found = {one.field: (one.old, one.new) for one in changed_since(approved, now)}

    assert found == {
        "validity_days": (8, 9),
        "specimen": ("Serum", 14),
        "kind": (14, "ratio"),
    }
    assert changed_since(now, now) == ()
