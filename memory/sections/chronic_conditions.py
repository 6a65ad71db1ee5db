"""Conditions that stay: asked for when nothing was ever said."""

from memory.sections.base import Begun, Section
from memory.values import Side
from memory.vocabulary import SectionKey, Status


class ChronicFields(Begun):
    """Since when, and where."""

    side: Side | None = None
    is_treated: bool | None = None


CHRONIC_CONDITIONS = Section(
    key=SectionKey.CHRONIC_CONDITIONS,
    title="Chronic conditions",
    fields=ChronicFields,
    told_apart_by=("side",),
    read_by_default=frozenset(Status),
    asks_when_unknown=True,
    answer_within_days=180,
    notes=("A chronic condition does not end by silence.",),
)
