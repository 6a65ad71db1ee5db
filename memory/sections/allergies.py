"""Allergies: their absence is a fact too, and not having asked is neither. Never age out."""

from enum import StrEnum

from pydantic import Field

from memory.sections.base import Noted, Section
from memory.values import Severity, When
from memory.vocabulary import SectionKey, Status


class AllergyTo(StrEnum):
    MEDICINE = "medicine"
    FOOD = "food"
    ENVIRONMENT = "environment"
    OTHER = "other"
    UNKNOWN = "unknown"


class AllergyFields(Noted):
    """How the patient reacts, and to what kind of thing."""

    kind: AllergyTo = AllergyTo.UNKNOWN
    reaction: str = Field(default="", max_length=200)
    severity: Severity | None = None
    first: When = When()


ALLERGIES = Section(
    key=SectionKey.ALLERGIES,
    title="Allergies",
    fields=AllergyFields,
    read_by_default=frozenset(Status),
    asks_when_unknown=True,
    answer_within_days=365,
    notes=("A forgotten allergy harms: none ages out, and none is confirmed in bulk.",),
)
