"""Two people read every item: the first accepts it as they saw it, the second agrees."""

import pytest

from graphcurate.entry_fields import EntryKind
from graphcurate.errors import CommentMissing, OwnChange, StaleChangeSet, StaleGap
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet, Flag, PassedOver
from graphcurate.queries import guided as queries
from graphcurate.queries.change_sets import content_hash, working_content
from graphcurate.services import change_sets, decisions, guided
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.common.errors import Invalid, NotFound, WrongState
from tests.conftest import person

pytestmark = pytest.mark.django_db

BIOMARKER = EntryKind.BIOMARKER


@pytest.fixture
def lena(north) -> User:
    """The second reader, who has no conflict of interest."""
    lena = person("lena", "Lena Li", north, Role.CURATOR, Role.CLINICIAN)
    decisions.state_interests(interests="", by=lena)
    return lena


def accept(key: str, by: User, kind: EntryKind = BIOMARKER) -> guided.Accepted:
    seen = queries.seen_hash(kind, key, queries.draft_of(by))
    return guided.accept(kind=kind, key=key, seen=seen, by=by)


def sent(by: User, *keys: str) -> ChangeSet:
    for key in keys:
        accept(key, by)
    return guided.send(by=by)


def test_what_is_accepted_is_reviewed_in_the_readers_set(kim):
    done = accept("potassium", kim)

    content = working_content([done.change_set])
    [potassium] = [entry for entry in content.biomarkers if entry.key == "potassium"]
    assert potassium.reviewed
    assert (done.count, done.is_sent) == (1, False)
    assert queries.taken() == {(BIOMARKER, "potassium")}


def test_a_full_set_goes_to_the_second_reader_by_itself(kim, monkeypatch):
    monkeypatch.setattr(guided, "SET_SIZE", 2)

    first, second = accept("potassium", kim), accept("sodium", kim)

    assert (first.is_sent, second.is_sent) == (False, True)
    assert ChangeSet.objects.get().state == ChangeSetState.IN_REVIEW
    assert queries.draft_of(kim) is None


def test_what_changed_since_the_page_was_made_is_not_accepted(kim):
    seen = queries.seen_hash(BIOMARKER, "potassium", None)
    change_sets.save_field(
        change_set=guided.draft_for(kim), kind=BIOMARKER, key="potassium",
        field="synonyms/en/K plus", new=True, seen=None, by=kim,
    )  # fmt: skip

    with pytest.raises(StaleGap):
        guided.accept(kind=BIOMARKER, key="potassium", seen=seen, by=kim)

    assert queries.taken() == frozenset()


def test_two_first_readers_never_accept_the_same_item(kim, lena):
    accept("potassium", kim)

    with pytest.raises(WrongState):
        accept("potassium", lena)


def test_an_edit_in_the_set_is_accepted_with_the_item(kim):
    draft = guided.draft_for(kim)
    change_sets.save_field(
        change_set=draft, kind=BIOMARKER, key="potassium", field="synonyms/en/K plus",
        new=True, seen=None, by=kim,
    )  # fmt: skip

    accept("potassium", kim)

    [changed] = queries.changed_fields(draft, BIOMARKER, "potassium")
    assert changed.field == "synonyms/en/K plus"


def test_an_acceptance_is_taken_back_while_the_set_is_a_draft(kim):
    accept("potassium", kim)

    guided.take_back(kind=BIOMARKER, key="potassium", by=kim)

    assert queries.taken() == frozenset()


def test_what_was_sent_is_not_taken_back_item_by_item(kim):
    sent(kim, "potassium")

    with pytest.raises(WrongState):
        guided.take_back(kind=BIOMARKER, key="potassium", by=kim)


def test_nothing_read_is_nothing_to_send(kim):
    with pytest.raises(WrongState):
        guided.send(by=kim)


