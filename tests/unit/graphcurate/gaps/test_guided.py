"""In which order the starter content is read, and how far it is."""

from functools import cache

from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from graphcurate.gaps.guided import COMMON, after, before, order, progress

A, B, C = ((EntryKind.BIOMARKER, key) for key in "abc")


@cache
def starter() -> GraphContent:
    return read(STARTER_FOLDER)


def biomarkers(demand: dict[str, int] | None = None) -> list[str]:
    queue = order(starter(), demand or {})
    return [key for kind, key in queue if kind is EntryKind.BIOMARKER]


def test_everything_nobody_accepted_is_read_once():
    content = starter()
    parts = (content.biomarkers, content.domains, content.things, content.relations)

    queue = order(content, {})

    assert len(queue) == len(set(queue)) == sum(map(len, parts))


def test_biomarkers_with_critical_limits_come_first():
    critical = {entry.key for entry in starter().biomarkers if entry.criticals}

    assert set(biomarkers()[: len(critical)]) == critical


def test_a_biomarker_is_followed_by_its_own_relations():
    queue = order(starter(), {})
    own = {entry.id for entry in starter().relations if entry.biomarker == "potassium"}

    at = queue.index((EntryKind.BIOMARKER, "potassium"))

    assert {key for _, key in queue[at + 1 : at + 1 + len(own)]} == own


def test_what_runs_ask_for_goes_before_what_is_common_elsewhere_but_not_before_criticals():
    without = [entry.key for entry in starter().biomarkers if not entry.criticals]
    seldom = next(key for key in without if key not in COMMON)

    before_any_run = biomarkers()
    asked = biomarkers({seldom: 5})

    critical = len(starter().biomarkers) - len(without)
    assert asked[critical] == seldom
    assert before_any_run[:critical] == asked[:critical]


def test_before_any_run_the_commonest_panels_are_first():
    assert biomarkers()[:2] == ["sodium", "potassium"]
    assert set(COMMON) <= {entry.key for entry in starter().biomarkers}


def test_what_was_accepted_is_not_read_again_and_its_relations_are():
    entries = tuple(
        entry.model_copy(update={"reviewed": entry.key == "potassium"})
        for entry in starter().biomarkers
    )

    queue = order(starter().model_copy(update={"biomarkers": entries}), {})

    assert (EntryKind.BIOMARKER, "potassium") not in queue
    assert any(key.startswith("rel:potassium:") for _, key in queue)


def test_reading_goes_on_behind_the_item_and_at_the_end_from_the_beginning():
    queue = (A, B, C)

    assert after(queue, None, frozenset()) == A
    assert after(queue, A, frozenset({B})) == C
    assert after(queue, C, frozenset()) == A
    assert after(queue, A, frozenset({B, C})) is None


def test_one_can_go_back_to_what_is_left_before_an_item():
    assert before((A, B, C), C, frozenset({B})) == A
    assert before((A, B, C), A, frozenset()) is None


def test_progress_counts_every_item_in_its_domain():
    potassium = (EntryKind.BIOMARKER, "potassium")
    sodium = (EntryKind.BIOMARKER, "sodium")

    counted = {one.domain: one for one in progress(starter(), {potassium}, {sodium})}

    assert counted["electrolytes"].first == counted["electrolytes"].both == 1
    assert sum(one.total for one in counted.values()) == len(order(starter(), {}))
