"""The closed lists of words the graph is written in."""

import re
from enum import StrEnum

from graphcurate.contracts import Effect, RelationKind

__all__ = [
    "SYSTEMS",
    "AgentType",
    "BiomarkerKind",
    "Certainty",
    "Effect",
    "EntryStatus",
    "EvidenceDirection",
    "EvidenceLevel",
    "Language",
    "Origin",
    "Population",
    "RelationKind",
    "ThingKind",
    "choices_of",
    "language_of",
]

SYSTEMS = {
    "loinc": "LOINC",
    "icd10": "ICD-10",
    "snomed": "SNOMED CT",
    "atc": "ATC",
    "rxnorm": "RxNorm",
}
"""What the code systems of our codes are called."""

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")


class Language(StrEnum):
    EN = "en"
    RU = "ru"
    ZH = "zh"


def language_of(name: str) -> str:
    """The language a name is written in, by its letters."""
    if _HAN.search(name):
        return Language.ZH.value
    return Language.RU.value if _CYRILLIC.search(name) else Language.EN.value


class BiomarkerKind(StrEnum):
    QUANTITY = "quantity"
    RATIO = "ratio"
    ORDINAL = "ordinal"
    NOMINAL = "nominal"


class ThingKind(StrEnum):
    """What a relation can point to besides another biomarker."""

    CONDITION = "condition"
    MEDICATION = "medication"
    PREANALYTICAL = "preanalytical"
    STATE = "state"


class Population(StrEnum):
    ADULT = "adult"
    CHILD = "child"
    NEONATE = "neonate"
    PREGNANCY = "pregnancy"
    ANY = "any"


class EntryStatus(StrEnum):
    DRAFT = "draft"
    IN_REVIEW = "in_review"
    ACCEPTED = "accepted"
    RELEASED = "released"
    RETIRED = "retired"


class EvidenceLevel(StrEnum):
    GUIDELINE = "guideline"
    REVIEW = "review"
    STUDY = "study"
    LABEL = "label"
    TEXTBOOK = "textbook"
    EXPERT = "expert"
    DOMAIN_DEFAULT = "domain_default"


class EvidenceDirection(StrEnum):
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"


class Certainty(StrEnum):
    """GRADE: how sure the body of evidence makes us."""

    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"
    VERY_LOW = "very_low"


class AgentType(StrEnum):
    """Who asserted it; a model's proposal can't pass for a person's."""

    CURATOR = "curator"
    STARTER = "starter"
    MODEL = "model"


class Origin(StrEnum):
    STARTER = "starter"
    CURATED = "curated"


def choices_of(words: type[StrEnum]) -> list[tuple[str, str]]:
    """A closed list as the choices of a column."""
    return [(word.value, word.value) for word in words]
