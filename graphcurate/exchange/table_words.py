"""How the words of the maintainers' tables are said in the graph."""

LEVELS = {
    "guideline": "guideline",
    "laboratory_standard": "guideline",
    "classification_or_definition": "guideline",
    "product_label": "label",
    "safety_notice": "label",
    "review": "review",
    "primary_study": "study",
    "textbook": "textbook",
}

POPULATIONS = {
    "adult": ("adult", ""),
    "adult (high)": ("adult", ""),
    "adult (primary care)": ("adult", "for samples from primary care"),
    "child (<16 y)": ("child", "under 16 years"),
    "neonate": ("neonate", ""),
    "pregnancy": ("pregnancy", ""),
    "any": ("any", ""),
}
"""The population, and what else the table says of whom the limit is for."""

NOT_A_CRITICAL_VALUE = frozenset({"hiv_agab"})
"""Tables name it only to say that a reactive screen is never shown as an alert."""

CODES_WITHOUT_DEFAULT_LIMITS = frozenset(
    {
        "11558-4", "2746-6",  # pH of blood of any kind, and venous: the limits are arterial
        "11557-6", "2021-4",  # pCO2, likewise
        "11556-8",  # pO2, likewise
        "25461-5",  # lithium in whole blood: the limits are of serum, which holds more
        "1863-0",  # an anion gap that counts potassium: about 4 mmol/L higher
        "2609-6",  # metanephrines in total: several times higher
        "30166-3", "30567-2",  # the stimulating immunoglobulin's bioassay, not the immunoassay
        "27823-4",  # protein S as antigen, not as activity
    }
)  # fmt: skip
"""Codes of an analyte that its default limits are not made for, by its comparability note."""

COMPARABILITY_GROUPS = {
    "d_dimer": "d_dimer_units",
    "lpa": "lipoprotein_a_units",
    "ck_mb": "ck_mb",
    "ck_mb_act": "ck_mb",
    "trab": "tsh_receptor_antibody",
    "troponin_i": "cardiac_troponin",
    "hs_troponin_i": "cardiac_troponin",
    "troponin_t": "cardiac_troponin",
    "hs_troponin_t": "cardiac_troponin",
    "urea": "urea",
    "urea_nitrogen": "urea",
    "bnp": "natriuretic_peptide",
    "nt_probnp": "natriuretic_peptide",
    "pt": "prothrombin",
    "pt_activity": "prothrombin",
    "inr": "prothrombin",
    "crp": "c_reactive_protein",
    "hs_crp": "c_reactive_protein",
}
"""Analytes that look alike and must never be converted into one another in silence."""
