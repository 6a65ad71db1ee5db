"""Medicines: prescribed or bought, begun, changed and stopped."""

from enum import StrEnum

from pydantic import Field

from memory.sections.base import Begun, Section
from memory.values import Dose, Frequency
from memory.vocabulary import SectionKey


class Obtained(StrEnum):
    PRESCRIBED = "prescribed"
    BOUGHT = "bought"
    UNKNOWN = "unknown"


class MedicationFields(Begun):
    """How it is taken, why, and how it came to be."""

    dose: Dose | None = None
    frequency: Frequency | None = None
    route: str = Field(default="", max_length=60)
    indication: str = Field(default="", max_length=200)
    obtained: Obtained = Obtained.UNKNOWN
    why_stopped: str = Field(default="", max_length=200)


MEDICATIONS = Section(
    key=SectionKey.MEDICATIONS,
    title="Medicines",
    fields=MedicationFields,
    told_apart_by=("route",),
    days_fresh=365,
    bulk=True,
    notes=("Nobody can tell from a year of silence whether a medicine is still taken.",),
)
