"""A gap is put to a biomarker in the curator's own draft, or set aside, and can be taken back."""

import pytest

from graphcurate.entry_fields import EntryKind
from graphcurate.errors import CommentMissing, StaleGap
from graphcurate.gaps.states import AsideWhy, GapState
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet, Gap, Revision
from graphcurate.queries.change_sets import working_content, working_fields
from graphcurate.services import change_sets, gaps
from medreview.accounts.models import User
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid, WrongState
from tests.factories.gaps import make_gap

pytestmark = pytest.mark.django_db


def mapped(gap: Gap, to: str, by: User) -> Gap:
    return gaps.map_to(gap=gap, biomarker=to, version=gap.version, by=by)


def withdraw(gap: Gap, by: User) -> None:
    gap.refresh_from_db()
    draft = gap.change_set
    assert draft is not None
    change_sets.withdraw(change_set=draft, version=draft.version, by=by)


def events() -> list[str]:
    return list(AuditEvent.objects.order_by("created_at", "id").values_list("event", flat=True))


def test_a_name_becomes_a_synonym_of_the_biomarker_in_a_draft_of_the_curators(kim):
    gap = mapped(make_gap("Serum ferritin level II"), "ferritin", kim)

    [revision] = Revision.objects.all()
    assert (gap.state, gap.mapped_to) == (GapState.MAPPED, "ferritin")
    assert gap.change_set == revision.change_set
    assert (revision.entry_key, revision.field) == (
        "ferritin",
        "synonyms/en/Serum ferritin level II",
    )
    assert revision.change_set.opened_by == kim
    [ferritin] = [
        entry
        for entry in working_content([revision.change_set]).biomarkers
        if entry.key == "ferritin"
    ]
    assert "Serum ferritin level II" in ferritin.synonyms["en"]
    assert EventType.GAP_MAPPED in events()


@pytest.mark.parametrize(
    ("name", "field"),
    [("Ферритин II", "synonyms/ru/Ферритин II"), ("铁蛋白二", "synonyms/zh/铁蛋白二")],
)
def test_a_synonym_is_of_the_language_its_letters_are_of(kim, name, field):
    mapped(make_gap(name), "ferritin", kim)

    assert Revision.objects.get().field == field


def test_a_code_becomes_a_code_of_the_biomarker_because_its_name_is_never_looked_up(kim):
    gap = mapped(make_gap("Ferritin [Mass/volume] in Blood", code="24373-3"), "ferritin", kim)

    fields = working_fields(gap.change_set, EntryKind.BIOMARKER, "ferritin")

    assert fields["loinc/24373-3"]["primary"] is False
    assert "synonyms/en/Ferritin [Mass/volume] in Blood" not in fields


def test_every_mapping_of_a_curator_goes_into_one_draft_until_it_is_sent(kim):
    first = mapped(make_gap("One"), "ferritin", kim)
    second = mapped(make_gap("Two"), "potassium", kim)
    ChangeSet.objects.update(state=ChangeSetState.IN_REVIEW)
    third = mapped(make_gap("Three"), "potassium", kim)

    assert first.change_set == second.change_set
    assert third.change_set != first.change_set


def test_undoing_takes_the_synonym_out_again_and_the_gap_waits(kim):
    gap = mapped(make_gap("One"), "ferritin", kim)

    gaps.reopen(gap=gap, version=gap.version, by=kim)

    gap.refresh_from_db()
    assert (gap.state, gap.mapped_to, gap.change_set) == (GapState.OPEN, "", None)
    assert not Revision.objects.exists()


def test_a_gap_is_not_mapped_to_what_the_graph_lacks(kim):
    with pytest.raises(Invalid):
        mapped(make_gap("One"), "unobtainium", kim)

    assert not ChangeSet.objects.exists()


def test_a_gap_that_somebody_dealt_with_is_not_dealt_with_again(kim):
    gap = make_gap("One")
    mapped(gap, "ferritin", kim)

    with pytest.raises(StaleGap):
        mapped(gap, "potassium", kim)


def test_a_mapped_gap_can_only_be_taken_back(kim):
    gap = mapped(make_gap("One"), "ferritin", kim)

    with pytest.raises(WrongState):
        mapped(gap, "potassium", kim)


def test_what_is_no_laboratory_test_is_set_aside_without_further_words(kim):
    gap = make_gap("Shoe size")

    gaps.set_aside(gap=gap, why=AsideWhy.NOT_LABORATORY, reason="", version=1, by=kim)

    gap.refresh_from_db()
    assert (gap.state, gap.settled_by) == (GapState.SET_ASIDE, kim)
    assert EventType.GAP_SET_ASIDE in events()


def test_ignoring_a_gap_needs_a_reason(kim):
    gap = make_gap("Ghrelin")

    with pytest.raises(CommentMissing):
        gaps.set_aside(gap=gap, why=AsideWhy.IGNORED, reason=" ", version=1, by=kim)

    gap.refresh_from_db()
    assert gap.state == GapState.OPEN


def test_a_reason_has_an_end(kim):
    with pytest.raises(Invalid):
        gaps.set_aside(gap=make_gap(), why=AsideWhy.IGNORED, reason="x" * 281, version=1, by=kim)


def test_what_was_set_aside_can_wait_again(kim):
    gap = gaps.set_aside(
        gap=make_gap(), why=AsideWhy.IGNORED, reason="Research only.", version=1, by=kim
    )

    gaps.reopen(gap=gap, version=gap.version, by=kim)

    gap.refresh_from_db()
    assert (gap.state, gap.reason) == (GapState.OPEN, "")


def test_a_gap_whose_change_set_was_withdrawn_can_be_mapped_again(kim):
    gap = mapped(make_gap("One"), "ferritin", kim)
    withdraw(gap, kim)

    gap.refresh_from_db()
    again = mapped(gap, "potassium", kim)

    assert (again.state, again.mapped_to) == (GapState.MAPPED, "potassium")


def test_after_a_release_what_it_answers_is_known_and_what_it_does_not_waits(kim):
    known = make_gap("Potassium")
    dead = mapped(make_gap("One"), "ferritin", kim)
    withdraw(dead, kim)
    on_its_way = mapped(make_gap("Two"), "ferritin", kim)
    without_relations = make_gap("Mean corpuscular hemoglobin", biomarker="mch")
    with_relations = make_gap("Potassium serum", biomarker="potassium")

    gaps.settle_by_release()

    states = dict(Gap.objects.values_list("name", "state"))
    assert states == {
        known.name: GapState.KNOWN,
        dead.name: GapState.OPEN,
        on_its_way.name: GapState.MAPPED,
        without_relations.name: GapState.OPEN,
        with_relations.name: GapState.KNOWN,
    }
