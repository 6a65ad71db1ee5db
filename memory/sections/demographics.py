"""What somebody says of who they are and how they live; who they are is for the record to say."""

from enum import StrEnum

from pydantic import Field

from memory.sections.base import Noted, Section
from memory.vocabulary import SectionKey


class Aspect(StrEnum):
    OCCUPATION = "occupation"
    LIVING = "living"
    LANGUAGE = "language"
    FAMILY = "family"
    ORIGIN = "origin"
    HEIGHT = "height"
    WEIGHT = "weight"
    PREGNANCY = "pregnancy"
    OTHER = "other"


class DemographicFields(Noted):
    """Which aspect, and what was said of it."""

    aspect: Aspect
    value: str = Field(min_length=1, max_length=200)


DEMOGRAPHICS = Section(
    key=SectionKey.DEMOGRAPHICS,
    title="About the person",
    fields=DemographicFields,
    told_apart_by=("aspect",),
    days_fresh=730,
    bulk=True,
)
