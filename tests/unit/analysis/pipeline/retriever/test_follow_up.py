"""Which missing and old results lead to a test."""

from analysis.pipeline.contracts import Material
from tests.factories.stages import analysed_labs, lab, package_of


def test_a_test_that_explains_the_other_direction_is_not_asked_for() -> None:
    raised = package_of(analysed_labs(lab(value=5.9, flag="H")))
    lowered = package_of(analysed_labs(lab(value=3.1, flag="L")))

    tests = [{test.biomarker for test in package.follow_up_tests} for package in (raised, lowered)]

    assert ["magnesium" in asked for asked in tests] == [False, True]
    assert ["ck" in asked for asked in tests] == [True, False]


def test_an_old_result_that_explains_the_other_direction_is_not_asked_for_again() -> None:
    old = lab("l2", "19123-9", name="Magnesium", value=0.6, unit="mmol/L", date="2020-01-01")

    package = package_of(analysed_labs(lab(value=5.9, flag="H"), old))

    (stale,) = (end for end in package.per_parameter[0].stale if end.item.key == "magnesium")
    assert stale.bears is Material.NO
    assert "magnesium" not in {test.biomarker for test in package.follow_up_tests}


def test_what_acts_the_other_way_still_counts_as_asked_and_says_why_it_does_not_bear() -> None:
    package = package_of(analysed_labs(lab(value=5.9, flag="H")))
    (part,) = package.per_parameter

    contrary = {end.item.key: end for end in part.missing.all() if end.bears is Material.NO}

    assert package.summary.asked == len(part.from_planner.items())
    assert contrary["furosemide"].bears_why == "It lowers this value, but the result is high."
    assert contrary["magnesium"].bears_why == (
        "The graph relates it to low values only, and this result is high."
    )


def test_no_sentence_tells_of_a_missing_thing_that_acts_the_other_way() -> None:
    found = analysed_labs(lab(value=5.9, flag="H"))

    assert found.statements is not None
    assert not any("Magnesium" in one.text for one in found.statements.items)
