"""Vaccinations: each dose is of its time."""

from pydantic import Field

from memory.sections.base import Noted, Section
from memory.values import When
from memory.vocabulary import SectionKey, Status


class VaccinationFields(Noted):
    """When, which dose, and what product."""

    given: When = When()
    dose_number: int | None = Field(default=None, ge=1, le=20)
    product: str = Field(default="", max_length=80)


VACCINATIONS = Section(
    key=SectionKey.VACCINATIONS,
    title="Vaccinations",
    fields=VaccinationFields,
    told_apart_by=("dose_number",),
    is_episodic=True,
    read_by_default=frozenset(Status),
    bulk=True,
)
