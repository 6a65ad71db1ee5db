"""Drafts: saved field by field, merged where fields differ, refused where they do not."""

import pytest

from graphcurate.contracts import Source
from graphcurate.entry_fields import EXISTS, EntryKind
from graphcurate.errors import CommentMissing, NotReady, StaleChangeSet, StaleField
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import Revision
from graphcurate.queries import change_sets as queries
from graphcurate.services import change_sets
from graphcurate.services.change_sets import Edit
from medreview.audit.models import AuditEvent
from medreview.common.errors import Denied, Invalid, WrongState
from tests.factories.curation import decided, make_curator, make_set, sent, set_field

pytestmark = pytest.mark.django_db

POTASSIUM = {"kind": EntryKind.BIOMARKER, "key": "potassium"}
BOOK = Source(key="own_book", title="A book", organisation="A house", year=2026)


@pytest.fixture
def author():
    return make_curator()


@pytest.fixture
def other():
    return make_curator()


def test_change_sets_are_numbered_one_after_the_other(author):
    first, second = make_set(author), make_set(author)

    assert second.number == first.number + 1
    assert second.label == f"CS-{second.number}"


def test_a_change_set_without_a_title_is_refused(author):
    with pytest.raises(Invalid):
        change_sets.open_set(title="  ", by=author)


def test_a_saved_field_remembers_what_it_was_and_leaves_its_line(author):
    draft = make_set(author)

    set_field(draft, "comparability_note", "Haemolysis raises it.", by=author)

    (row,) = draft.revisions.all()
    assert (row.old, row.new, row.author) == (None, "Haemolysis raises it.", author)
    event = AuditEvent.objects.get(event="change_set.edited")
    assert event.detail == {"entry": "biomarker/potassium", "fields": "comparability_note"}


def test_a_field_put_back_as_it_was_is_no_change_any_more(author):
    draft = make_set(author)
    before = queries.head_fields(EntryKind.BIOMARKER, "potassium")["validity_days"]

    set_field(draft, "validity_days", before + 1, by=author)
    set_field(draft, "validity_days", before, by=author)

    assert not draft.revisions.exists()


def test_two_curators_on_different_fields_both_save(author, other):
    draft = make_set(author)

    set_field(draft, "validity_days", 3, by=author)
    set_field(draft, "names/ru", "Калий, сыворотка", by=other)

    fields = queries.working_fields(draft, EntryKind.BIOMARKER, "potassium")
    assert (fields["validity_days"], fields["names/ru"]) == (3, "Калий, сыворотка")
    assert queries.contributors(draft) == {author.pk, other.pk}


def test_the_second_of_two_on_one_field_is_told_what_stands(author, other):
    draft = make_set(author)
    seen = queries.working_fields(draft, EntryKind.BIOMARKER, "potassium")["validity_days"]
    set_field(draft, "validity_days", 3, by=author)

    with pytest.raises(StaleField) as refused:
        change_sets.save_field(
            change_set=draft, **POTASSIUM, field="validity_days", new=5, seen=seen, by=other
        )

    assert (refused.value.now, refused.value.sent) == (3, 5)
    assert draft.revisions.get().new == 3


def test_of_many_edits_only_the_stale_one_is_refused(author):
    draft = make_set(author)

    refused = change_sets.save_edits(
        change_set=draft,
        edits=[
            Edit(**POTASSIUM, field="validity_days", new=3, seen=99999),
            Edit(**POTASSIUM, field="synonyms/en/K plus", new=True, seen=None),
        ],
        by=author,
    )

    assert [each.edit.field for each in refused] == ["validity_days"]
    assert [row.field for row in draft.revisions.all()] == ["synonyms/en/K plus"]


def test_a_new_entry_is_all_revisions_and_its_key_is_taken_then(author):
    draft = make_set(author)

    change_sets.add_entry(change_set=draft, entry=BOOK, by=author)

    assert queries.working_content([draft]).sources != queries.working_content([]).sources
    with pytest.raises(Invalid):
        change_sets.add_entry(change_set=draft, entry=BOOK, by=author)


def test_removing_says_why_and_drops_what_was_edited(author):
    draft = make_set(author)
    set_field(draft, "validity_days", 3, by=author)

    with pytest.raises(CommentMissing):
        change_sets.remove_entry(change_set=draft, **POTASSIUM, reason=" ", by=author)
    change_sets.remove_entry(change_set=draft, **POTASSIUM, reason="A duplicate.", by=author)

    (row,) = draft.revisions.all()
    assert (row.field, row.old, row.new, row.reason) == (EXISTS, True, False, "A duplicate.")


