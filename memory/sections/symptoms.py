"""Symptoms: of now, and soon of the past."""

from pydantic import Field

from memory.sections.base import Begun, Section
from memory.values import Duration, Severity, Side, Trend
from memory.vocabulary import SectionKey


class SymptomFields(Begun):
    """Where, how bad, how long, and whether it gets better."""

    site: str = Field(default="", max_length=80)
    side: Side | None = None
    severity: Severity | None = None
    trend: Trend | None = None
    lasts: Duration | None = None


SYMPTOMS = Section(
    key=SectionKey.SYMPTOMS,
    title="Symptoms",
    fields=SymptomFields,
    told_apart_by=("side", "site"),
    is_episodic=True,
    days_fresh=30,
    answer_within_days=14,
    bulk=True,
    notes=("What somebody felt a month ago says nothing of today.",),
)
