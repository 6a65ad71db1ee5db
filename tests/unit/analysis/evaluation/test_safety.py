"""The safety table says what code settles, whatever else a model says."""

import json

from analysis.evaluation.safety import safety_table
from analysis.pipeline.contracts import MatchMethod, NamedBy
from tests.factories.stages import analysed_labs, lab, medicine


def analysed():
    return analysed_labs(lab(), medications=[medicine("spironolactone", "C03DA01")])


def with_first(found, **changed):
    """The same outputs, the first found thing said otherwise."""
    [package] = found.package.per_parameter
    [first, *rest] = package.found.medications
    told = package.found.model_copy(
        update={"medications": (first.model_copy(update=changed), *rest)}
    )
    changed_package = package.model_copy(update={"found": told})
    return found.package.model_copy(update={"per_parameter": (changed_package,)})


def test_what_a_model_found_stands_as_missing_as_code_says_of_it():
    found = analysed()
    by_model = with_first(found, matched_by=MatchMethod.MODEL)

    table = json.loads(safety_table(found.with_output(_Package, by_model)))

    [package] = table["packages"]
    assert package["found"] == []
    assert any("spironolactone" in said or "never_recorded" in said for said in package["missing"])
    assert len(package["missing"]) == 1 + len(found.package.per_parameter[0].missing.all())


def test_a_result_that_a_model_put_to_the_graph_is_not_in_it():
    found = analysed()
    [assessment] = found.plan.assessments
    named = assessment.model_copy(update={"named_by": NamedBy.MODEL})
    plan = found.plan.model_copy(update={"assessments": (named,)})

    table = json.loads(safety_table(found.with_output(_Plan, plan)))

    assert (table["plan"], table["packages"]) == ([], [])


def test_another_direction_is_another_table():
    low = analysed_labs(lab(value=3.0, flag="L"))

    assert safety_table(low) != safety_table(analysed_labs(lab()))


class _Package:
    field = "package"


class _Plan:
    field = "plan"
