"""A table of names: each row adds one name or takes one away."""

import pytest

from graphcurate.exchange.planning import Outcome
from tests.unit.graphcurate.exchange.conftest import after, plan_names, small_graph

HEAD = "kind,key,language,name,shown,remove\n"


def potassium(plan):
    return next(e for e in after(plan, small_graph()).biomarkers if e.key == "potassium")


def test_a_synonym_is_added_and_those_the_table_lacks_are_kept():
    plan = plan_names(f"{HEAD}biomarker,potassium,en,Kalium,no,\n", small_graph())

    assert potassium(plan).synonyms["en"] == ("K", "K+", "Kalium")
    assert [change.field for change in plan.changes] == ["synonyms/en/Kalium"]


def test_a_name_that_is_there_already_changes_nothing():
    text = f"{HEAD}biomarker,potassium,en,K,,\nbiomarker,potassium,ru,Калий,,\n"

    plan = plan_names(text, small_graph())

    assert plan.counts()["unchanged"] == 2


def test_another_name_is_shown_and_the_old_one_stays_known():
    plan = plan_names(f"{HEAD}biomarker,potassium,en,K,yes,\n", small_graph())

    assert (potassium(plan).name, potassium(plan).names["en"]) == ("K", "K")
    assert set(potassium(plan).synonyms["en"]) == {"Potassium", "K+"}


def test_a_synonym_is_taken_away_where_the_table_says_so():
    plan = plan_names(f"{HEAD}biomarker,potassium,en,K+,,yes\n", small_graph())

    assert potassium(plan).synonyms["en"] == ("K",)


def test_things_and_domains_have_names_too():
    text = f"{HEAD}condition,ckd,ru,ХБП,,\ndomain,renal,ru,Почки,yes,\n"

    graph = after(plan_names(text, small_graph()), small_graph())

    assert graph.things[0].names["ru"] == ("ХБП",)
    assert graph.domains[0].names["ru"] == "Почки"


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("plant,rose,en,Rose,,", "kind"),
        ("biomarker,nothing,en,X,,", "key"),
        ("biomarker,potassium,de,Kalium,,", "language"),
        ("biomarker,potassium,en,,,", "name"),
        ("biomarker,potassium,en,K,perhaps,", "shown"),
        ("biomarker,potassium,en,Potassium,,yes", "name"),
        ("condition,ckd,en,Chronic kidney disease,,yes", "name"),
    ],
)
def test_a_row_that_cannot_be_is_refused_by_its_field(row, field):
    found = plan_names(f"{HEAD}{row}\n", small_graph()).rows[0]

    assert (found.outcome, found.field) == (Outcome.REFUSED, field)
