"""SECTIONS: the eleven, in the order people read them. Pure."""

from types import MappingProxyType

from memory.sections.allergies import ALLERGIES
from memory.sections.base import Section
from memory.sections.chronic_conditions import CHRONIC_CONDITIONS
from memory.sections.demographics import DEMOGRAPHICS
from memory.sections.diagnoses import DIAGNOSES
from memory.sections.family_history import FAMILY_HISTORY
from memory.sections.injuries import INJURIES
from memory.sections.lifestyle import LIFESTYLE
from memory.sections.medications import MEDICATIONS
from memory.sections.surgeries import SURGERIES
from memory.sections.symptoms import SYMPTOMS
from memory.sections.vaccinations import VACCINATIONS
from memory.vocabulary import SectionKey

_ALL = (
    ALLERGIES,
    MEDICATIONS,
    CHRONIC_CONDITIONS,
    DIAGNOSES,
    SYMPTOMS,
    SURGERIES,
    INJURIES,
    VACCINATIONS,
    FAMILY_HISTORY,
    LIFESTYLE,
    DEMOGRAPHICS,
)

SECTIONS = MappingProxyType({section.key: section for section in _ALL})


def section_of(key: SectionKey) -> Section:
    """The section of a key."""
    return SECTIONS[key]
