"""Findings that belong together, as a table of plain rules. No rule names a disease as present."""

from dataclasses import dataclass

from analysis.pipeline.sides import Side

POTASSIUM_RAISING = (
    "acei",
    "arb",
    "spironolactone",
    "amiloride",
    "kcl",
    "trimethoprim",
    "cotrimoxazole",
    "nsaids",
    "sacubitril",
    "heparin",
    "tacrolimus",
    "ciclosporin",
)
DIURETICS = ("loop", "furosemide", "torasemide", "thiazides", "hctz", "indapamide")
SODIUM_LOWERING = (*DIURETICS, "ssri", "carbamazepine", "desmopressin")


@dataclass(frozen=True)
class Sign:
    """A result that must be there: one of these tests, on one of these sides."""

    tests: tuple[str, ...]
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class PatternRule:
    """All signs, and one of the facts where any are named."""

    name: str
    rule: str
    text: str
    """What the members have to do with each other, in plain words."""
    signs: tuple[Sign, ...] = ()
    facts: tuple[str, ...] = ()
    """Keys of medicines or conditions, one of which must be found and fit in time."""
    least: int | None = None
    """How many signs suffice; all of them when not given."""
    also: tuple[Sign, ...] = ()
    """What is named with them where it was found, and is not needed."""


def high(*tests: str) -> Sign:
    """One of these tests is high."""
    return Sign(tests, (Side.HIGH,))


def low(*tests: str) -> Sign:
    """One of these tests is low."""
    return Sign(tests, (Side.LOW,))


