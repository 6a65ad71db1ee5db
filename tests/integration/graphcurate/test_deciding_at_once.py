"""Several curators at the same moment: no word is lost, and nobody waits for ever.

Each test sends the two of them off together a few times, with other fields each time.
"""

import pytest

from graphcurate.entry_fields import EntryKind
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet, Release, Revision
from graphcurate.queries import change_sets as queries
from graphcurate.services import change_sets, publishing
from graphcurate.services.releases import load_starter
from medreview.common.errors import MedReviewError
from tests.at_once import at_once
from tests.factories.curation import decided, make_curator, make_set, sent, set_field
from tests.factories.releases import PORT, approved, content_hash, make_plan

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = ("specimen", "comparability_note", "names/ru", "comparability_group")


@pytest.fixture(autouse=True)
def _a_graph(settings):
    settings.GRAPH_IMPACT = PORT
    load_starter()


@pytest.fixture
def people():
    return [make_curator() for _ in range(4)]


def one_field(by, field, new):
    made = make_set(by)
    set_field(made, field, new, by=by)
    return made


def states(*sets):
    return sorted(ChangeSet.objects.get(pk=one.pk).state for one in sets)


def test_of_two_rivals_approved_at_once_one_is_and_the_other_is_read_again(people):
    kim, lee, moe, ned = people
    for field in ROUNDS:
        one = sent(one_field(kim, field, "One."), kim)
        other = sent(one_field(lee, field, "Other."), lee)

        answers = at_once(lambda: decided(one, moe), lambda: decided(other, ned))  # noqa: B023

        assert sum(isinstance(answer, MedReviewError) for answer in answers) == 1
        assert states(one, other) == [ChangeSetState.APPROVED, ChangeSetState.IN_REVIEW]
        for made in (one, other):
            made.refresh_from_db()
            change_sets.withdraw(change_set=made, version=made.version, by=made.opened_by)


def test_a_set_sent_while_its_rival_is_approved_stays_sent(people):
    kim, lee, moe, _ned = people
    for field in ROUNDS:
        one = sent(one_field(kim, field, "One."), kim)
        rival = one_field(lee, field, "Other.")
        set_field(rival, "names/zh", "钾离子二", by=lee)

        _, answer = at_once(lambda: decided(one, moe), lambda: sent(rival, lee))  # noqa: B023

        expected = (
            ChangeSetState.DRAFT if isinstance(answer, MedReviewError) else ChangeSetState.IN_REVIEW
        )
        assert states(rival) == [expected]
        for made in (one, rival):
            made.refresh_from_db()
            change_sets.withdraw(change_set=made, version=made.version, by=made.opened_by)


def test_an_edit_and_an_approval_at_once_never_leave_what_nobody_read_approved(people):
    kim, _lee, moe, _ned = people
    for number, field in enumerate(ROUNDS):
        made = sent(one_field(kim, field, "One."), kim)

        at_once(
            lambda: decided(made, moe),  # noqa: B023
            lambda: set_field(made, "names/zh", f"钾{number}", by=kim),  # noqa: B023
        )

        made.refresh_from_db()
        if made.state == ChangeSetState.APPROVED:
            assert queries.approval_of(made) is not None
        change_sets.withdraw(change_set=made, version=made.version, by=made.opened_by)


def test_an_entry_removed_by_one_while_another_edits_it_is_removed_or_edited(people):
    kim, lee, _moe, _ned = people
    made = make_set(kim)

    at_once(
        lambda: change_sets.remove_entry(
            change_set=made,
            kind=EntryKind.BIOMARKER,
            key="potassium",
            reason="Only a test.",
            by=kim,
        ),
        lambda: set_field(made, "specimen", "serum", by=lee),
    )

    exists = {row.field: row.new for row in made.revisions.all()}
    assert exists["exists"] is False


def test_a_release_goes_out_while_the_rival_of_its_set_is_edited(people):
    kim, lee, moe, _ned = people
    plan = make_plan(approved(kim, moe, field="specimen", new="serum"), by=kim)
    rival = one_field(lee, "comparability_note", "Other.")
    Revision.objects.create(  # as an import of the same field would have left it in the meantime
        change_set=rival,
        entry_kind=EntryKind.BIOMARKER,
        entry_key="potassium",
        field="specimen",
        new="plasma",
        author=lee,
        saved_at=rival.created_at,
    )
    seen = content_hash(plan)

    answers = at_once(
        lambda: publishing.publish(planned=plan, typed=plan.number, content_hash=seen, by=moe),
        *(
            lambda name=name: set_field(rival, "names/zh", name, by=lee)
            for name in ("钾一", "钾二")
        ),
    )

    assert isinstance(answers[0], Release)
    assert states(rival) == [ChangeSetState.DRAFT]


def test_what_is_taken_out_of_a_plan_while_it_is_published_goes_out_whole_or_not_at_all(people):
    kim, _lee, moe, _ned = people
    made = approved(kim, moe)
    plan = make_plan(made, by=kim)
    seen = content_hash(plan)
    made.refresh_from_db()

    published, taken_back = at_once(
        lambda: publishing.publish(planned=plan, typed=plan.number, content_hash=seen, by=moe),
        lambda: change_sets.withdraw(change_set=made, version=made.version, by=kim),
    )

    assert isinstance(published, Release) is isinstance(taken_back, MedReviewError)
    assert states(made) == [
        ChangeSetState.PUBLISHED if isinstance(published, Release) else ChangeSetState.WITHDRAWN
    ]


def test_what_was_approved_without_a_field_that_counts_again_is_read_again(people):
    kim, lee, moe, _ned = people
    one = sent(one_field(kim, "specimen", "serum"), kim)
    rival = one_field(lee, "specimen", "plasma")
    set_field(rival, "names/zh", "钾离子二", by=lee)
    decided(one, moe)
    decided(sent(rival, lee), moe)

    one.refresh_from_db()
    change_sets.withdraw(change_set=one, version=one.version, by=kim)

    assert states(rival) == [ChangeSetState.IN_REVIEW]
    assert {change.field for change in queries.changes_of(rival)} == {"specimen", "names/zh"}
