import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.unit_names import ucum_of

SPELLINGS = {
    "10*3/uL": "K/uL 10*3/uL x10E3/uL 10^3/uL x10^3/µL K/mm3 Thousand/uL THOU/uL тыс/мкл x10(3)/uL",
    "10*6/uL": "M/uL 10^6/uL mill/uL млн/мкл m/uL",
    "10*9/L": "x10^9/L 10*9/L 10⁹/L ×10⁹/L х10^9/л 10^9/л x10*9/L 10**9/L 10E9/L",
    "10*12/L": "10^12/L x10*12/L ×10¹²/л",
    "/uL": "#/uL /uL cells/uL cells/mm3 个/μL кл/мкл /mm3",
    "m[IU]/L": "mIU/L m[IU]/L мМЕ/л 毫国际单位/升 MIU/L",
    "u[IU]/mL": "uIU/mL µIU/mL μIU/ml мкМЕ/мл u[IU]/mL mcIU/mL",
    "[IU]/L": "IU/L [IU]/L iu/l МЕ/л",
    "U/L": "U/L u/l Ед/л ЕД/л Ед./л units/L 单位/升",
    "umol/L": "umol/L µmol/L μmol/L мкмоль/л 微摩尔/升 mcmol/L UMOL/L",
    "mmol/L": "mmol/L mmol/l ммоль/л 毫摩尔/升 MMOL/L",
    "g/L": "g/L g/l г/л 克/升 gm/L",
    "g/dL": "g/dL G/DL г/дл g% gms% gm/dL",
    "mg/dL": "mg/dL MG/DL mg% 毫克/分升 мг/дл mg/100mL",
    "ug/dL": "ug/dL mcg/dL µg/100mL μg/dl мкг/дл",
    "ng/mL": "ng/mL нг/мл 纳克/毫升",
    "mL/min/{1.73_m2}": "mL/min/1.73.m2 mL/min/1.73m2 mL/min/{1.73_m2} mL/min/[1.73_m2] "
    "мл/мин/1,73м2 mL/min/1.73m^2 mL/min/1.73_m2",
    "mL/min": "mL/min мл/мин",
    "mg/(24.h)": "mg/24hr mg/24h mg/day mg/d мг/сут mg/(24.h)",
    "ng/mL{FEU}": "ng/mL{FEU} ng/mL_FEU ng/mL(FEU)",
    "mm[Hg]": "mmHg mm[Hg] 毫米汞柱",
    "mm/h": "mm/h mm/hr мм/ч мм/час 毫米/小时",
    "meq/L": "mEq/L meq/L MEQ/L мэкв/л",
    "s": "s sec сек 秒",
    "fL": "fL фл 飞升",
    "/[HPF]": "/HPF /hpf #/hpf",
    "%": "% percent",
    "{INR}": "INR {INR}",
}


@pytest.mark.parametrize(
    ("spelling", "ucum"),
    [(one, ucum) for ucum, spellings in SPELLINGS.items() for one in spellings.split()],
)
def test_every_spelling_of_a_unit_is_one_ucum_code(spelling, ucum):
    assert ucum_of(spelling) == ucum
    assert ucum_of(f" {spelling} ") == ucum


@pytest.mark.parametrize(
    "spelling",
    ["", "G/L", "T/L", "N/A", "units", "#ERROR!", "mg/dL|EU/dL", "log10 copies/mL", "x", "м/uL"],
)
def test_what_nobody_can_be_sure_of_has_no_code(spelling):
    assert ucum_of(spelling) is None


@pytest.mark.parametrize("spelling", ["mm Hg", "мм рт. ст.", "mL/min/1.73 m2", "ng/mL FEU"])
def test_spaces_within_a_unit_do_not_matter(spelling):
    assert ucum_of(spelling) == ucum_of(spelling.replace(" ", ""))
    assert ucum_of(spelling)


@given(st.text(max_size=20))
def test_any_text_gets_an_answer_that_stands_for_itself(text):
    found = ucum_of(text)

    assert found is None or ucum_of(found) == found
