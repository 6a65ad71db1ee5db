"""Diagnoses somebody was given, which may have been of one time only."""

from pydantic import Field

from memory.sections.base import Begun, Section
from memory.values import Side
from memory.vocabulary import SectionKey, Status


class DiagnosisFields(Begun):
    """When it was made, by whom, and where in the body."""

    side: Side | None = None
    made_by: str = Field(default="", max_length=120)


DIAGNOSES = Section(
    key=SectionKey.DIAGNOSES,
    title="Diagnoses",
    fields=DiagnosisFields,
    told_apart_by=("side",),
    read_by_default=frozenset(Status),
    notes=("A diagnosis stays true of the time it was made for: it never ages out.",),
)
