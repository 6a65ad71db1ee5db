"""A model may find what code could not tell; what code settled stays as it is."""

import pytest

from analysis.pipeline.contracts import GenerationReadyPackage, MatchMethod, Material, MissingWhy
from medreview.llm import errors as llm
from tests.factories.retrieval import (
    CREATININE,
    KIDNEY,
    POTASSIUM,
    TRUE_CLAIMS,
    by_model,
    claim,
    free_lab,
    helped,
    left_over_case,
    runs,
    submits,
    unhelped,
)
from tests.factories.scripted_model import calls, says
from tests.factories.stages import case_of, condition, lab, medicine


def without_model(package: GenerationReadyPackage) -> str:
    """The package but for what a model may have changed: its own account."""
    summary = package.summary.model_copy(update={"dropped": {}})
    return package.model_copy(update={"summary": summary}).as_text()


def test_what_stands_in_words_only_is_found_and_marked_as_a_models():
    package, _ = helped(submits(*TRUE_CLAIMS))

    found = by_model(package)
    assert {key: one.resource for key, one in found.items()} == {
        "creatinine": CREATININE,
        "ckd": KIDNEY,
        "spironolactone": "MedicationStatement/m1",
        "kcl": POTASSIUM,
        "iv_contam": POTASSIUM,
    }
    assert {one.material_by for one in found.values()} == {"model"}
    assert all("nobody has confirmed that" in one.material_why for one in found.values())
    assert package.summary.by_method["model"] == len(TRUE_CLAIMS)
    assert package.summary.dropped == {}


def test_everything_that_code_settled_is_the_same_as_without_a_model():
    alone = unhelped()

    package, _ = helped(submits(*TRUE_CLAIMS))

    for before, after in zip(alone.per_parameter, package.per_parameter, strict=True):
        assert after.from_planner == before.from_planner
        changed = {one.item.key for one in after.found.all() if one.matched_by == "model"}
        assert set(before.found.all()) == {
            one for one in after.found.all() if one.matched_by != "model"
        }
        assert set(after.missing.all()) == {
            one for one in before.missing.all() if one.item.key not in changed
        }
    assert package.summary.asked == alone.summary.asked


def test_a_test_that_a_model_found_is_asked_for_no_more():
    package, _ = helped(submits(TRUE_CLAIMS[0]))

    assert "creatinine" in {test.biomarker for test in unhelped().follow_up_tests}
    assert "creatinine" not in {test.biomarker for test in package.follow_up_tests}


def test_a_result_that_is_too_old_is_stale_whoever_found_it():
    case = case_of(lab(), free_lab("Kreat. i.S.", date="2024-01-05"))

    package, _ = helped(submits(TRUE_CLAIMS[0]), case=case)

    [stale] = [one for each in package.per_parameter for one in each.stale]
    assert (stale.item.key, stale.resource) == ("creatinine", CREATININE)
    assert stale.matched_by is MatchMethod.MODEL
    assert stale.bears is Material.YES
    assert by_model(package) == {}


@pytest.mark.parametrize(
    "case",
    [
        case_of(lab()),
        # Coded throughout, also by codes that the graph has nothing for.
        case_of(
            lab(),
            lab("l2", "99999-9", name="Unheard of"),
            conditions=[condition("Odd disease", "Q99.9", id="c1")],
            medications=[medicine("Odd medicine", "V03AX99")],
        ),
        # Names that the graph knows, and a note that code reads.
        case_of(
            lab(note="Haemolysed specimen"),
            lab("l2", None, name="Creatinine", unit="mg/dL"),
            medications=[medicine("spironolactone 25 mg")],
        ),
    ],
)
def test_where_nothing_is_left_over_nobody_is_asked(case):
    package, helper = helped(case=case)

    assert helper.gateway.asked == []
    assert package == unhelped(case)


def test_a_hospital_that_turned_it_off_asks_nobody():
    package, helper = helped(submits(*TRUE_CLAIMS), arm="off")

    assert helper.gateway.asked == []
    assert package == unhelped()


def test_only_what_an_entry_could_be_is_asked():
    _, helper = helped(submits(), case=case_of(lab(), free_lab("Kreat. i.S.")))

    asked = helper.prompts
    assert "parameter:creatinine | Creatinine" in asked
    assert "condition:" not in asked.split("<data")[1]


@pytest.mark.parametrize(
    "failing",
    [
        [llm.GatewayDown()],
        [llm.Refused()],
        [llm.Looping()],
        [llm.Truncated()],
        [llm.NotJson()],
        [llm.BudgetSpent()],
        [says("I would rather talk.")],
        [calls(("get_patient", {"id": "other"}))],
        [calls(("submit_generation_ready_package", {"claims": [{"item": 1}]}))],
        [runs("1 / 0")],
        [runs("'round and round'")],
    ],
)
@pytest.mark.parametrize("arm", ["code_mode", "tool_arm"])
def test_a_model_that_comes_to_nothing_leaves_what_code_found(arm, failing):
    package, helper = helped(*failing, arm=arm)

    assert package == unhelped()
    [made] = helper.used
    assert not made.by_model
    assert made.reason


def test_a_package_that_finds_nothing_is_a_good_answer():
    package, helper = helped(submits())

    assert package == unhelped()
    assert helper.used[0].by_model


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (claim("condition:ckd", "Condition/of-another-patient", "Chr. renal"), "no_such_entry"),
        (claim("condition:ckd", "Condition/c7", "Kidneys"), "excluded"),
        (claim("condition:ckd", "Condition/c8", "Nephropathia"), "not_at_this_time"),
        (claim("condition:gout", KIDNEY, "Chr. renal insuff."), "not_asked"),
        (claim("condition:ckd", KIDNEY, "Kidney failure"), "not_said"),
        (claim("condition:ckd", CREATININE, "Kreat."), "other_kind"),
        (claim("parameter:creatinine", POTASSIUM, "Potassium"), "other_kind"),
    ],
)
def test_a_claim_that_the_record_does_not_bear_out_is_dropped_and_counted(wrong, why):
    case = left_over_case(
        conditions=[
            {"id": "c9", "name": "Chr. renal insuff. G4", "clinical": "active"},
            {
                "id": "c7",
                "name": "Kidneys, old",
                "verification": "entered-in-error",
            },
            {"id": "c8", "name": "Nephropathia", "clinical": "active", "onset": "2027-03-01"},
        ]
    )

    package, _ = helped(submits(wrong), case=case)

    assert package.summary.dropped == {why: 1}
    assert without_model(package) == without_model(unhelped(case))


def test_what_was_excluded_stays_missing_with_its_reason():
    case = left_over_case(
        conditions=[
            {"id": "c7", "name": "Chronic kidney disease", "verification": "entered-in-error"}
        ]
    )

    package, helper = helped(submits(claim("condition:ckd", "Condition/c7", "kidney")), case=case)

    ends = [one for each in package.per_parameter for one in each.missing.conditions]
    assert next(one for one in ends if one.item.key == "ckd").why is MissingWhy.EXCLUDED
    assert package.summary.dropped == {"not_asked": 1}
    assert "condition:ckd" not in helper.prompts