RULES = (
    PatternRule(
        name="High potassium with reduced kidney function and a medicine",
        rule="potassium high + (eGFR low or creatinine high) + a medicine that raises potassium",
        text="Reduced kidney function and the medicines named can each raise potassium.",
        signs=(high("potassium"), Sign(("egfr",), (Side.LOW,))),
        facts=POTASSIUM_RAISING,
    ),
    PatternRule(
        name="High potassium with raised creatinine and a medicine",
        rule="potassium high + creatinine high + a medicine that raises potassium",
        text="Reduced kidney function and the medicines named can each raise potassium.",
        signs=(high("potassium"), high("creatinine")),
        facts=POTASSIUM_RAISING,
    ),
    PatternRule(
        name="Low potassium with a diuretic",
        rule="potassium low + a loop or thiazide diuretic",
        text="The medicines named can lower potassium.",
        signs=(low("potassium"),),
        facts=DIURETICS,
    ),
    PatternRule(
        name="Low sodium with a medicine that lowers it",
        rule="sodium low + a medicine that lowers sodium",
        text="The medicines named can lower sodium.",
        signs=(low("sodium"),),
        facts=SODIUM_LOWERING,
    ),
    PatternRule(
        name="Low haemoglobin with low ferritin",
        rule="haemoglobin low + ferritin low",
        text="A low ferritin goes with depleted iron stores.",
        signs=(low("hemoglobin"), low("ferritin")),
    ),
    PatternRule(
        name="Iron measures beside inflammation",
        rule="(haemoglobin or transferrin saturation low) + ferritin not low + CRP high",
        text="Inflammation raises ferritin, so a ferritin within or above its range may hide "
        "a lack of iron.",
        signs=(
            low("tsat", "hemoglobin"),
            Sign(("ferritin",), (Side.NORMAL, Side.HIGH)),
            high("crp", "hs_crp"),
        ),
    ),
    PatternRule(
        name="Pregnancy with low platelets and raised transaminases",
        rule="pregnancy + platelets low + (ALT or AST high); with them, where found: LDH, urate or "
        "creatinine high, protein in urine",
        text="In pregnancy these results are read together and without delay by obstetric teams "
        "(ACOG Practice Bulletin 222, 2020).",
        signs=(low("platelets"), high("alt", "ast")),
        facts=("pregnancy",),
        also=(
            high("ldh", "uric_acid", "creatinine"),
            Sign(("urine_protein", "pcr_urine"), (Side.HIGH, Side.POSITIVE, Side.ABNORMAL)),
        ),
    ),
    PatternRule(
        name="Low neutrophils with raised CRP",
        rule="neutrophils low + CRP high",
        text="With few neutrophils other signs of an infection can be faint (NICE CG151, 2012).",
        signs=(low("neutrophils_abs"), high("crp", "hs_crp")),
    ),
    PatternRule(
        name="Low platelets with slow clotting and low fibrinogen",
        rule="platelets low + (INR or aPTT high) + fibrinogen low",
        text="Platelets and clotting factors fall together when they are used up "
        "(British Society for Haematology, 2009).",
        signs=(low("platelets"), high("inr", "pt", "aptt"), low("fibrinogen")),
        also=(high("d_dimer"),),
    ),
    PatternRule(
        name="Several blood cell lines low",
        rule="two or more of haemoglobin, platelets, white cells or neutrophils low",
        text="More than one cell line is low at the same time.",
        signs=(low("hemoglobin"), low("platelets"), low("wbc", "neutrophils_abs")),
        least=2,
    ),
    PatternRule(
        name="Large red cells with low vitamin B12 or folate",
        rule="MCV high + (vitamin B12 or folate low)",
        text="Lack of vitamin B12 or folate enlarges red cells.",
        signs=(high("mcv"), low("vitamin_b12", "folate", "folate_rbc")),
    ),
    PatternRule(
        name="Signs of red cell breakdown",
        rule="haemoglobin low + LDH high + (haptoglobin low or indirect bilirubin high)",
        text="These results change together when red cells break down.",
        signs=(
            low("hemoglobin"),
            high("ldh"),
            Sign(("haptoglobin",), (Side.LOW,)),
        ),
    ),
    PatternRule(
        name="Low TSH with high thyroid hormone",
        rule="TSH low + (free T4 or free T3 high)",
        text="TSH falls when thyroid hormone is high.",
        signs=(low("tsh"), high("ft4", "ft3")),
    ),
    PatternRule(
        name="High TSH with low free T4",
        rule="TSH high + free T4 low",
        text="TSH rises when thyroid hormone is low.",
        signs=(high("tsh"), low("ft4")),
    ),
    PatternRule(
        name="High calcium with high parathyroid hormone",
        rule="calcium high + PTH high",
        text="Parathyroid hormone raises calcium; it normally falls when calcium is high.",
        signs=(high("calcium", "calcium_corrected", "calcium_ionized"), high("pth")),
    ),
    PatternRule(
        name="High calcium with low parathyroid hormone",
        rule="calcium high + PTH low",
        text="Parathyroid hormone falls when calcium is high for another reason.",
        signs=(high("calcium", "calcium_corrected", "calcium_ionized"), low("pth")),
    ),
    PatternRule(
        name="Low magnesium with low potassium or calcium",
        rule="magnesium low + (potassium or calcium low)",
        text="A lack of magnesium keeps potassium and calcium low.",
        signs=(
            low("magnesium"),
            low("potassium", "calcium", "calcium_corrected", "calcium_ionized"),
        ),
    ),
    PatternRule(
        name="Low sodium with high glucose",
        rule="sodium low + (glucose or fasting glucose high)",
        text="High glucose draws water into the blood and so lowers sodium.",
        signs=(low("sodium"), high("glucose", "fasting_glucose")),
    ),
    PatternRule(
        name="Mineral measures beside reduced kidney function",
        rule="eGFR low + phosphate high + PTH high",
        text="Phosphate and parathyroid hormone rise as kidney function falls.",
        signs=(low("egfr"), high("phosphate"), high("pth")),
    ),
    PatternRule(
        name="Low haemoglobin with reduced kidney function",
        rule="haemoglobin low + eGFR low",
        text="Haemoglobin can fall as kidney function falls.",
        signs=(low("hemoglobin"), low("egfr")),
    ),
    PatternRule(
        name="Low cortisol with low sodium and high potassium",
        rule="cortisol low + sodium low + potassium high",
        text="Adrenal hormones keep sodium up and potassium down.",
        signs=(low("cortisol"), low("sodium"), high("potassium")),
    ),
    PatternRule(
        name="Ketones with an SGLT2 inhibitor",
        rule="ketones positive or high + an SGLT2 inhibitor",
        text="With this medicine ketones can rise even when glucose is only moderately raised.",
        signs=(Sign(("bhb", "urine_ketones"), (Side.HIGH, Side.POSITIVE, Side.ABNORMAL)),),
        facts=("sglt2", "empagliflozin"),
    ),
    PatternRule(
        name="Low bicarbonate with a high anion gap or lactate",
        rule="bicarbonate low + (anion gap or lactate or beta-hydroxybutyrate high)",
        text="An acid that the usual panel does not name uses up bicarbonate.",
        signs=(low("co2_total", "hco3_arterial"), high("anion_gap", "lactate", "bhb")),
    ),
    PatternRule(
        name="Transaminases beside a high creatine kinase",
        rule="creatine kinase high + (AST or ALT high)",
        text="AST and ALT also come from muscle.",
        signs=(high("ck"), high("ast", "alt")),
    ),
    PatternRule(
        name="Tumour marker beside raised bilirubin",
        rule="CA 19-9 high + bilirubin high",
        text="CA 19-9 rises when bile can't flow, whatever the cause.",
        signs=(high("ca199"), high("bilirubin_total", "bilirubin_direct")),
    ),
    PatternRule(
        name="Glucose and HbA1c both high",
        rule="HbA1c high + (glucose or fasting glucose high)",
        text="HbA1c reflects glucose over the past months.",
        signs=(high("hba1c"), high("glucose", "fasting_glucose")),
    ),
    PatternRule(
        name="Albumin in urine with reduced kidney function",
        rule="urine albumin/creatinine ratio high + eGFR low",
        text="Both are measures of the kidneys.",
        signs=(high("acr", "pcr_urine"), low("egfr")),
    ),
)
