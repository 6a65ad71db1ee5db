"""What is over now counts on the days on which, by its dates, it was true."""

import datetime as dt
from typing import Any

import pytest

from medreview.fhir.on_the_day import LATER, NO_BEGIN, NO_END
from tests.factories.reading import condition, order, read, statement

THEN = dt.datetime(2024, 6, 15, 12, tzinfo=dt.UTC)


def counted(resource: dict[str, Any], as_of: dt.datetime = THEN) -> bool:
    record = read(resource, as_of=as_of)
    return bool(record.conditions or record.medications)


def reason(resource: dict[str, Any], as_of: dt.datetime = THEN) -> str:
    (left_out,) = read(resource, as_of=as_of).excluded
    return left_out.reason


def gone(began: str | None, ended: str | None, word: str = "resolved", **more: Any) -> Any:
    dates = {"onsetDateTime": began, "abatementDateTime": ended}
    return condition(word, **{name: day for name, day in dates.items() if day}, **more)


def taken(began: str | None, ended: str | None, word: str = "stopped", **more: Any) -> Any:
    period = {name: day for name, day in (("start", began), ("end", ended)) if day}
    return statement(word, effectivePeriod=period, **more)


@pytest.mark.parametrize("make", [gone, taken])
@pytest.mark.parametrize(
    ("began", "ended", "counts"),
    [
        ("2024-01-01", "2024-12-31", True),
        ("2024-06-15", "2024-06-16", True),
        ("2024-01", "2024-07", True),
        ("2023", "2025", True),
        ("2024-01-01", "2024-06-14", False),
        ("2024-01-01", "2024-06-15", False),
        ("2024-01-01", "2024-06", False),
        ("2024-06-16", "2024-12-31", False),
        ("2024-01-01", None, False),
        (None, "2024-12-31", False),
        (None, None, False),
        ("2024-01-01", "odd", False),
    ],
)
def test_the_day_lies_between_beginning_and_end(
    make: Any, began: str | None, ended: str | None, counts: bool
) -> None:
    assert counted(make(began, ended)) is counts


@pytest.mark.parametrize("word", ["inactive", "remission", "resolved"])
def test_every_word_for_a_past_condition_gives_way_to_its_dates(word: str) -> None:
    assert counted(gone("2024-01-01", "2024-12-31", word))


@pytest.mark.parametrize(
    ("word", "counts"),
    [
        ("stopped", True),
        ("completed", True),
        ("on-hold", False),
        ("entered-in-error", False),
        ("not-taken", False),
        ("intended", False),
    ],
)
def test_only_what_was_taken_once_counts_by_its_period(word: str, counts: bool) -> None:
    assert counted(taken("2024-01-01", "2024-12-31", word)) is counts


@pytest.mark.parametrize(
    ("resource", "says"),
    [
        (gone("2024-01-01", None), NO_END),
        (gone(None, "2024-12-31"), NO_BEGIN),
        (gone("2024-08-01", "2024-12-31"), LATER),
        (taken("2024-01-01", None), NO_END),
        (taken(None, "2024-12-31"), NO_BEGIN),
    ],
)
def test_where_a_date_is_missing_that_is_said(resource: dict[str, Any], says: str) -> None:
    assert reason(resource).endswith(says)


def test_what_was_on_record_by_that_day_had_begun_by_then() -> None:
    assert counted(gone(None, "2024-12-31", recordedDate="2024-05-01"))
    assert not counted(gone(None, "2024-12-31", recordedDate="2024-07-01"))


def test_on_the_day_after_its_end_the_status_says_it_all() -> None:
    assert reason(gone("2020-01-01", "2021-01-01")) == "It is resolved: not current."


def test_a_refuted_condition_never_counted() -> None:
    refuted = gone("2024-01-01", "2024-12-31", verificationStatus={"coding": [{"code": "refuted"}]})

    assert not counted(refuted)


def test_an_end_that_is_still_to_come_does_not_contradict_the_status() -> None:
    assert not counted(gone("2024-01-01", "2999-01-01"))


def test_an_order_counts_by_the_bounds_of_its_dosages() -> None:
    def dosage(start: str, end: str | None) -> dict[str, Any]:
        bounds = {"start": start, **({"end": end} if end else {})}
        return {"timing": {"repeat": {"boundsPeriod": bounds}}}

    both = [dosage("2024-01-01", "2024-03-01"), dosage("2024-03-01", "2024-09-01")]
    open_ended = [dosage("2024-01-01", "2024-03-01"), dosage("2024-03-01", None)]

    assert counted(order("completed", dosageInstruction=both))
    assert not counted(order("completed", dosageInstruction=open_ended))


def test_a_medicine_stopped_after_the_day_was_taken_on_it() -> None:
    active = statement(id="m1", effectivePeriod={"start": "2024-01-01"})
    stopped = statement(
        "stopped", id="m2", effectivePeriod={"start": "2024-01-01", "end": "2025-02-01"}
    )

    then = read(active, stopped, as_of=THEN)
    later = read(active, stopped, as_of=dt.datetime(2025, 6, 1, tzinfo=dt.UTC))

    assert {one.id for one in then.medications} == {
        "MedicationStatement/m1",
        "MedicationStatement/m2",
    }
    assert later.medications == ()
