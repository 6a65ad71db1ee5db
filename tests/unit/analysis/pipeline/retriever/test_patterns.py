"""Patterns that code can state: every member was found."""

import pytest

from analysis.pipeline.contracts import Pattern
from tests.factories.stages import AS_OF, analysed_labs, condition, lab, medicine, package_of

K = lab("k")
EGFR = lab("e", "98979-8", name="eGFR", value=28, unit="mL/min/{1.73_m2}", flag="L")
ACEI = medicine("ramipril", "C09AA05", start="2020-01-01")
HB = lab("hb", "718-7", name="Hb", value=9.8, unit="g/dL", flag="L")
FERRITIN = lab("f", "2276-4", name="Ferritin", value=70, unit="ng/mL", flag="N",
               ref_low=15, ref_high=150)  # fmt: skip
CRP = lab("c", "1988-5", name="CRP", value=46, unit="mg/L", flag="H")
ALT = lab("alt", "1742-6", name="ALT", value=620, unit="U/L", ref_low=0, ref_high=45)
BILI = lab("b", "1975-2", name="Bilirubin", value=4.6, unit="mg/dL", ref_low=0, ref_high=1.2)
ALP = lab("alp", "6768-6", name="ALP", value=110, unit="U/L", flag="N", ref_low=40, ref_high=130)


def _patterns(*labs: dict, **sent: object) -> dict[str, Pattern]:
    return {one.name: one for one in package_of(analysed_labs(*labs, **sent)).cross_domain_patterns}


def test_potassium_kidney_and_medicine_are_seen_together() -> None:
    found = _patterns(K, EGFR, medications=[ACEI])

    pattern = found["High potassium with reduced kidney function and a medicine"]
    assert set(pattern.members) == {"Observation/k", "Observation/e", "MedicationStatement/m1"}


def test_a_medicine_begun_later_is_no_member() -> None:
    later = {**ACEI, "start": "2026-11-29"}

    assert _patterns(K, EGFR, medications=[later]) == {}


def test_a_normal_ferritin_beside_a_high_crp_hides_nothing_silently() -> None:
    found = _patterns(HB, FERRITIN, CRP)

    assert "Observation/f" in found["Iron measures beside inflammation"].members


def test_results_far_apart_are_no_pattern() -> None:
    old = {**CRP, "date": "2026-09-01"}

    assert "Iron measures beside inflammation" not in _patterns(HB, FERRITIN, old)


def test_two_low_cell_lines_are_enough() -> None:
    platelets = lab("p", "777-3", name="Platelets", value=60, unit="10*9/L", flag="L")

    assert "Several blood cell lines low" in _patterns(HB, platelets)
    assert "Several blood cell lines low" not in _patterns(HB)


PREGNANCY = condition("Supervision of pregnancy", "Z34.90")
PLATELETS = lab("p", "777-3", name="Platelets", value=78, unit="10*9/L", flag="L")
AST = lab("ast", "1920-8", name="AST", value=140, unit="U/L", flag="H")
LDH = lab("ldh", "14804-9", name="LDH", value=700, unit="U/L", flag="H")
IN_PREGNANCY = "Pregnancy with low platelets and raised transaminases"


def test_low_platelets_and_a_raised_transaminase_in_pregnancy_are_seen_together() -> None:
    found = _patterns(PLATELETS, AST, LDH, conditions=[PREGNANCY])

    pattern = found[IN_PREGNANCY]
    assert pattern.members == (
        "Observation/p",
        "Observation/ast",
        "Condition/c1",
        "Observation/ldh",
    )
    assert "ACOG Practice Bulletin 222" in pattern.text


@pytest.mark.parametrize("code", ["O24.410", "O09.90", "Z3A.31"])
def test_a_pregnancy_known_by_any_of_its_codes_counts_for_the_pattern(code: str) -> None:
    coded = condition("As coded", code)

    assert IN_PREGNANCY in _patterns(PLATELETS, AST, conditions=[coded])


def test_the_pattern_of_pregnancy_needs_the_pregnancy_and_both_signs() -> None:
    without = (
        _patterns(PLATELETS, AST),
        _patterns(PLATELETS, conditions=[PREGNANCY]),
        _patterns(AST, LDH, conditions=[PREGNANCY]),
        _patterns(PLATELETS, {**AST, "date": "2026-09-01"}, conditions=[PREGNANCY]),
    )

    assert [IN_PREGNANCY in found for found in without] == [False] * 4


def test_what_a_rule_names_beside_its_members_is_left_out_when_drawn_far_from_them() -> None:
    found = _patterns(
        PLATELETS, AST, {**LDH, "date": "2026-10-10"}, conditions=[PREGNANCY], as_of=AS_OF
    )

    assert "Observation/ldh" not in found[IN_PREGNANCY].members


@pytest.mark.parametrize(
    ("name", "labs"),
    [
        (
            "Low neutrophils with raised CRP",
            [lab("n", "751-8", name="Neutrophils", value=0.3, unit="10*9/L", flag="L"), CRP],
        ),
        (
            "Low platelets with slow clotting and low fibrinogen",
            [
                PLATELETS,
                lab("i", "6301-6", name="INR", value=2.1, unit="{INR}", flag="H"),
                lab("fg", "3255-7", name="Fibrinogen", value=0.9, unit="g/L", flag="L"),
            ],
        ),
        (
            "High calcium with low parathyroid hormone",
            [
                lab("ca", "17861-6", name="Calcium", value=12.8, unit="mg/dL", flag="H"),
                lab("pth", "2731-8", name="PTH", value=5, unit="pg/mL", flag="L"),
            ],
        ),
        (
            "Low magnesium with low potassium or calcium",
            [
                lab(value=3.0, flag="L"),
                lab("mg", "19123-9", name="Magnesium", value=1.0, unit="mg/dL", flag="L"),
            ],
        ),
        (
            "Low sodium with high glucose",
            [
                lab("na", "2951-2", name="Sodium", value=126, unit="mmol/L", flag="L"),
                lab("g", "2345-7", name="Glucose", value=520, unit="mg/dL", flag="H"),
            ],
        ),
    ],
)
def test_each_rule_needs_all_its_signs(name: str, labs: list[dict]) -> None:
    assert name in _patterns(*labs)
    assert not any(
        name in _patterns(*labs[:place], *labs[place + 1 :]) for place in range(len(labs))
    )


def test_liver_enzymes_tell_which_leads_by_their_ratio() -> None:
    found = _patterns(ALT, BILI, ALP)

    assert "Liver enzymes: the ALT rise is the greater" in found
    assert "ALT and bilirubin high without a like rise of ALP" in found


@pytest.mark.parametrize("left_out", [0, 1, 2])
def test_a_pattern_without_one_of_its_members_is_not_stated(left_out: int) -> None:
    labs = [ALT, BILI, ALP]
    del labs[left_out]

    assert "ALT and bilirubin high without a like rise of ALP" not in _patterns(*labs)


def test_a_slightly_raised_enzyme_leads_nothing() -> None:
    slight, low = {**ALT, "value": 60}, {**ALP, "value": 20, "flag": "L"}

    assert _patterns(slight, low) == {}


def test_a_cholestatic_rise_is_told_by_the_same_ratio() -> None:
    found = _patterns({**ALT, "value": 60}, {**ALP, "value": 560, "flag": "H"})

    assert "Liver enzymes: the ALP rise is the greater" in found
