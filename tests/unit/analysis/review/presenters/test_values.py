"""Values keep their digits, ranges their owner, and no two units share a line."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from analysis.pipeline.contracts import LabResult
from analysis.review.presenters.values import (
    band_of,
    point_of,
    points_of,
    printed_beyond,
    range_note,
    range_owner,
    range_text,
    shown,
)
from medreview.fhir.ranges import ReferenceRange
from medreview.fhir.record import LabRecord, Moment, Precision, Value, ValueKind


def number(text: str, unit: str = "mmol/L", **changed: Any) -> Value:
    said = {"kind": ValueKind.NUMBER, "text": f"{text} {unit}", "number": Decimal(text)}
    return Value(**(said | {"unit": unit, "ucum": unit} | changed))


def on(day: str) -> Moment:
    return Moment(text=day, precision=Precision.DAY, date=dt.date.fromisoformat(day))


def record(value: Value, day: str) -> LabRecord:
    return LabRecord(
        id=f"Observation/{day}",
        version=1,
        name="Potassium",
        value=value,
        effective=on(day),
        status="final",
    )


def result(value: Value, **changed: Any) -> LabResult:
    said: dict[str, Any] = {
        "id": "Observation/k",
        "version": 1,
        "name": "Potassium",
        "value": value,
        "unit_known": True,
        "effective": on("2026-11-14"),
        "status": "final",
    }
    return LabResult(**(said | changed))


@pytest.mark.parametrize(
    ("text", "number_shown"),
    [("1.50", "1.50"), ("0.5", "0.5"), ("142", "142"), ("6.0", "6.0")],
)
def test_digits_are_shown_as_they_were_sent(text: str, number_shown: str) -> None:
    value = shown(number(text))

    assert (value.number, value.unit) == (number_shown, "mmol/L")


def test_an_absent_value_says_why() -> None:
    absent = Value(kind=ValueKind.ABSENT, text="", reason="specimen clotted")

    assert shown(absent).text == "specimen clotted"
    assert shown(None).text == "No value"


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        ({"low": "45", "high": "84"}, "45–84"),
        ({"high": "5.0"}, "up to 5.0"),
        ({"high": "200", "high_open": True}, "below 200"),
        ({"low": "60"}, "from 60"),
        ({"low": "60", "low_open": True}, "above 60"),
        ({"text": "negative"}, "negative"),
    ],
)
def test_a_range_reads_as_words(limits: dict[str, Any], text: str) -> None:
    assert range_text(ReferenceRange(source="printed", **limits)) == text


def test_a_default_range_is_said_to_be_one() -> None:
    owner = range_owner(ReferenceRange(source="default", population="adult"))

    assert owner == "adult, default range, not from this laboratory"


def test_a_range_in_another_unit_shades_nothing() -> None:
    lab = result(number("6.4"), range=ReferenceRange(low=3, high=5, unit="mg/dL", source="printed"))

    assert band_of(lab) is None


def test_a_result_in_another_unit_is_never_joined() -> None:
    history = (record(number("25", "mg/dL"), "2025-01-01"), record(number("5.0"), "2026-01-01"))

    points = points_of(result(number("6.4")), history, None)

    assert [point.label for point in points] == ["5.0", "6.4"]


def test_a_bound_is_drawn_as_a_bound() -> None:
    bound = Value(
        kind=ValueKind.INTERVAL, text="<5 mmol/L", high=Decimal(5), high_open=True, unit="mmol/L"
    )

    point = point_of(result(bound), None)

    assert point is not None
    assert point.bounded
    assert point.label == "<\u00a05"


def test_a_result_without_a_day_or_number_is_not_drawn() -> None:
    undated = result(number("5"), effective=Moment(text="", precision=Precision.UNKNOWN))
    words = result(Value(kind=ValueKind.TEXT, text="turbid"))

    assert point_of(undated, None) is None
    assert point_of(words, None) is None


@pytest.mark.parametrize(
    ("text", "low", "high", "unit", "beyond"),
    [
        ("35–50 g/L", "35", "50", "g/L", ""),
        ("35 - 50", "35", "50", "g/L", ""),
        ("≥60", "60", None, "mL/min", ""),
        ("0,80–1,45", "0.80", "1.45", "mmol/L", ""),
        ("Adult female: 35–50 g/L", "35", "50", "g/L", "Adult female: 35–50 g/L"),
        ("negative", None, None, None, "negative"),
        ("30–50", "35", "50", "g/L", "30–50"),
    ],
)
def test_a_printed_range_is_repeated_only_where_it_says_more_than_its_limits(
    text: str, low: str | None, high: str | None, unit: str | None, beyond: str
) -> None:
    limits = ReferenceRange(
        low=None if low is None else Decimal(low),
        high=None if high is None else Decimal(high),
        unit=unit,
        text=text,
        source="printed",
    )

    assert printed_beyond(limits) == beyond


def test_for_whom_a_range_is_made_is_said_once() -> None:
    limits = ReferenceRange(
        low=Decimal(45), high=Decimal(84), text="45–84", source="printed", population="female 18+"
    )

    assert range_note(limits) == "female 18+"
    assert range_note(limits.model_copy(update={"text": "female 18+: 45–84"})) == (
        "female 18+: 45–84"
    )


@pytest.mark.parametrize(
    ("sent", "label"), [("5.28594987779802", "≈5.286"), ("142.55", "142.55"), ("6.0", "6.0")]
)
def test_a_long_number_is_rounded_in_the_picture_and_whole_when_it_is_said(
    sent: str, label: str
) -> None:
    point = point_of(record(number(sent), "2026-11-14"), None)

    assert point is not None
    assert point.label == label
    assert sent in point.said


def test_a_limits_unit_is_written_for_the_eye() -> None:
    limits = ReferenceRange(low=Decimal(150), high=Decimal(400), unit="10*9/L", source="printed")

    assert range_text(limits) == "150–400\u00a0×10⁹/L"


@pytest.mark.parametrize(
    ("sent", "spelt"),
    [("10*6/uL", "×10⁶/µL"), ("10^9/L", "×10⁹/L"), ("x10^9/L", "×10⁹/L"), ("10**12/L", "×10¹²/L")],
)
def test_a_count_is_read_in_its_usual_spelling_and_keeps_the_one_sent(
    sent: str, spelt: str
) -> None:
    seen = shown(number("4.50", sent))

    assert (seen.number, seen.unit, seen.sent) == ("4.50", spelt, sent)


@pytest.mark.parametrize("sent", ["mmol/L", "K/uL", "103/uL", "%", "U/L"])
def test_any_other_unit_is_shown_as_it_was_sent(sent: str) -> None:
    assert (shown(number("4.50", sent)).unit, shown(number("4.50", sent)).sent) == (sent, "")
