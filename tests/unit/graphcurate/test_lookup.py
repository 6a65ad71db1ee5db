"""By code, by name, by domain: and a plain no rather than a guess."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcurate.contracts import LookupHow
from tests.factories.graph import starter_lookup, starter_snapshot

DATA = Path(__file__).parents[2] / "data" / "graph"

FAIR = {
    "968472": "no LOINC code at all; what the code's name says, haemoglobin A2, is what we found",
    "6016-0": "an IgE antibody against the hormone; the row's name is the hormone's own, in full",
}
"""Codes of rows whose own code contradicts their name, and why our answer stands."""


def rows_of(file_name: str) -> list[dict[str, str]]:
    with (DATA / file_name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def answers(column: str):
    lookup = starter_lookup()
    for row in rows_of("hospital_test_names.csv"):
        if row[column]:
            answer = lookup.find(
                name=row[column],
                specimen=row["specimen"],
                unit=row["unit"],
                unitless=not row["unit"],
            )
            yield row, answer.biomarker, lookup.find(codes=[row["loinc"]]).biomarker


@pytest.mark.parametrize("column", ["name", "name_zh"])
def test_no_name_of_a_hospital_is_resolved_wrongly(column):
    wrong = [
        (row[column], found)
        for row, found, meant in answers(column)
        if found and found != meant and row["loinc"] not in FAIR
    ]

    assert wrong == []


@pytest.mark.parametrize(("column", "share"), [("name", 0.86), ("name_zh", 0.81)])
def test_most_names_of_known_analytes_are_resolved(column, share):
    """The Chinese is a machine's: it calls lactate breastfeeding and MCH a clinic.

    What is left open is misspelt, contradicts its own specimen or unit, or names another test.
    """
    known = [(found, meant) for _, found, meant in answers(column) if meant]

    right = [found for found, meant in known if found == meant]

    assert len(right) / len(known) >= share


@pytest.mark.parametrize("language", ["ru", "zh", "en"])
def test_the_names_that_reports_carry_every_day_are_resolved(language):
    rows = [row for row in rows_of("report_names.csv") if row["language"] == language]

    found = {
        row["name"]: starter_lookup().find(name=row["name"], unit=row["unit"]).biomarker
        for row in rows
    }

    assert len(rows) >= 60
    assert found == {row["name"]: row["biomarker"] for row in rows}


@pytest.mark.parametrize("language", ["ru", "zh", "en"])
def test_an_everyday_name_without_its_unit_is_right_or_open(language):
    rows = [row for row in rows_of("report_names.csv") if row["language"] == language]

    wrong = [
        row["name"]
        for row in rows
        if starter_lookup().find(name=row["name"]).biomarker not in {row["biomarker"], None}
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("code", "key", "how"),
    [
        ("2823-3", "potassium", LookupHow.LOINC),
        ("6298-4", "potassium", LookupHow.ALTERNATIVE_LOINC),
        ("4548-4", "hba1c", LookupHow.LOINC),
    ],
)
def test_a_code_finds_its_biomarker(code, key, how):
    answer = starter_lookup().find(codes=[code], name="Sodium")

    assert (answer.biomarker, answer.how) == (key, how)


def test_an_unknown_code_goes_to_its_domain_and_never_to_its_name():
    answer = starter_lookup().find(
        codes=["2888-8"],
        name="Potassium",
        display="Thyroxine binding globulin [Mass/volume] in Serum",
    )

    assert answer.biomarker is None
    assert (answer.how, answer.domain) == (LookupHow.DOMAIN, "thyroid")


def test_an_unknown_code_without_a_domain_is_none():
    answer = starter_lookup().find(codes=["99999-9"], name="Potassium", display="Heart rate")

    assert (answer.how, answer.biomarker, answer.domain) == (LookupHow.NONE, None, None)


def test_the_first_known_of_several_codes_decides():
    answer = starter_lookup().find(codes=["99999-9", "718-7"])

    assert answer.biomarker == "hemoglobin"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Potassium", "potassium"),
        ("  POTASSIUM ", "potassium"),
        ("Калий", "potassium"),
        ("钾", "potassium"),
        ("Serum potassium", "potassium"),
        ("Cholesterol, HDL", "hdl"),
        ("Alanine Aminotransferase (ALT)", "alt"),
        ("Глюкоза в моче", "urine_glucose"),
        ("肌钙蛋白 I", "troponin_i"),
        ("Гемоглобин", "hemoglobin"),
        ("СОЭ", "esr"),
    ],
)
def test_a_name_of_any_language_finds_its_biomarker(name, key):
    answer = starter_lookup().find(name=name)

    assert answer.biomarker == key


@pytest.mark.parametrize("name", ["TG", "tt", "ALD"])
def test_a_name_that_two_biomarkers_share_is_never_resolved(name):
    answer = starter_lookup().find(name=name)

    assert answer.how is LookupHow.AMBIGUOUS
    assert answer.biomarker is None
    assert len(answer.candidates) == 2


@pytest.mark.parametrize(
    ("name", "specimen", "key"),
    [
        ("Glucose", None, "glucose"),
        ("Glucose", "Serum", "glucose"),
        ("Glucose", "Urine", "urine_glucose"),
        ("Глюкоза", "Моча", "urine_glucose"),
        ("葡萄糖", "尿液", "urine_glucose"),
        ("Glucose", "Cerebrospinal fluid", None),
        ("Glucose, Urine", "Serum", None),
        ("Urine Creatinine", None, "urine_creatinine"),
        ("Potassium", "Pleural fluid", None),
    ],
)
def test_a_name_counts_only_where_the_specimen_agrees(name, specimen, key):
    answer = starter_lookup().find(name=name, specimen=specimen)

    assert answer.biomarker == key


@pytest.mark.parametrize(
    ("unit", "key", "how"),
    [
        ("%", "basophils_pct", LookupHow.SYNONYM),
        ("10*9/L", "basophils_abs", LookupHow.SYNONYM),
        (None, None, LookupHow.AMBIGUOUS),
        ("mg/dL", None, LookupHow.AMBIGUOUS),
    ],
)
def test_the_unit_tells_a_share_from_a_count(unit, key, how):
    answer = starter_lookup().find(name="Basophils", specimen="Blood", unit=unit)

    assert (answer.biomarker, answer.how) == (key, how)


def test_a_count_in_per_cent_is_neither():
    answer = starter_lookup().find(name="Reticulocyte count", unit="%")

    assert answer.how is LookupHow.NONE


def test_a_bracket_that_contradicts_its_name_is_refused():
    answer = starter_lookup().find(name="Alanine Aminotransferase (AST)")

    assert answer.how is LookupHow.NONE


def test_every_code_finds_the_biomarker_that_has_it():
    lookup = starter_lookup()

    for entry in starter_snapshot().biomarkers.values():
        for code in entry.loinc:
            assert lookup.find(codes=[code.code]).biomarker == entry.key


def test_every_display_name_finds_its_biomarker_or_says_it_is_shared():
    lookup = starter_lookup()

    elsewhere = [
        (name, entry.key, found.biomarker)
        for entry in starter_snapshot().biomarkers.values()
        for name in (entry.name, *entry.names.values())
        if (found := lookup.find(name=name)).biomarker not in {entry.key, None}
    ]

    assert elsewhere == []


@given(st.text(max_size=60), st.text(max_size=20) | st.none(), st.text(max_size=20) | st.none())
def test_any_text_gets_an_answer(name, specimen, unit):
    answer = starter_lookup().find(name=name, specimen=specimen, unit=unit)

    assert answer.how in LookupHow


@given(st.sampled_from(["Potassium", "Калий", "钾", "Hemoglobin"]), st.sampled_from(" \t\n"))
def test_case_and_spaces_never_matter(name, space):
    changed = f"{space}{name.upper()}{space}{space}"

    assert starter_lookup().find(name=changed) == starter_lookup().find(name=name)


@pytest.mark.parametrize(
    ("display", "loinc_class", "domain"),
    [
        ("Thyroxine binding globulin [Mass/volume] in Serum", None, "thyroid"),
        ("Thyroxine binding globulin [Mass/volume] in Serum", "CHEM", "thyroid"),
        ("Coagulation factor X activity actual/normal", "COAG", "coagulation"),
        ("Platelet aggregation epinephrine induced [Presence]", "COAG", None),
        ("Glucose [Mass/volume] in Pleural fluid", None, None),
        ("Amikacin [Susceptibility]", None, None),
        ("Amikacin [Mass/volume] in Serum or Plasma", None, "toxicology"),
        ("", None, None),
        (None, None, None),
    ],
)
def test_a_domain_is_found_by_loincs_name_and_class(display, loinc_class, domain):
    assert starter_lookup().domain_of_loinc("99999-9", display, loinc_class) == domain


def test_the_domain_of_a_known_code_is_its_biomarkers():
    assert starter_lookup().domain_of_loinc("2823-3", "anything") == "electrolytes"


def test_a_name_that_says_two_specimens_is_refused():
    assert starter_lookup().find(name="Creatinine, Serum (Urine)").how is LookupHow.NONE


def test_a_name_known_only_with_another_specimen_says_nothing_without_one():
    lookup = starter_lookup()

    assert lookup.find(name="Acetone").how is LookupHow.NONE
    assert lookup.find(name="Acetone", specimen="Urine").biomarker == "urine_ketones"


def test_a_fluid_has_no_biomarker_of_unstated_specimen():
    assert starter_lookup().find(name="Albumin", specimen="Ascites").how is LookupHow.NONE


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("抗HBs抗体", "anti_hbs"),
        ("抗-HCV", "anti_hcv"),
        ("抗甲状腺球蛋白抗体", "anti_tg"),
        ("梅毒螺旋体（梅毒）Ab", "tp_ab"),
        ("α-1-抗胰蛋白酶", "aat"),
        ("因子Ⅷ", "factor_viii"),
        ("RDW-SD型", "rdw_sd"),
        ("估算的GFR（MDRD方程）", "egfr"),
        ("24小时尿蛋白质", "urine_protein_24h"),
        ("茶碱", "theophylline"),
        ("Estimated GFR (CKD-EPI)", "egfr"),
        ("K (green)", "potassium"),
        ("Carcinoembyronic Antigen (CEA)", "cea"),
    ],
)
def test_spellings_of_one_name_are_one(name, key):
    assert starter_lookup().find(name=name).biomarker == key


@pytest.mark.parametrize(
    "name",
    [
        "Osmolality, Calculated",
        "Protein S antigen",
        "蛋白S抗原",
        "凝血因子VIII抑制物",
        "抗组织转谷氨酰胺酶抗体IgG",
        "抗心磷脂抗体IgM",
        "Immunoglobulin M (IgG)",
        "eGFR (cystatin C)",
        "HBsAg定性",
        "Калий в моче",
        "Creatinine clearance",
    ],
)
def test_a_neighbours_name_is_not_resolved(name):
    assert starter_lookup().find(name=name).biomarker is None


@pytest.mark.parametrize(
    ("name", "unit", "key"),
    [
        ("CK-MB", "ng/mL", "ck_mb"),
        ("CK-MB", "U/L", "ck_mb_act"),
        ("PCT", "ng/mL", "procalcitonin"),
        ("PCT", "%", "pct_plateletcrit"),
        ("RBC", "/[HPF]", "urine_rbc"),
        ("Лейкоциты", "в п/зр", "urine_wbc"),
        ("Glucose", "mg/dL", "glucose"),
        ("Глюкоза", "ммоль/л", "glucose"),
        ("Glucose level", "mmol/L", "glucose"),
        ("CK-MB", None, None),
        ("PCT", None, None),
    ],
)
def test_the_unit_tells_tests_of_one_name_apart(name, unit, key):
    assert starter_lookup().find(name=name, unit=unit).biomarker == key


@pytest.mark.parametrize("name", ["Glucose", "葡萄糖", "Эритроциты", "WBC"])
def test_a_name_without_a_fluid_means_blood_but_not_of_a_result_without_a_unit(name):
    lookup = starter_lookup()

    asked = lookup.find(name=name)
    printed = lookup.find(name=name, unitless=True)

    assert asked.biomarker in {"glucose", "rbc", "wbc"}
    assert printed.how is LookupHow.AMBIGUOUS
    assert set(printed.candidates) == {asked.biomarker, f"urine_{asked.biomarker}"}


@pytest.mark.parametrize("name", ["Калий", "Hemoglobin", "INR"])
def test_a_result_without_a_unit_is_resolved_where_urine_is_not_called_so(name):
    assert starter_lookup().find(name=name, unitless=True).biomarker is not None


@pytest.mark.parametrize("unit", [None, "[pH]"])
def test_a_name_that_blood_and_urine_share_stays_open_whatever_its_unit(unit):
    answer = starter_lookup().find(name="pH", unit=unit)

    assert answer.candidates == ("ph_arterial", "urine_ph")


@pytest.mark.parametrize(
    ("display", "domain"),
    [
        ("Adenosine triphosphate [Mass/volume] in Blood", None),
        ("Calcium phosphate crystals [Presence] in Stone by Infrared spectroscopy", None),
        ("Phosphate [Mass/volume] in Urine", "bone_mineral"),
        ("Epstein Barr virus nuclear Ab [Presence] in Serum", "infectious"),
        ("Neutrophil cytoplasmic Ab [Titer] in Serum", "autoimmune"),
        ("Erythrocytes [#/volume] in Urine by Automated count", "urinalysis"),
        ("Leukocytes [Presence] in Stool by Light microscopy", None),
        ("aPTT.lupus sensitive (LA screen)", "coagulation"),
        ("Platelet factor 4 [Presence] in Platelet poor plasma", None),
        ("Platelets Giant [Presence] in Blood by Light microscopy", "hematology"),
        ("Cryoglobulin [Presence] in Serum", None),
        ("Aspergillus sp Ab [Titer] in Serum by Complement fixation", None),
        ("Alpha-1-Fetoprotein [Multiple of the median] in Serum or Plasma", None),
        ("Protoporphyrin.zinc [Mass/volume] in Red Blood Cells", None),
        ("Zinc [Moles/volume] in Serum or Plasma", "vitamins"),
    ],
)
def test_a_word_of_the_method_or_another_thing_makes_no_domain(display, domain):
    assert starter_lookup().domain_of_loinc("99999-9", display) == domain
