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
