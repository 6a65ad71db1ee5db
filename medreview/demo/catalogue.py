"""The laboratory tests of the demo hospitals, as their laboratories would print them."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any


@dataclass(frozen=True)
class LabTest:
    """One test: its code, the name printed, its unit and the printed reference range."""

    name: str
    loinc: str | None
    unit: str
    ucum: str | None
    low: str | None = None
    high: str | None = None
    population: str | None = None

    def code(self) -> dict[str, Any]:
        """The CodeableConcept; by name alone where the laboratory sends no code."""
        if self.loinc is None:
            return {"text": self.name}
        code = {"system": "http://loinc.org", "code": self.loinc, "display": self.name}
        return {"coding": [code], "text": self.name}

    def reference_range(self) -> dict[str, Any]:
        """The printed range with its unit, and the population where it is printed."""
        bounds: dict[str, Any] = {}
        for side, limit in (("low", self.low), ("high", self.high)):
            if limit is not None:
                bounds[side] = {"value": Decimal(limit), "unit": self.unit}
        if self.population:
            bounds["appliesTo"] = [{"text": self.population}]
        return bounds


G_PER_L = ("g/L", "g/L")
MMOL = ("mmol/L", "mmol/L")
UMOL = ("µmol/L", "umol/L")
U_PER_L = ("U/L", "U/L")
UG_PER_L = ("µg/L", "ug/L")
CELLS = ("×10⁹/L", "10*9/L")

ENGLISH = {
    "potassium": LabTest("Potassium", "2823-3", *MMOL, "3.5", "5.1"),
    "sodium": LabTest("Sodium", "2951-2", *MMOL, "136", "145"),
    "bicarbonate": LabTest("Bicarbonate", "2028-9", *MMOL, "22", "29"),
    "creatinine_f": LabTest("Creatinine", "14682-9", *UMOL, "45", "84", "female 18+"),
    "creatinine_m": LabTest("Creatinine", "14682-9", *UMOL, "59", "104", "male 18+"),
    "egfr": LabTest(
        "eGFR (CKD-EPI 2021)", "98979-8", "mL/min/1.73 m²", "mL/min/{1.73_m2}", "60", None
    ),
    "urea": LabTest("Urea", "22664-7", *MMOL, "2.5", "7.8"),
    "phosphate": LabTest("Phosphate", "14879-1", *MMOL, "0.80", "1.45"),
    "calcium": LabTest("Calcium, total", "2000-8", *MMOL, "2.15", "2.55"),
    "pth": LabTest("Parathyroid hormone", "14866-8", "pmol/L", "pmol/L", "1.6", "6.9"),
    "magnesium": LabTest("Magnesium", "2601-3", *MMOL, "0.70", "1.00"),
    "urate": LabTest("Urate", "14933-6", *UMOL, "155", "360", "female 18+"),
    "albumin": LabTest("Albumin", "1751-7", *G_PER_L, "35", "50"),
    "hemoglobin_f": LabTest("Haemoglobin", "718-7", *G_PER_L, "120", "155", "female 18+"),
    "hemoglobin_m": LabTest("Haemoglobin", "718-7", *G_PER_L, "130", "175", "male 18+"),
    "hemoglobin_child": LabTest("Haemoglobin", "718-7", *G_PER_L, "110", "140", "2 to 6 years"),
    "hemoglobin_pregnancy": LabTest("Haemoglobin", "718-7", *G_PER_L, "110", "150", "pregnancy"),
    "mcv": LabTest("MCV", "787-2", "fL", "fL", "80", "100"),
    "mcv_child": LabTest("MCV", "787-2", "fL", "fL", "75", "87", "2 to 6 years"),
    "wbc": LabTest("Leukocytes", "6690-2", *CELLS, "4.0", "10.0"),
    "platelets": LabTest("Platelets", "777-3", *CELLS, "150", "400"),
    "ferritin_f": LabTest("Ferritin", "20567-4", *UG_PER_L, "15", "150", "female 18+"),
    "ferritin_m": LabTest("Ferritin", "20567-4", *UG_PER_L, "30", "300", "male 18+"),
    "ferritin_child": LabTest("Ferritin", "20567-4", *UG_PER_L, "12", "140", "1 to 12 years"),
    "iron": LabTest("Iron", "14798-3", *UMOL, "9.0", "30.4"),
    "tsat": LabTest("Transferrin saturation", "2502-3", "%", "%", "15", "50"),
    "crp": LabTest("C-reactive protein", "1988-5", "mg/L", "mg/L", "0", "5"),
    "alt_m": LabTest("ALT", "1742-6", *U_PER_L, "0", "45", "male 18+"),
    "alt_f": LabTest("ALT", "1742-6", *U_PER_L, "0", "34", "female 18+"),
    "ast_m": LabTest("AST", "1920-8", *U_PER_L, "0", "40", "male 18+"),
    "ast_f": LabTest("AST", "1920-8", *U_PER_L, "0", "32", "female 18+"),
    "alp": LabTest("Alkaline phosphatase", "6768-6", *U_PER_L, "40", "130"),
    "alp_unranged": LabTest("Alkaline phosphatase", "6768-6", *U_PER_L),
    "ggt": LabTest("Gamma-GT", "2324-2", *U_PER_L, "8", "61"),
    "bilirubin": LabTest("Bilirubin, total", "14631-6", *UMOL, "3", "21"),
    "ck": LabTest("Creatine kinase", "2157-6", *U_PER_L, "39", "308", "male 18+"),
    "ldl": LabTest("LDL cholesterol", "22748-8", *MMOL, "0", "3.0"),
    "hdl": LabTest("HDL cholesterol", "14646-4", *MMOL, "1.0", None),
    "triglycerides": LabTest("Triglycerides", "14927-8", *MMOL, "0", "1.7"),
    "glucose": LabTest("Glucose", "14749-6", *MMOL, "3.9", "7.8"),
    "hba1c": LabTest("HbA1c", "59261-8", "mmol/mol", "mmol/mol", "20", "42"),
    "tsh": LabTest("TSH", "11580-8", "mIU/L", "m[IU]/L", "0.40", "4.00"),
    "ft4": LabTest("Free T4", "14920-3", "pmol/L", "pmol/L", "10.3", "23.2"),
    "inr": LabTest("INR", "6301-6", "INR", "{INR}", "0.9", "1.2"),
    "d_dimer": LabTest("D-dimer", "48065-7", "ng/mL FEU", "ng/mL{FEU}", "0", "500"),
    "psa": LabTest("PSA, total", "2857-1", UG_PER_L[0], UG_PER_L[1], "0", "4.0"),
    "vitamin_d": LabTest("25-OH vitamin D", "1989-3", "nmol/L", "nmol/L", "50", "125"),
    "calcitriol": LabTest("1,25-(OH)₂ vitamin D", "1649-3", "pmol/L", "pmol/L", "48", "190"),
    "lactate": LabTest("Lactate", "2524-7", *MMOL, "0.5", "2.0"),
}

WARD = {
    "ward_crp": LabTest("CRP Afinion", None, "mg/L", "mg/L"),
    "ward_hemoglobin": LabTest("Hb HemoCue", None, *G_PER_L),
}
"""Analysers on the wards send names of their own and no codes: the graph does not know them."""

RUSSIAN = {
    "ru_potassium": LabTest("Калий", None, "ммоль/л", None, "3.5", "5.1"),
    "ru_sodium": LabTest("Натрий", None, "ммоль/л", None, "136", "145"),
    "ru_creatinine": LabTest("Креатинин", None, "мкмоль/л", None, "45", "84"),
    "ru_hemoglobin": LabTest("Гемоглобин", None, "г/л", None, "120", "155"),
    "ru_ferritin": LabTest("Ферритин", None, "мкг/л", None, "15", "150"),
    "ru_tsh": LabTest("ТТГ", None, "мМЕ/л", None, "0.40", "4.00"),
    "ru_ft4": LabTest("Т4 свободный", None, "пмоль/л", None, "10.3", "23.2"),
    "ru_local": LabTest("Индекс утренней пробы", None, "усл. ед.", None, "1", "4"),
}

CHINESE = {
    "zh_potassium": LabTest("钾", None, *MMOL, "3.5", "5.3"),
    "zh_creatinine": LabTest("肌酐", None, *UMOL, "57", "97"),
    "zh_alt": LabTest("丙氨酸氨基转移酶", None, *U_PER_L, "9", "50"),
    "zh_ast": LabTest("天门冬氨酸氨基转移酶", None, *U_PER_L, "15", "40"),
    "zh_platelets": LabTest("血小板计数", None, "10^9/L", None, "125", "350"),
    "zh_hemoglobin": LabTest("血红蛋白", None, *G_PER_L, "130", "175"),
    "zh_bilirubin": LabTest("总胆红素", None, *UMOL, "0", "26"),
}

CATALOGUE = ENGLISH | WARD | RUSSIAN | CHINESE