def test_an_item_is_left_with_a_reason_and_for_this_reader_only(kim, lena):
    guided.pass_over(
        kind=BIOMARKER, key="potassium", reason="Ask nephrology.", is_flag=False, by=kim
    )

    assert queries.passed_over(kim) == {(BIOMARKER, "potassium")}
    assert queries.passed_over(lena) == frozenset()
    assert not Flag.objects.exists()


def test_a_flag_makes_a_task_of_it(kim):
    guided.pass_over(
        kind=BIOMARKER, key="potassium", reason="The limit is wrong.", is_flag=True, by=kim
    )

    flag = Flag.objects.get()
    assert (flag.entry_key, flag.reported_by) == ("potassium", kim)


@pytest.mark.parametrize(("reason", "error"), [(" ", CommentMissing), ("x" * 281, Invalid)])
def test_leaving_an_item_needs_a_reason_of_some_length(kim, reason, error):
    with pytest.raises(error):
        guided.pass_over(kind=BIOMARKER, key="potassium", reason=reason, is_flag=False, by=kim)

    assert not PassedOver.objects.exists()


def test_accepting_an_item_after_all_forgets_that_it_was_left(kim):
    guided.pass_over(kind=BIOMARKER, key="potassium", reason="Later.", is_flag=False, by=kim)

    accept("potassium", kim)

    assert not PassedOver.objects.exists()


def test_a_second_reader_agrees_item_by_item_and_then_approves(kim, lena):
    made = sent(kim, "potassium", "sodium")
    stands = content_hash(made)
    guided.agree(pk=made.pk, kind=BIOMARKER, key="sodium", content_hash=stands, by=lena)
    with pytest.raises(WrongState):
        guided.approve(pk=made.pk, content_hash=stands, by=lena)

    guided.agree(pk=made.pk, kind=BIOMARKER, key="potassium", content_hash=stands, by=lena)
    decision = guided.approve(pk=made.pk, content_hash=stands, by=lena)

    made.refresh_from_db()
    assert made.state == ChangeSetState.APPROVED
    assert decision.as_clinician
    assert len(queries.accepted_by_two()) == 2


def test_nobody_is_their_own_second_reader(kim):
    made = sent(kim, "potassium")

    assert queries.sent_sets(kim) == []
    with pytest.raises(OwnChange):
        guided.agree(
            pk=made.pk, kind=BIOMARKER, key="potassium", content_hash=content_hash(made), by=kim
        )


def test_agreement_is_to_the_set_as_it_stands(kim, lena):
    made = sent(kim, "potassium", "sodium")
    guided.agree(pk=made.pk, kind=BIOMARKER, key="sodium", content_hash=content_hash(made), by=lena)

    change_sets.undo(change_set=made, kind=BIOMARKER, key="potassium", by=kim)

    assert queries.reading_of(made.pk, lena).agreed == frozenset()
    with pytest.raises(StaleChangeSet):
        guided.agree(pk=made.pk, kind=BIOMARKER, key="sodium", content_hash="old", by=lena)


def test_only_an_item_of_the_set_is_agreed_to(kim, lena):
    made = sent(kim, "potassium")

    with pytest.raises(Invalid):
        guided.agree(
            pk=made.pk, kind=BIOMARKER, key="sodium", content_hash=content_hash(made), by=lena
        )


def test_a_second_reader_who_disagrees_sends_the_set_back_with_the_reason(kim, lena):
    made = sent(kim, "potassium")

    decision = guided.object_to(
        pk=made.pk, name="Potassium", reason="The limit.", content_hash=content_hash(made), by=lena
    )

    made.refresh_from_db()
    assert made.state == ChangeSetState.CHANGES_REQUESTED
    assert decision.comment == "Potassium: The limit."
    with pytest.raises(NotFound):
        queries.reading_of(made.pk, lena)


def test_disagreeing_needs_a_reason(kim, lena):
    made = sent(kim, "potassium")

    with pytest.raises(CommentMissing):
        guided.object_to(
            pk=made.pk, name="Potassium", reason="", content_hash=content_hash(made), by=lena
        )
