"""What a file would change: export and import are each other's reverse, a broken row is alone."""

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphcurate.contracts import Evidence
from graphcurate.exchange import name_table, relation_table
from graphcurate.exchange.planning import Outcome
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from tests.unit.graphcurate.exchange.conftest import (
    after,
    as_document,
    plan_document,
    plan_names,
    plan_relations,
    small_graph,
)

WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=40
)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
KEYS = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=12)


@st.composite
def graphs(draw):
    """The small graph with other words in it, and evidence of any kind."""
    graph = small_graph()
    relation = graph.relations[0]
    ids = draw(st.lists(KEYS, max_size=4, unique=True))
    evidence = tuple(
        Evidence(
            id=own,
            source=draw(st.sampled_from(["KDIGO", "HARRISON"])),
            rank=rank,
            locator=draw(st.just("") | TEXTS),
            quote=draw(st.just("") | TEXTS),
            level=draw(st.sampled_from(["guideline", "study"])),
            direction=draw(st.sampled_from(["supports", "contradicts"])),
            certainty=draw(st.sampled_from([None, "high", "very_low"])),
            agent_type="curator",
            review_by=draw(st.none() | st.dates()),
        )
        for rank, own in enumerate(ids)
    )
    changed = relation.model_copy(
        update={
            "rationale": draw(TEXTS)[:280].strip(),
            "when_dose": draw(st.none() | TEXTS.map(lambda text: text[:100].strip())),
            "when_direction": draw(st.sampled_from([None, "H", "L"])),
            "position": draw(st.none() | st.integers(0, 500)),
            "evidence": evidence,
        }
    )
    names = tuple(dict.fromkeys(draw(st.lists(TEXTS, max_size=4))))
    potassium = graph.biomarkers[1]
    named = potassium.model_copy(update={"synonyms": {**potassium.synonyms, "en": names}})
    return graph.model_copy(
        update={
            "relations": (changed, *graph.relations[1:]),
            "biomarkers": (graph.biomarkers[0], named),
        }
    )


REAL = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)


@REAL
@given(graphs())
def test_what_is_exported_changes_nothing_when_it_is_imported(graph):
    tables = ("".join(table.table_text(graph)) for table in (relation_table, name_table))

    plans = [
        plan_document(as_document(graph), graph),
        plan_relations(next(tables), graph),
        plan_names(next(tables), graph),
    ]

    for plan in plans:
        assert plan.changes == []
        assert {row.outcome for row in plan.rows} == {Outcome.UNCHANGED}


@REAL
@given(graphs())
def test_a_document_makes_of_any_graph_what_it_was_written_from(graph):
    plan = plan_document(as_document(graph), small_graph())

    assert as_document(after(plan, small_graph())) == as_document(graph)


@REAL
@given(graphs())
def test_a_table_of_relations_brings_every_cell_of_it(graph):
    text = "".join(relation_table.table_text(graph))
    bare = small_graph().model_copy(update={"relations": ()})

    plan = plan_relations(text, bare)

    assert after(plan, bare).relations == graph.relations


def test_the_whole_starter_release_comes_back_as_it_went():
    starter = read(STARTER_FOLDER)

    document = plan_document(as_document(starter), starter)
    relations = plan_relations("".join(relation_table.table_text(starter)), starter)
    names = plan_names("".join(name_table.table_text(starter)), starter)

    for plan in (document, relations, names):
        refused = [row for row in plan.rows if row.outcome is not Outcome.UNCHANGED]
        assert refused == []
        assert plan.changes == []


def test_a_broken_row_costs_only_itself(outcomes):
    said = as_document(small_graph())
    said["relations"][0]["effect"] = "cures"
    said["relations"][1]["rationale"] = "Creatinine tells how the kidneys do."
    said["biomarkers"][0] = 7

    plan = plan_document(said, small_graph())

    assert outcomes(plan).count("refused") == 2
    assert [(change.key, change.field) for change in plan.changes] == [
        ("potassium:parameter:creatinine", "rationale")
    ]


def test_a_refusal_names_row_and_field():
    said = as_document(small_graph())
    said["relations"][0]["effect"] = "cures"

    refused = [row for row in plan_document(said, small_graph()).rows if row.why]

    assert [(row.where, row.key, row.field) for row in refused] == [
        ("relations 1", "potassium:condition:ckd", "effect")
    ]
    assert refused[0].values["word"] == "cures"
    assert refused[0].values["words"].startswith("raises, lowers, both")


def test_a_new_entry_that_is_half_said_names_all_that_is_missing():
    said = as_document(small_graph()) | {"relations": [{"id": "new", "biomarker": "potassium"}]}

    refused = plan_document(said, small_graph()).rows[-1]

    assert refused.values == {"names": "kind, target, effect, rationale"}


def test_what_a_file_lacks_is_not_removed():
    said = as_document(small_graph())
    said["relations"] = said["relations"][:1]
    said["biomarkers"] = []

    plan = plan_document(said, small_graph())

    assert plan.changes == []


def test_a_file_may_say_of_an_entry_only_what_changes():
    said = as_document(small_graph()) | {
        "biomarkers": [{"key": "potassium", "validity_days": 14}],
    }

    plan = plan_document(said, small_graph())

    assert [(c.field, c.old, c.new) for c in plan.changes] == [("validity_days", 30, 14)]


