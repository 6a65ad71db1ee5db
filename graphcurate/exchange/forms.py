"""The forms in which the graph leaves and comes in, and what a file is called in each. Pure."""

from enum import StrEnum


class Form(StrEnum):
    """One way of writing the graph down."""

    JSON = "json"
    """Everything, as the exchange format has it."""
    RELATIONS = "relations"
    """A table of relations, a row for each evidence item."""
    NAMES = "names"
    """A table of names and synonyms."""
    FHIR = "fhir"
    """Value sets and concept maps for other systems. It is not read back."""


READ_BACK = (Form.JSON, Form.RELATIONS, Form.NAMES)
"""Forms that an import takes."""

MEDIA_TYPES = {
    Form.JSON: "application/json",
    Form.RELATIONS: "text/csv; charset=utf-8",
    Form.NAMES: "text/csv; charset=utf-8",
    Form.FHIR: "application/fhir+json",
}

_ENDINGS = {
    Form.JSON: ".json",
    Form.RELATIONS: "-relations.csv",
    Form.NAMES: "-names.csv",
    Form.FHIR: "-fhir.json",
}


def file_name(form: Form, release: str) -> str:
    """What a file is saved as: ``graph-starter-2026.11-relations.csv``."""
    plain = "".join(sign if sign.isalnum() or sign in ".-_" else "-" for sign in release)
    return f"graph-{plain}{_ENDINGS[form]}"
