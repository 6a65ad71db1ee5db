"""What of the graph is in somebody's hands, and what each release did to an entry."""

import pytest

from graphcurate.browsing import State, updated_of
from graphcurate.entry_fields import EntryKind
from graphcurate.models import Relation
from graphcurate.queries import browser
from graphcurate.services import change_sets, entries, planning
from graphcurate.vocabulary import EntryStatus
from tests.factories.curation import decided, make_curator, make_set, sent, set_field
from tests.factories.neighbourhood import biomarker, link
from tests.factories.releases import PORT, appraise, approved, make_plan, published

pytestmark = pytest.mark.django_db

POTASSIUM = "biomarker:potassium"


@pytest.fixture(autouse=True)
def _known_impact(settings):
    settings.GRAPH_IMPACT = PORT


@pytest.fixture
def kim():
    return make_curator()


@pytest.fixture
def lee():
    return make_curator()


def states_of(name):
    item = browser.index().items[name]
    found = browser.standing(browser.releases_in_order()).states
    return {state for one in item.touches for state in found.get(one, ())}


def test_an_edited_biomarker_is_in_a_draft_and_then_in_review(kim):
    made = make_set(kim)
    set_field(made, "comparability_note", "Read with care.", by=kim)

    drafted = states_of(POTASSIUM)
    sent(made, kim)

    assert drafted == {State.DRAFT}
    assert states_of(POTASSIUM) == {State.IN_REVIEW}
    assert states_of("biomarker:ferritin") == set()


def test_a_new_link_is_a_draft_of_the_biomarker_it_begins_at(kim):
    made = make_set(kim)
    target = next(one for one in browser.index().content.things if one.kind == "condition")
    change_sets.add_entry(
        change_set=made, entry=link("ferritin", "condition", target.key, id="new-link"), by=kim
    )

    item = browser.index().items["biomarker:ferritin"]

    assert states_of("biomarker:ferritin") == {State.DRAFT}
    assert [one.pk for one in browser.open_sets_on(item.touches)] == [made.pk]


def test_an_entry_only_a_draft_has_is_named_with_its_change_set(kim):
    made = make_set(kim)
    change_sets.add_entry(change_set=made, entry=biomarker("galectin_3", "Galectin-3"), by=kim)

    found = browser.new_entries(browser.index())

    assert [(one.name, one.change_set.pk) for one in found] == [("Galectin-3", made.pk)]


def test_a_withdrawn_change_set_is_in_nobodys_hands(kim):
    made = make_set(kim)
    set_field(made, "comparability_note", "Read with care.", by=kim)
    made.refresh_from_db()
    change_sets.withdraw(change_set=made, version=made.version, by=kim)

    assert states_of(POTASSIUM) == set()
    assert browser.open_sets_on(browser.index().items[POTASSIUM].touches) == []


def test_a_release_stands_in_the_history_of_what_it_changed_and_of_nothing_else(kim, lee):
    made = approved(kim, lee)
    release = published(make_plan(made, by=kim), by=kim)

    order = browser.releases_in_order()
    index, standing = browser.index(), browser.standing(order)

    history = browser.history_of(index.items[POTASSIUM].touches, order)
    assert [(step.release, step.change_sets, step.fields) for step in history] == [
        (release, (made,), 1)
    ]
    assert order[updated_of(index.items[POTASSIUM], standing)] == release
    assert browser.history_of(index.items["biomarker:ferritin"].touches, order) == []
    assert updated_of(index.items["biomarker:ferritin"], standing) == 0


def test_the_index_is_of_the_current_release_and_made_once(kim, lee):
    before = browser.index()
    published(make_plan(approved(kim, lee), by=kim), by=kim)

    after = browser.index()

    assert browser.index() is after is not before
    assert after.items[POTASSIUM].entry.comparability_note == "Read with care."


def test_a_removed_link_is_a_change_of_its_biomarker_for_ever(kim, lee):
    made = make_set(kim)
    known = next(one for one in browser.index().content.relations if one.biomarker == "aldosterone")
    change_sets.remove_entry(
        change_set=made, kind=EntryKind.RELATION, key=known.id, reason="Wrong.", by=kim
    )
    decided(sent(made, kim), lee)
    made.refresh_from_db()
    release = published(make_plan(made, by=kim), by=kim)

    order = browser.releases_in_order()
    item = browser.index().items["biomarker:aldosterone"]

    assert Relation.objects.get(key=known.id).status == EntryStatus.RETIRED
    assert order[updated_of(item, browser.standing(order))] == release
    assert [step.release for step in browser.history_of(item.touches, order)] == [release]


def test_an_entry_that_was_taken_out_is_listed_as_retired():
    gone = browser.index().items["condition:ckd"].entry
    before = browser.index().content
    after = before.model_copy(
        update={
            "things": tuple(one for one in before.things if one != gone),
            "relations": tuple(one for one in before.relations if one.target != gone.key),
        }
    )
    entries.replace(before=before, after=after, status=EntryStatus.RELEASED)

    retired = browser.retired_items()

    assert [(item.id, item.name("en")) for item in retired] == [
        ("condition:ckd", "Chronic kidney disease")
    ]


def test_rolling_back_is_a_change_of_what_it_brought_back(kim, lee):
    first = browser.releases_in_order()[0]
    published(make_plan(approved(kim, lee), by=kim), by=kim)
    plan = planning.plan_roll_back(
        number="2026.12-2", release=first, reason="Too early.", notes="", by=lee
    )
    appraise(plan)
    back = published(plan, by=kim)

    order = browser.releases_in_order()
    item = browser.index().items[POTASSIUM]

    steps = browser.history_of(item.touches, order)
    assert [(step.release, len(step.change_sets)) for step in steps] == [(back, 0), (order[1], 1)]
    assert order[updated_of(item, browser.standing(order))] == back
