"""Decisions: a second person's, on one content, with a statement and, if need be, a reason."""

import datetime as dt

import pytest

from graphcurate.errors import CommentMissing, NoStatement, OwnChange, StaleChangeSet
from graphcurate.lifecycle import ChangeSetState, Verdict
from graphcurate.queries import change_sets as queries
from graphcurate.services import decisions
from medreview.accounts.roles import Role
from medreview.common.clock import now
from medreview.common.errors import WrongState
from tests.factories.accounts import make_user
from tests.factories.curation import decided, make_curator, make_set, sent, set_field

pytestmark = pytest.mark.django_db


@pytest.fixture
def author():
    return make_curator()


@pytest.fixture
def in_review(author):
    draft = make_set(author)
    set_field(draft, "validity_days", 3, by=author)
    return sent(draft, author)


def test_a_second_person_approves(in_review):
    made = decided(in_review, make_curator())

    in_review.refresh_from_db()
    assert in_review.state == ChangeSetState.APPROVED
    assert queries.approval_of(in_review) == made
    assert [change["field"] for change in made.changes] == ["validity_days"]


def test_nobody_decides_on_what_they_wrote(in_review, author):
    helper = make_curator()
    set_field(in_review, "names/ru", "Калий, сыворотка", by=helper)

    for person in (author, helper):
        with pytest.raises(OwnChange):
            decided(in_review, person)


def test_an_approval_needs_a_statement_younger_than_a_year(in_review, time_machine):
    unstated = make_curator(stated=False)
    with pytest.raises(NoStatement):
        decided(in_review, unstated)

    decisions.state_interests(interests="", by=unstated)
    time_machine.move_to(now() + dt.timedelta(days=366))
    with pytest.raises(NoStatement):
        decided(in_review, unstated)


@pytest.mark.parametrize("verdict", [Verdict.REQUEST_CHANGES, Verdict.REJECT])
def test_a_refusal_says_why(in_review, verdict):
    with pytest.raises(CommentMissing):
        decided(in_review, make_curator(), verdict, "  ")


@pytest.mark.parametrize(
    ("verdict", "state"),
    [
        (Verdict.REQUEST_CHANGES, ChangeSetState.CHANGES_REQUESTED),
        (Verdict.REJECT, ChangeSetState.REJECTED),
    ],
)
def test_a_refusal_needs_no_statement(in_review, verdict, state):
    decided(in_review, make_curator(stated=False), verdict, "The unit is wrong.")

    in_review.refresh_from_db()
    assert in_review.state == state


def test_what_was_edited_meanwhile_is_not_decided_on(in_review, author):
    read = queries.content_hash(in_review)
    set_field(in_review, "validity_days", 4, by=author)

    with pytest.raises(StaleChangeSet):
        decisions.decide(
            change_set=in_review,
            verdict=Verdict.APPROVE,
            content_hash=read,
            comment="",
            by=make_curator(),
        )


def test_the_second_of_two_reviewers_finds_it_decided(in_review):
    decided(in_review, make_curator())

    with pytest.raises(WrongState):
        decided(in_review, make_curator())


def test_that_a_clinician_approved_is_kept(in_review):
    clinician = make_user(Role.CURATOR, Role.CLINICIAN)
    decisions.state_interests(interests="Shares in a laboratory.", by=clinician)

    assert decided(in_review, clinician).as_clinician is True


def test_a_set_whose_every_field_was_approved_in_another_is_not_approved(in_review):
    rival = make_set(make_curator())
    set_field(rival, "validity_days", 5, by=rival.opened_by)
    sent(rival, rival.opened_by)
    decided(in_review, make_curator())

    with pytest.raises(WrongState, match="Nothing in this change set counts"):
        decided(rival, make_curator())

    rival.refresh_from_db()
    assert rival.state == ChangeSetState.IN_REVIEW
    decided(rival, make_curator(), Verdict.REJECT, "Overtaken.")
