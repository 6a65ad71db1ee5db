"""What relatives have or had: never the patient's own."""

from pydantic import Field

from memory.sections.base import Noted, Section
from memory.values import Relation
from memory.vocabulary import SectionKey, Status


class FamilyFields(Noted):
    """Who, and how old they were."""

    relation: Relation
    age_then: int | None = Field(default=None, ge=0, le=120)
    """In years, when it began."""
    died_of_it: bool | None = None


FAMILY_HISTORY = Section(
    key=SectionKey.FAMILY_HISTORY,
    title="Family history",
    fields=FamilyFields,
    told_apart_by=("relation",),
    read_by_default=frozenset(Status),
    bulk=True,
)
