"""Which conditions and medicines were true of the patient at ``as_of``."""

import datetime as dt

from analysis.pipeline.ages import is_after
from analysis.pipeline.wording import moment_words
from medreview.fhir.record import ConditionRecord, MedicationRecord, Moment, PatientRecord

OVER = frozenset({"inactive", "remission", "resolved", "completed", "stopped"})
"""Words that say that something is over; beside what counted on an earlier day, since when."""


def conditions_at(record: PatientRecord, as_of: dt.datetime) -> tuple[ConditionRecord, ...]:
    """Conditions that had begun and had not ended."""
    return tuple(
        item
        for item in record.conditions
        if not is_after(began(item), as_of) and not _ended(item.abatement, as_of)
    )


def medications_at(record: PatientRecord, as_of: dt.datetime) -> tuple[MedicationRecord, ...]:
    """Medicines that had been started and had not been ended."""
    return tuple(
        item
        for item in record.medications
        if not is_after(began(item), as_of) and not _ended(item.ended, as_of)
    )


def began(item: ConditionRecord | MedicationRecord) -> Moment | None:
    """When it began; when it was written down, where nothing says when it began."""
    first = item.onset if isinstance(item, ConditionRecord) else item.started
    return first if first is not None and first.date is not None else item.recorded


def status_words(item: ConditionRecord | MedicationRecord) -> str | None:
    """Its status as the source sent it; of what ended after the day looked at, since when."""
    status = item.clinical_status if isinstance(item, ConditionRecord) else item.status
    ended = item.abatement if isinstance(item, ConditionRecord) else item.ended
    if status not in OVER or ended is None or ended.date is None:
        return status
    return f"{status} since {moment_words(ended)}"


def _ended(end: Moment | None, as_of: dt.datetime) -> bool:
    """Whether it had certainly ended: a last day still counts as a day of it."""
    if end is None or end.date is None:
        return False
    if end.instant is not None:
        return end.instant < as_of
    return (end.latest or end.date) < as_of.date()
