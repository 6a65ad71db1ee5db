"""Near relatives are shown beside an item and never counted as it."""

from analysis.pipeline.contracts import GroupMatch
from tests.factories.stages import analysed_labs, condition, lab, medicine, package_of

CREATININE = lab("cr", "2160-0", name="Creatinine", value=1.9, unit="mg/dL")


def _groups(*labs: dict, **sent: object) -> dict[str, GroupMatch]:
    parts = package_of(analysed_labs(*labs, **sent)).per_parameter
    return {match.asked.key or "": match for part in parts for match in part.group_matches}


def test_another_code_of_the_same_test_is_named() -> None:
    molar = {**CREATININE, "loinc": "14682-9", "value": 190, "unit": "umol/L"}

    match = _groups(lab(), molar)["creatinine"]

    assert match.resources == ("Observation/cr",)
    assert "14682-9" in match.why


def test_urea_nitrogen_is_a_relative_of_urea_and_asks_for_no_new_test() -> None:
    nitrogen = lab("un", "3094-0", name="Urea nitrogen", value=31, unit="mg/dL")
    analysis = analysed_labs(CREATININE, nitrogen)

    [part, *_] = [
        part
        for part in package_of(analysis).per_parameter
        if part.from_planner.graph_biomarker_key == "creatinine"
    ]
    assert "urea" in [one.item.key for one in part.missing.observations]
    assert "urea" in [match.asked.key for match in part.group_matches]
    assert "urea" not in [test.biomarker for test in package_of(analysis).follow_up_tests]


def test_another_member_of_an_icd_category_is_a_sibling() -> None:
    glucose = lab(loinc="2345-7", name="Glucose", value=300, unit="mg/dL", date="2026-11-29")

    match = _groups(glucose, conditions=[condition("Type 2 diabetes", "E11.9")])["dka"]

    assert (match.group, match.resources) == ("E11", ("Condition/c1",))


def test_a_medicine_of_the_same_chemical_group_is_a_sibling() -> None:
    match = _groups(lab(), medications=[medicine("eplerenone", "C03DA04")])["spironolactone"]

    assert (match.group, match.resources) == ("C03DA", ("MedicationStatement/m1",))


def test_a_member_of_a_class_that_was_asked_for_is_found_and_no_sibling() -> None:
    ck = lab(loinc="2157-6", name="CK", value=900, unit="U/L")

    assert "statins" not in _groups(ck, medications=[medicine("pravastatin", "C10AA03")])


def test_a_code_the_graph_lacks_is_not_read_by_its_name_but_shown() -> None:
    alp = lab(loinc="6768-6", name="ALP", value=400, unit="U/L")
    calcium = lab("ca", "99990-4", name="Calcium", value=9, unit="mg/dL", flag="N")

    match = _groups(alp, calcium)["calcium"]

    assert match.group == "unknown code"
    assert match.resources == ("Observation/ca",)
