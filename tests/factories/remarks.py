"""Change sets that were discussed, and reports of readers, for tests of reviewing."""

from graphcurate.lifecycle import Verdict
from graphcurate.models import ChangeSet, Flag
from graphcurate.presenters.diff import EntryDiff, entry_diffs
from graphcurate.presenters.entry_names import Names
from graphcurate.queries import change_sets, head
from graphcurate.reviewing.bulk import read
from graphcurate.services import bulk, flags, remarks
from medreview.accounts.models import User
from tests.factories.curation import decided, make_set, sent, set_field


def make_flag(*, by: User, kind: str = "biomarker", key: str = "potassium") -> Flag:
    """A report that waits for the curators of this person's hospital."""
    return flags.flag(
        kind=kind, key=key, release="starter-2026.11", text="The limit looks wrong.", by=by
    )


def make_discussed(*, by: User, reviewer: User) -> ChangeSet:
    """A set that was sent, sent back with words and a mention of its author, and extended."""
    made = in_review(by=by)
    remarks.comment(change_set=made, text=f"@{by.username}, why so short?", by=reviewer)
    decided(made, reviewer, Verdict.REQUEST_CHANGES, "Say why.")
    made.refresh_from_db()
    rows = read("potassium, en, Kalium of the house", head())
    bulk.put(change_set=made, rows=rows, reason="", by=by)
    made.refresh_from_db()
    return made


def in_review(*, by: User, days: int = 8, key: str = "potassium") -> ChangeSet:
    """A set that shortens how long a test is valid, and waits for a second person."""
    made = make_set(by)
    set_field(made, "validity_days", days, by=by, key=key)
    return sent(made, by)


def diffs_of(change_set: ChangeSet, language: str = "en") -> list[EntryDiff]:
    """Its changes as a reader sees them."""
    after = change_sets.working_content([change_set])
    return entry_diffs(change_sets.changes_of(change_set), Names([head(), after], language))


def changed_entry(change_set: ChangeSet) -> str:
    """The place of its first change on the page."""
    return diffs_of(change_set)[0].id