def test_an_entry_is_removed_only_where_a_file_says_so_and_why(outcomes):
    said = as_document(small_graph())
    said["relations"] = []
    said["remove"] = [
        {"kind": "thing", "key": "condition:ckd", "reason": "Not used."},
        {"kind": "relation", "key": "potassium:condition:ckd", "reason": "Said twice."},
    ]

    plan = plan_document(said, small_graph())

    assert outcomes(plan)[-2:] == ["removed", "removed"]
    assert plan.reasons.popitem()[1] == "Not used."
    assert after(plan, small_graph()).things == ()


def test_what_others_still_name_is_not_removed():
    said = as_document(small_graph())
    said["remove"] = [{"kind": "source", "key": "KDIGO", "reason": "Old."}]

    last = plan_document(said, small_graph()).rows[-1]

    assert last.outcome is Outcome.REFUSED
    assert "still name it" in last.why


def test_a_relation_to_what_is_nowhere_is_refused_and_one_to_what_comes_along_is_taken(outcomes):
    said = as_document(small_graph())
    link = said["relations"][0] | {"id": "new", "target": "aki", "evidence": []}
    said["relations"] = [link]
    without = plan_document(said, small_graph())
    said["things"] = [{"key": "aki", "kind": "condition", "name": "AKI", "names": {"en": ["AKI"]}}]

    together = plan_document(said, small_graph())

    assert (without.rows[-1].outcome, without.rows[-1].field) == (Outcome.REFUSED, "target")
    assert outcomes(together)[-1] == "new"


def test_the_same_entry_twice_in_a_file_is_taken_once():
    said = as_document(small_graph())
    said["relations"].append(said["relations"][0] | {"rationale": "Otherwise."})

    last = plan_document(said, small_graph()).rows[-1]

    assert last.outcome is Outcome.REFUSED
    assert last.values == {"where": "relations 1"}


def test_nobody_here_has_reviewed_what_comes_in():
    said = as_document(small_graph())
    said["relations"][0] |= {"reviewed": True, "rationale": "Kidneys excrete less of it."}

    plan = plan_document(said, small_graph())

    assert [change.field for change in plan.changes] == ["rationale"]


def test_evidence_that_differs_from_ours_was_checked_by_nobody_here():
    said = as_document(small_graph())
    item = said["relations"][0]["evidence"][0]
    item |= {"locator": "p. 3", "checked_by": "kim", "checked_at": "2026-01-01T00:00:00Z"}

    [change] = plan_document(said, small_graph()).changes

    assert change.new["locator"] == "p. 3"
    assert "checked_by" not in change.new


def test_a_code_with_a_wrong_check_digit_is_refused():
    said = as_document(small_graph())
    said["biomarkers"][1]["loinc"][0]["code"] = "2823-4"

    [refused] = [row for row in plan_document(said, small_graph()).rows if row.why]

    assert refused.field == "loinc/2823-4"


def test_a_code_that_belongs_to_another_biomarker_is_refused():
    said = as_document(small_graph())
    said["biomarkers"][0]["loinc"][0]["code"] = "2823-3"

    [refused] = [row for row in plan_document(said, small_graph()).rows if row.why]

    assert refused.values["owner"] == "potassium"


def test_a_limit_that_cites_a_source_of_nowhere_is_refused():
    said = as_document(small_graph())
    said["biomarkers"][1]["criticals"][0]["source"] = "NOWHERE"

    [refused] = [row for row in plan_document(said, small_graph()).rows if row.why]

    assert refused.values["key"] == "NOWHERE"


NEW = {
    "key": "own",
    "name": "Own",
    "names": {"en": "Own"},
    "synonyms": {},
    "loinc": [],
    "kind": "quantity",
}


@pytest.mark.parametrize(
    "said",
    [
        {"intervals": [{"unit": "a|b", "low": "1"}]},
        {"conversions": [{"from_unit": "a|", "to_unit": "b", "factor": "1"}]},
        {"intervals": [{"unit": "g", "low": "1"}, {"unit": "g", "low": "2"}]},
        {"criticals": [{"unit": "g", "low": "1"}, {"unit": "g", "low": "2"}]},
        {"conversions": [{"from_unit": "a", "to_unit": "b", "factor": f} for f in ("1", "2")]},
        {"key": "\ud800"},
        {"key": "a\x00"},
        {"name": "\udfff"},
        {"names": {"\ud800": "Own"}},
        {"kind": "\ud800"},
    ],
)
def test_a_row_nobody_can_address_or_write_down_costs_only_itself(said):
    graph = small_graph()
    domain = graph.biomarkers[0].domain
    rows = [NEW | {"domain": domain} | said, NEW | {"domain": domain, "key": "fine"}]

    plan = plan_document(as_document(graph) | {"sha256": "", "biomarkers": rows}, graph)
    rows = [row for row in plan.rows if row.where.startswith("biomarkers")]

    assert [row.outcome for row in rows] == [Outcome.REFUSED, Outcome.NEW]
    assert all(row.model_dump_json() for row in rows)
