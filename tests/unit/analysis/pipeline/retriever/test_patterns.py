"""Patterns that code can state: every member was found."""

import pytest

from analysis.pipeline.contracts import Pattern
from tests.factories.stages import analysed_labs, lab, medicine, package_of

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
