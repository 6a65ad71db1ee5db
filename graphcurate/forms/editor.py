"""Which form belongs to which kind of entry."""

from graphcurate.editing.controls import Choices, Section
from graphcurate.entry_fields import EntryKind
from graphcurate.forms import biomarker, others, relation


def sections_of(kind: EntryKind, *, domains: Choices, documents: Choices) -> tuple[Section, ...]:
    """The form of one kind of entry; what can be chosen in it is given."""
    if kind is EntryKind.BIOMARKER:
        return biomarker.sections(domains)
    if kind is EntryKind.RELATION:
        return relation.sections(documents)
    return {
        EntryKind.DOMAIN: others.DOMAIN,
        EntryKind.THING: others.THING,
        EntryKind.SOURCE: others.SOURCE,
    }[kind]
