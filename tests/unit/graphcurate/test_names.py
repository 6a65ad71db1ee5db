"""A name taken apart: what was measured, in what, as what figure."""

import pytest

from graphcurate.figures import figure_of
from graphcurate.names import comparable, family_of_specimen, parts_of, turned


@pytest.mark.parametrize(
    ("name", "core", "families"),
    [
        ("Creatinine, Urine", "creatinine", {"urine"}),
        ("Urine creatinine", "creatinine", {"urine"}),
        ("Глюкоза в моче", "глюкоза", {"urine"}),
        ("白蛋白、尿液", "白蛋白", {"urine"}),
        ("尿素", "尿素", set()),
        ("尿酸", "尿酸", set()),
        ("Red Blood Cells", "blood cell red", set()),
        ("Creatinine, Blood (Urine)", "creatinine", {"blood", "urine"}),
        ("Osmolality, Measured", "osmolality", set()),
        ("24 hr Protein", "24h protein", set()),
    ],
)
def test_the_specimen_is_told_from_the_analyte(name, core, families):
    parts = parts_of(name)

    assert (parts.core, set(parts.families)) == (core, families)


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("Absolute CD4 Count", "count"),
        ("NEUT#", "count"),
        ("Neutrophils %", "fraction"),
        ("中性粒细胞百分比", "fraction"),
        ("Neutrophils", None),
    ],
)
def test_a_name_may_say_the_kind_of_figure(name, figure):
    assert parts_of(name).figure == figure


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("Serum or Plasma", "blood"),
        ("Blood (EDTA)", "blood"),
        ("Urine (24 h)", "urine"),
        ("Моча", "urine"),
        ("Stool", "stool"),
        ("Cerebrospinal Fluid", "other"),
        ("Pleural fluid", "other"),
        ("Swab", None),
        ("", None),
        (None, None),
    ],
)
def test_a_specimen_belongs_to_a_family(text, family):
    assert family_of_specimen(text) == family


def test_gaps_between_chinese_signs_and_width_of_marks_do_not_matter():
    assert comparable("甘油 三 酯") == comparable("甘油三酯")
    assert comparable("肌钙蛋白 Ｉ") == comparable("肌钙蛋白I")


def test_a_turned_name_is_read_from_behind():
    assert turned("Cholesterol, HDL") == "hdl cholesterol"
    assert turned("胆红素，间接") == "间接胆红素"
    assert turned("Potassium") == ""


@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("%", "fraction"),
        ("[ppth]", "fraction"),
        ("/100{WBC}", "fraction"),
        ("10*9/L", "count"),
        ("K/uL", "count"),
        ("cells/cumm", "count"),
        ("тыс/мкл", "count"),
        ("#/hpf", "per_field"),
        ("/[HPF]", "per_field"),
        ("mmol/L", "moles"),
        ("mEq/L", "moles"),
        ("mg/dL", "mass"),
        ("г/л", "mass"),
        ("U/L", "activity"),
        ("N/A", None),
        ("", None),
        (None, None),
    ],
)
def test_a_unit_makes_a_kind_of_figure(unit, kind):
    assert figure_of(unit) == kind
