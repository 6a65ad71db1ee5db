"""A claim counts when the entry is there, open, and says so by its own words."""

import pytest

from analysis.pipeline.retriever.checking import says
from tests.factories.retrieval import (
    CREATININE,
    DIURETIC,
    KIDNEY,
    POTASSIUM,
    by_model,
    claim,
    free_condition,
    free_lab,
    helped,
    left_over_case,
    submits,
)
from tests.factories.stages import case_of, lab, medicine


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Kreat. i.S.", "kreat."),
        ("Chr. renal insuff. G4", "renal  insuff."),
        ("Креатинин сыв.", "креатинин"),
        ("血肌酐测定", "肌酐"),
        ("On amiodarone. Father had gout.", "amiodarone"),
        ("Allergic rhinitis", "allergic rhinitis"),
    ],
)
def test_words_that_stand_there_are_said(text: str, quote: str):
    assert says(text, quote)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("VLDL", "LDL"),
        ("Kreat.", "Kreatinin"),
        ("No diabetes", "diabetes"),
        ("diabetes: none", "diabetes"),
        ("? diabetes", "diabetes"),
        ("Family history of gout", "gout"),
        ("amiodarone stopped in May", "amiodarone"),
        ("allergic to heparin", "heparin"),
        ("suspected haemolysis", "haemolysis"),
        ("подозрение на диабет", "диабет"),
        ("无糖尿病", "糖尿病"),
        ("HB", "hb"),
        ("anything", ""),
        ("anything", ".*"),
    ],
)
def test_words_that_are_missing_denied_doubted_or_anothers_are_not(text: str, quote: str):
    assert not says(text, quote)


def dropped(*claims, **case):
    package, _ = helped(submits(*claims), case=left_over_case(**case))
    return package.summary.dropped


def test_what_code_knows_is_no_question_for_a_model():
    medicines = [medicine("Amiloride"), medicine("Oddol", id="m2")]
    wrong = claim("medication:spironolactone", DIURETIC, "Amiloride")

    assert dropped(wrong, medications=medicines) == {"recognised": 1}


def test_words_that_the_graph_knows_as_another_thing_are_that_thing():
    note = "Taken above a drip, on amiloride."
    wrong = claim("medication:spironolactone", POTASSIUM, "amiloride")

    assert dropped(wrong, note=note) == {"other_thing": 1}


@pytest.mark.parametrize(
    "odd",
    [
        {"unit": "g/L"},
        {"specimen": "Urine"},
        {"unit": "mmol/24h"},
    ],
)
def test_a_result_in_a_unit_or_sample_of_another_test_is_another_test(odd):
    case = case_of(lab(), free_lab("Kreat. X", **odd))

    package, _ = helped(submits(claim("parameter:ck", CREATININE, "Kreat.")), case=case)

    assert package.summary.dropped == {"other_thing": 1}
    assert by_model(package) == {}


def test_a_note_speaks_of_the_result_it_stands_on_and_of_no_other():
    other = lab("l3", "2951-2", name="Sodium", value=120, unit="mmol/L", ref_low=135, ref_high=145)
    case = case_of(lab(note="drawn above a running drip"), {**other, "flag": "L"})

    package, _ = helped(
        submits(claim("preanalytical:iv_contam", POTASSIUM, "above a running drip")), case=case
    )

    holders = [
        each.result
        for each in package.per_parameter
        for one in each.found.preanalytical
        if one.matched_by == "model"
    ]
    assert holders == [POTASSIUM]


def test_the_same_claim_twice_is_one_and_the_first_beginning_counts():
    conditions = [
        free_condition("Chr. renal insuff. G4", onset="2024-02-01"),
        free_condition("Kidneys, chronic damage", id="c10", onset="2020-02-01"),
    ]
    once = claim("condition:ckd", KIDNEY, "renal insuff.")
    older = claim("condition:ckd", "Condition/c10", "chronic damage")

    package, _ = helped(submits(once, once, older), case=left_over_case(conditions=conditions))

    assert by_model(package)["ckd"].resource == "Condition/c10"
    assert package.summary.dropped == {}
