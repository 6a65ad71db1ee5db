"""The findings of one analysis, and how a number moved since the one before."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from analysis.pipeline.contracts import LabResult
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import change_of, distance, findings_of
from medreview.fhir.dates import read_moment
from medreview.fhir.ranges import ReferenceRange
from medreview.fhir.record import Value, ValueKind


def number(text: str, **changed: Any) -> LabResult:
    """A dated potassium with this number."""
    sent = {
        "id": "Observation/x",
        "version": 1,
        "name": "Potassium",
        "value": Value(kind=ValueKind.NUMBER, text=text, number=Decimal(text), unit="mmol/L"),
        "unit_known": True,
        "effective": read_moment("2026-11-20"),
        "status": "final",
    }
    return LabResult.model_validate({**sent, **changed})


@dataclass
class Followed:
    """What ``change_of`` reads of a finding: the result, and the earlier ones."""

    result: LabResult
    history: tuple[LabResult, ...]


def changed(result: LabResult, *history: LabResult) -> Any:
    finding: Any = Followed(result, history)
    return change_of(finding)


def test_an_analysis_that_has_read_nothing_yet_has_no_finding() -> None:
    assert findings_of(AnalysisResult()) == []


def test_a_number_outside_its_range_lies_so_many_widths_away() -> None:
    limits = ReferenceRange(low=Decimal(4), high=Decimal(5), source="printed")

    assert distance(number("7", range=limits)) == 2.0
    assert distance(number("3", range=limits)) == 1.0
    assert distance(number("4.5", range=limits)) == 0.0


def test_without_a_number_or_a_range_no_distance_is_known() -> None:
    limits = ReferenceRange(low=Decimal(4), high=Decimal(5), source="printed")
    text = Value(kind=ValueKind.TEXT, text="haemolysed")

    assert distance(number("7")) == 0.0
    assert distance(number("7", value=text, range=limits)) == 0.0


def test_a_change_is_told_in_digits_percent_and_days() -> None:
    before = number("4.0", effective=read_moment("2026-11-10"))

    found = changed(number("5.0"), before)

    assert (found.difference, found.percent, found.days) == (Decimal("1.0"), Decimal(25), 10)


def test_a_change_from_zero_has_no_percent() -> None:
    assert changed(number("5.0"), number("0")).percent is None


def test_no_change_is_told_of_other_units_texts_or_undated_results() -> None:
    grams = Value(kind=ValueKind.NUMBER, text="4", number=Decimal(4), unit="g/L")
    undated = read_moment("?")

    assert changed(number("5.0")) is None
    assert changed(number("5.0"), number("4", value=grams)) is None
    assert changed(number("5.0"), number("4", effective=undated)) is None
    assert changed(number("5.0", effective=undated), number("4")) is None
