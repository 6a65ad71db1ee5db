"""A table of relations as people write it: any separator, as above, and one row for itself."""

import pytest

from graphcurate.exchange.planning import Outcome
from graphcurate.exchange.refusing import RowRefused
from medreview.common.errors import Invalid
from tests.unit.graphcurate.exchange.conftest import after, plan_relations, small_graph

CKD = "potassium:condition:ckd"
HEAD = "relation,biomarker,kind,target,effect,rationale,evidence,source,level"
NEW = "potassium:condition:aki,potassium,condition,ckd,raises,Acute too.,KDIGO,KDIGO,guideline"


def relation(graph, key=CKD):
    return next(entry for entry in graph.relations if entry.id == key)


def test_a_new_relation_and_its_evidence_come_in_one_row():
    plan = plan_relations(f"{HEAD}\n{NEW}\n", small_graph())

    made = relation(after(plan, small_graph()), "potassium:condition:aki")
    assert plan.rows[0].outcome is Outcome.NEW
    assert (made.evidence[0].source, made.evidence[0].agent_type) == ("KDIGO", "curator")
    assert made.reviewed is False


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_usual_separator_is_read_with_the_mark_or_without(separator, mark):
    text = mark + f"{HEAD}\r\n{NEW}\r\n".replace(",", separator)

    plan = plan_relations(text, small_graph())

    assert plan.counts()["new"] == 1


def test_further_rows_add_evidence_and_leave_the_relation_as_above():
    text = f"{HEAD}\n{NEW}\npotassium:condition:aki,,,,,,HARRISON,HARRISON,textbook\n"

    made = relation(
        after(plan_relations(text, small_graph()), small_graph()), "potassium:condition:aki"
    )

    assert [item.id for item in made.evidence] == ["KDIGO", "HARRISON"]


def test_a_further_row_that_says_otherwise_is_refused_and_the_first_stands():
    text = f"{HEAD}\n{NEW}\n{NEW.replace('raises', 'lowers')}\n"

    plan = plan_relations(text, small_graph())

    assert (plan.rows[1].field, plan.rows[1].values) == ("effect", {"where": "row 2"})
    assert relation(after(plan, small_graph()), "potassium:condition:aki").effect == "raises"


def test_a_column_that_is_missing_says_nothing_and_an_empty_cell_that_there_is_nothing():
    dosed = small_graph()
    standing = relation(dosed).model_copy(update={"when_dose": "high", "when_timing": "chronic"})
    dosed = dosed.model_copy(update={"relations": (standing, *dosed.relations[1:])})

    plan = plan_relations(f"relation,when_dose\n{CKD},\n", dosed)

    assert [change.field for change in plan.changes] == ["when_dose"]
    assert relation(after(plan, dosed)).when_timing == "chronic"


def test_evidence_a_table_lacks_is_kept():
    plan = plan_relations(f"relation,source,level\n{CKD},KDIGO,review\n", small_graph())

    assert len(relation(after(plan, small_graph())).evidence) == 2


def test_evidence_is_removed_where_the_table_says_so():
    text = f"relation,evidence,remove,reason\n{CKD},HARRISON,evidence,Out of print.\n"

    plan = plan_relations(text, small_graph())

    assert [item.id for item in relation(after(plan, small_graph())).evidence] == ["KDIGO"]


def test_a_relation_is_removed_where_the_table_says_so_and_why():
    text = f"relation,remove,reason\n{CKD},relation,Said elsewhere.\n"

    plan = plan_relations(text, small_graph())

    assert plan.rows[0].outcome is Outcome.REMOVED
    assert list(plan.reasons.values()) == ["Said elsewhere."]


@pytest.mark.parametrize(
    ("cells", "field"),
    [
        ("relation,remove\nx,relation", "relation"),
        (f"relation,remove\n{CKD},relation", "reason"),
        (f"relation,remove\n{CKD},everything", "remove"),
        ("relation,rationale\n,words", "relation"),
        (f"relation,rationale\n{CKD},", "rationale"),
        (f"relation,locator\n{CKD},p. 1", "source"),
        (f"relation,position\n{CKD},first", "position"),
        (f"relation,effect\n{CKD},cures", "effect"),
        (f"relation,source,level\n{CKD},NOWHERE,review", "evidence/NOWHERE"),
        (f"relation,source,level\n{CKD},KDIGO,gossip", "evidence/KDIGO"),
    ],
)
def test_a_row_that_cannot_be_is_refused_by_its_field(cells, field):
    row = plan_relations(cells + "\n", small_graph()).rows[0]

    assert (row.outcome, row.field) == (Outcome.REFUSED, field)
    assert row.where == "row 2"
    assert str(RowRefused(row.why, **row.values))


def test_a_table_without_its_first_column_is_refused_whole():
    with pytest.raises(Invalid, match="no column relation"):
        plan_relations("name,effect\nx,raises\n", small_graph())


def test_no_cell_is_worked_out_by_a_spreadsheet_and_none_is_changed():
    text = f"relation,rationale\n{CKD},'=1+1 is what a formula is\n"

    plan = plan_relations(text, small_graph())

    assert plan.changes[0].new == "=1+1 is what a formula is"