def test_removing_what_this_set_added_leaves_nothing(author):
    draft = make_set(author)
    change_sets.add_entry(change_set=draft, entry=BOOK, by=author)

    change_sets.remove_entry(
        change_set=draft, kind=EntryKind.SOURCE, key=BOOK.key, reason="A slip.", by=author
    )

    assert not draft.revisions.exists()


def test_an_empty_or_unfit_draft_is_not_sent(author):
    draft = make_set(author)
    with pytest.raises(NotReady):
        sent(draft, author)

    set_field(draft, "loinc/2823-4", {"primary": False}, by=author)
    with pytest.raises(NotReady):
        sent(draft, author)

    problems = [str(problem) for problem in queries.problems_of(draft)]
    assert "2823-4 is no LOINC code: its check digit does not fit." in problems


def test_a_draft_is_sent_as_it_was_seen(author):
    draft = make_set(author)
    set_field(draft, "validity_days", 3, by=author)

    with pytest.raises(StaleChangeSet):
        change_sets.submit(change_set=draft, version=1, by=author)
    assert sent(draft, author).state == ChangeSetState.IN_REVIEW


def test_an_edit_after_the_approval_puts_it_back_in_review(author, other):
    draft = make_set(author)
    set_field(draft, "validity_days", 3, by=author)
    sent(draft, author)
    decided(draft, other)
    assert queries.approval_of(draft) is not None

    set_field(draft, "validity_days", 4, by=author)

    draft.refresh_from_db()
    assert draft.state == ChangeSetState.IN_REVIEW
    assert queries.approval_of(draft) is None


@pytest.mark.parametrize("step", [change_sets.take_back, change_sets.withdraw])
def test_only_who_wrote_in_it_takes_a_set_back_or_withdraws_it(step):
    author, helper, other = make_curator(), make_curator(), make_curator()
    made = make_set(author)
    set_field(made, "comparability_note", "Note.", by=author)
    set_field(made, "specimen", "Plasma", by=helper)
    standing = sent(made, author)

    with pytest.raises(Denied):
        step(change_set=standing, version=standing.version, by=other)
    step(change_set=standing, version=standing.version, by=helper)

    standing.refresh_from_db()
    assert standing.state in {"draft", "withdrawn"}


def test_a_closed_change_set_takes_no_more_changes(author):
    draft = make_set(author)
    change_sets.withdraw(change_set=draft, version=draft.version, by=author)

    with pytest.raises(WrongState):
        set_field(draft, "validity_days", 3, by=author)


def test_an_approval_supersedes_the_rivals_and_gives_them_back_when_it_falls(author, other):
    rival, draft = make_set(other), make_set(author)
    set_field(rival, "validity_days", 5, by=other)
    set_field(rival, "names/ru", "Калий, сыворотка", by=other)
    set_field(draft, "validity_days", 3, by=author)
    sent(draft, author)

    decided(draft, other)
    assert [change.field for change in queries.changes_of(rival)] == ["names/ru"]

    set_field(draft, "validity_days", 4, by=author)
    assert len(queries.changes_of(rival)) == 2
    assert not Revision.objects.exclude(superseded_by=None).exists()


def test_a_superseded_field_can_be_wanted_anew(author, other):
    rival, draft = make_set(other), make_set(author)
    set_field(rival, "validity_days", 5, by=other)
    set_field(draft, "validity_days", 3, by=author)
    sent(draft, author)
    decided(draft, other)

    set_field(rival, "validity_days", 6, by=other)

    assert [change.new for change in queries.changes_of(rival)] == [6]


@pytest.mark.parametrize(
    ("key", "field", "new"),
    [
        ("potassium", f"synonyms/en/{'n' * 400}", True),
        ("p" * 201, "specimen", "serum"),
        ("potassium", "specimen", "ser\x00um"),
        ("potassium", "synonyms/en/\ud83d", True),
        ("potassium", "units", ["\x00"]),
        ("potassium", "loinc/2823-3", {"display": "\udfff"}),
    ],
)
def test_what_no_table_could_keep_is_refused_before_it_is_saved(author, key, field, new):
    edit = Edit(kind=EntryKind.BIOMARKER, key=key, field=field, new=new, seen=None)

    with pytest.raises(Invalid):
        change_sets.save_edits(change_set=make_set(author), edits=[edit], by=author)
