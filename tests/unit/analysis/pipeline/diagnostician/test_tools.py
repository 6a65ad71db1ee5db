"""Tests and domains are looked up many at once, and a plan that can't be taken says why."""

import datetime as dt

import pytest

from analysis.pipeline.diagnostician.contracts import (
    LookUp,
    NamingPlan,
    UnresolvedName,
    UnresolvedNames,
    nothing_named,
)
from analysis.pipeline.diagnostician.tools import NameDesk
from medreview.runtime.errors import ToolError
from medreview.runtime.tools import Finished, Scope
from tests.factories.graph import starter_lookup, starter_snapshot

SCOPE = Scope("run_1", "pat_1", "hos_1", dt.datetime(2026, 11, 30, tzinfo=dt.UTC))


def make_desk(*names: str) -> NameDesk:
    given = tuple(UnresolvedName(id=f"n{n}", name=name) for n, name in enumerate(names, start=1))
    return NameDesk(UnresolvedNames(names=given), starter_lookup())


def call(desk: NameDesk, tool: str, *names: str) -> str:
    chosen = next(one for one in desk.tools() if one.name == tool)
    return str(chosen.act(LookUp(names=names), SCOPE))


def submit(desk: NameDesk, plan: NamingPlan) -> object:
    return desk.tools()[-1].act(plan, SCOPE)


def test_names_and_keys_are_answered_in_one_call():
    said = call(make_desk("a", "b"), "lookup_biomarker", "калий", "ferritin", "pH")

    lines = said.splitlines()
    assert lines[0].startswith('"калий": key potassium, Potassium; domain electrolytes')
    assert lines[1].startswith('"ferritin": key ferritin')
    assert lines[2].startswith('"pH": could be key ')
    assert "specimen Serum" in said
    assert len(lines) == 3


def test_a_miss_answers_with_the_keys_of_all_biomarkers_once():
    said = call(make_desk("a", "b"), "lookup_biomarker", "Zonulin", "Zzyzx")

    assert said.count("not in the graph") == 2
    assert said.count("The keys of all biomarkers: ") == 1
    assert all(key in said for key in starter_snapshot().biomarkers)


def test_the_list_of_keys_has_an_end(monkeypatch):
    monkeypatch.setattr("analysis.pipeline.diagnostician.tools.MOST_KEYS", 3)

    said = call(make_desk("a"), "lookup_biomarker", "Zonulin")

    count = len(starter_snapshot().biomarkers)
    assert said.endswith(f", and {count - 3} more.")


def test_a_domain_is_found_by_key_and_by_name_and_a_miss_lists_them():
    said = call(make_desk("a"), "lookup_domain", "electrolytes", "Rheology")

    assert said.startswith('"electrolytes": key electrolytes, ')
    assert "no such domain\nThe keys of all domains: autoimmune, " in said


def test_a_plan_that_can_not_be_taken_says_why_and_is_counted():
    desk = make_desk("Kallium", "Natrum")
    given = UnresolvedNames(names=desk.given.names[:1])

    with pytest.raises(ToolError, match="left out: n2"):
        submit(desk, nothing_named(given))

    assert desk.refused == 1


def test_words_that_can_not_be_shown_are_named_by_their_place_and_rule():
    item = {"kind": "condition", "name": "Gout", "effect": "raises", "why": "in 50 % of them"}
    answer = {"id": "n1", "decision": "model_knowledge", "related": [item]}

    with pytest.raises(ToolError, match=r"answers\.0\.related\.0\.why: must_be_plain_words"):
        make_desk("Kallium").tools()[-1].read({"answers": [answer]})


def test_a_plan_that_fits_ends_the_work():
    desk = make_desk("Kallium")
    plan = nothing_named(desk.given)

    assert submit(desk, plan) == Finished(plan)
    assert desk.refused == 0


@pytest.mark.parametrize(
    ("waiting", "looked_up", "counted"),
    [
        (("a", "b", "c"), [("a",), ("b",)], True),
        (("a", "b", "c"), [("a",), ("b", "c")], False),
        (("a", "b"), [("a", "b")], False),
        (("a",), [("a",), ("A",)], False),
    ],
)
def test_looking_names_up_one_at_a_time_is_noticed(waiting, looked_up, counted):
    desk = make_desk(*waiting)

    for names in looked_up:
        call(desk, "lookup_biomarker", *names)

    assert desk.one_at_a_time is counted
