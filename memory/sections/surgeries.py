"""Operations: each is of its time, and none is ever undone."""

from pydantic import Field

from memory.sections.base import Noted, Section
from memory.values import Side, When
from memory.vocabulary import SectionKey, Status


class SurgeryFields(Noted):
    """When, where in the body, and where it was done."""

    done: When = When()
    side: Side | None = None
    site: str = Field(default="", max_length=80)
    hospital_named: str = Field(default="", max_length=120)


SURGERIES = Section(
    key=SectionKey.SURGERIES,
    title="Operations",
    fields=SurgeryFields,
    told_apart_by=("side", "site"),
    is_episodic=True,
    read_by_default=frozenset(Status),
    bulk=True,
)
