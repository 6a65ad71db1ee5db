"""A condition or medicine counts from its first day to its last."""

import datetime as dt

import pytest

from analysis.pipeline.timeline import conditions_at, medications_at, status_words
from medreview.fhir.dates import read_moment
from medreview.fhir.record import ConditionRecord, MedicationRecord
from tests.factories.stages import case_of, record_of

AS_OF = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def _medicine(started: str, ended: str) -> MedicationRecord:
    return MedicationRecord(
        id="MedicationStatement/m",
        version=1,
        name="x",
        started=read_moment(started),
        ended=read_moment(ended),
    )


@pytest.mark.parametrize(
    ("started", "ended", "counts"),
    [
        ("2026-01-01", "", True),
        ("2026-11-30", "", True),
        ("2026-12-01", "", False),
        ("2026-01-01", "2026-11-30", True),
        ("2026-01-01", "2026-11-29", False),
        ("2026-01-01", "2026-11", True),
        ("2026-01-01", "2026-11-30T11:00:00Z", False),
        ("", "", True),
    ],
)
def test_a_medicine_counts_while_it_is_taken(started: str, ended: str, counts: bool) -> None:
    record = record_of(case_of()).model_copy(update={"medications": (_medicine(started, ended),)})

    assert bool(medications_at(record, AS_OF)) is counts


def test_a_condition_that_abated_is_over() -> None:
    abated = ConditionRecord(
        id="Condition/c", version=1, name="x", abatement=read_moment("2026-05-01")
    )
    record = record_of(case_of()).model_copy(update={"conditions": (abated,)})

    assert conditions_at(record, AS_OF) == ()


@pytest.mark.parametrize(
    ("status", "abated", "says"),
    [
        ("active", "", "active"),
        ("resolved", "2026-12-24", "resolved since 24-Dec-2026"),
        ("resolved", "", "resolved"),
        (None, "2026-12-24", None),
    ],
)
def test_what_ended_after_the_day_says_since_when(
    status: str | None, abated: str, says: str | None
) -> None:
    condition = ConditionRecord(
        id="Condition/c",
        version=1,
        name="x",
        clinical_status=status,
        abatement=read_moment(abated),
    )

    assert status_words(condition) == says
