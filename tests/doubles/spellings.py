"""What a model can read that no list of ours knows: misspelt, abbreviated and foreign names."""

MEANT = {
    "kallium": "Potassium",
    "kalium i.s.": "Potassium",
    "ferritn": "Ferritin",
    "creatinin (jaffé)": "Creatinine",
    "hämoglobin gesamt": "Hemoglobin",
    "spironolacton hexal": "Spironolactone",
    "diabetes typ ii bekannt": "Type 2 diabetes mellitus",
}


def meant(name: str) -> str:
    """The usual English name, where the model can read this one; else the name itself."""
    return MEANT.get(name.casefold(), name)
