"""Injuries: each is of its time."""

from pydantic import Field

from memory.sections.base import Noted, Section
from memory.values import Side, When
from memory.vocabulary import SectionKey, Status


class InjuryFields(Noted):
    """When, where in the body, and by what."""

    happened: When = When()
    side: Side | None = None
    site: str = Field(default="", max_length=80)
    by_what: str = Field(default="", max_length=120)


INJURIES = Section(
    key=SectionKey.INJURIES,
    title="Injuries",
    fields=InjuryFields,
    told_apart_by=("side", "site"),
    is_episodic=True,
    read_by_default=frozenset(Status),
    bulk=True,
)
