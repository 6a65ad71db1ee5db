from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir import json_text
from medreview.fhir.record import Value, ValueKind
from medreview.fhir.values import NO_VALUE, read_number, read_plain_text, read_value
from tests.unit.medreview.fhir.test_elements import JSON

NUMBERS = st.decimals(
    allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=3
)


def quantity(**fields: Any) -> Value:
    return read_value({"valueQuantity": {"value": 5, "unit": "mg/L"} | fields})


def test_digits_stay_as_sent():
    sent = json_text.parse('{"valueQuantity": {"value": 1.50, "unit": "g/L"}}')

    value = read_value(sent)

    assert (value.text, str(value.number), value.ucum) == ("1.50 g/L", "1.50", "g/L")


@pytest.mark.parametrize(
    ("comparator", "low", "high", "is_open"),
    [
        ("<", None, 5, True),
        ("<=", None, 5, False),
        ("≤", None, 5, False),
        (">", 5, None, True),
        (">=", 5, None, False),
        ("≥", 5, None, False),
    ],
)
def test_a_comparator_makes_an_interval_and_not_a_number(comparator, low, high, is_open):
    value = quantity(comparator=comparator)

    assert (value.kind, value.number) == (ValueKind.INTERVAL, None)
    assert (value.low, value.high) == (low, high)
    assert is_open in (value.low_open, value.high_open)
    assert value.text == f"{comparator}5 mg/L"


@pytest.mark.parametrize("comparator", ["ad", "<>", "~"])
def test_another_comparator_is_shown_and_never_compared(comparator):
    value = quantity(comparator=comparator)

    assert (value.kind, value.text) == (ValueKind.TEXT, f"{comparator} 5 mg/L")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("1e400"), True, "5", [5]])
def test_what_is_no_usable_number_is_none(number):
    assert read_number(number) is None
    assert quantity(value=number).kind in (ValueKind.TEXT, ValueKind.ABSENT)


@pytest.mark.parametrize(
    ("sent", "kind", "text"),
    [
        ({"valueString": "dark amber"}, "text", "dark amber"),
        ({"valueString": "  "}, "absent", ""),
        ({"valueBoolean": False}, "boolean", "false"),
        ({"valueBoolean": "yes"}, "text", "yes"),
        ({"valueInteger": 3}, "number", "3"),
        ({"valueInteger": "3x"}, "text", "3x"),
        ({"valueCodeableConcept": {"text": "GT 45"}}, "text", "GT 45"),
        ({"valueCodeableConcept": {"coding": [{"code": "260385009"}]}}, "code", "260385009"),
        ({"valueCodeableConcept": {}}, "absent", ""),
        ({"valueDateTime": "2024-05"}, "text", "2024-05"),
        ({"valueTime": "10:30:00"}, "text", "10:30:00"),
        ({"valuePeriod": {"start": "2024", "end": "2025"}}, "text", "2024 – 2025"),
        ({"valueSampledData": {"dimensions": 1}}, "text", "Series of samples"),
        ({"valueAttachment": {"title": "Film"}}, "text", "Film"),
        ({"valueReference": {"unheard": 1}}, "text", "Not shown"),
        ({"valueQuantity": "5 mg"}, "text", "5 mg"),
        ({"valueQuantity": {"value": "5", "unit": "mg"}}, "text", "5 mg"),
        ({"valueQuantity": {"unit": "mg"}}, "absent", ""),
        ({"valueRatio": {"numerator": {"value": 1}, "denominator": {"value": 80}}}, "ratio",
         "1 : 80"),
        ({"valueRatio": {"numerator": {"value": 1}}}, "absent", ""),
        ({"valueRange": {}}, "absent", ""),
        ({}, "absent", ""),
    ],
)  # fmt: skip
def test_every_kind_of_value_is_shown_as_sent(sent, kind, text):
    value = read_value(sent)

    assert (value.kind, value.text) == (kind, text)
    assert value.kind is not ValueKind.ABSENT or value.reason


@pytest.mark.parametrize(
    ("low", "high", "kind", "text"),
    [
        ((5, "g/L"), (9, "g/L"), "range", "5 – 9 g/L"),
        ((5, "g/L"), None, "range", "≥5 g/L"),
        (None, (9, "g/L"), "range", "≤9 g/L"),
        ((9, "g/L"), (5, "g/L"), "text", "9 – 5 g/L"),
        ((5, "g/L"), (9, "mg/L"), "text", "5 g/L – 9 mg/L"),
    ],
)
def test_a_range_has_two_ends_of_one_unit_in_order(low, high, kind, text):
    ends = {"low": low, "high": high}
    sent = {name: {"value": end[0], "unit": end[1]} for name, end in ends.items() if end}

    value = read_value({"valueRange": sent})

    assert (value.kind, value.text) == (kind, text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("5.4", (5.4, None)),
        ("5,4 ммоль/л", (5.4, "mmol/L")),
        ("<0,1", "interval"),
        ("≥ 60 mL/min/1.73m2", "interval"),
        ("0.125 ng/mL", (0.125, "ng/mL")),
    ],
)
def test_a_text_that_is_one_plain_number_is_that_number(text, shown):
    value = read_value({"valueString": text})

    assert value.text == text
    if shown == "interval":
        assert value.kind is ValueKind.INTERVAL
    else:
        assert (float(value.number), value.ucum) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("123 copies seen", ">123-128 mg/dL", "1:320", "GT 45", "1,250", "1.250", "-5", "5 - 10"),
        *("++", "5.4.1", "1e3", "٥", "5 mg/dL approx.", "12 x", "10*9", "<", "5 5", "<1:80"),
    ],
)
def test_a_text_with_anything_more_or_that_could_mean_two_things_stays_text(text):
    assert read_plain_text(text) is None
    assert read_value({"valueString": text}).kind is ValueKind.TEXT


def test_the_reason_for_no_value_is_told():
    coded = {"dataAbsentReason": {"coding": [{"code": "not-performed"}]}}
    url = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
    gap = {"extension": [{"url": url, "valueCode": "masked"}]}

    assert read_value(coded).reason == "Not performed."
    assert read_value({"dataAbsentReason": {"text": "spilled"}}).reason == "spilled"
    assert read_value({"valueQuantity": gap}).reason == "The source hides the value."
    assert read_value({"_valueString": gap}).reason == "The source hides the value."
    assert read_value({}).reason == NO_VALUE


def test_a_value_beside_a_reason_for_none_is_not_believed():
    value = read_value({"valueInteger": 3, "dataAbsentReason": {"text": "error"}})

    assert (value.kind, value.text) == (ValueKind.TEXT, "3")


def test_several_values_at_once_are_shown_and_not_compared():
    value = read_value({"valueInteger": 3, "valueString": "four"})

    assert (value.kind, value.text) == (ValueKind.TEXT, "3 / four")


def test_a_unit_and_a_code_that_contradict_each_other_leave_the_unit_open():
    system = "http://unitsofmeasure.org"

    assert quantity(unit="mg/dL", code="mmol/L", system=system).ucum is None
    assert quantity(unit="x10*9/L", code="10*9/L", system=system).ucum == "10*9/L"
    assert quantity(unit=None, code="mmol/L", system=system).text == "5 mmol/L"


@given(JSON, st.sampled_from(["Quantity", "String", "Range", "Ratio", "CodeableConcept", "Xyz"]))
def test_any_json_is_some_value(sent, kind):
    value = read_value({f"value{kind}": sent, "dataAbsentReason": sent})

    assert value.kind in set(ValueKind)
    assert isinstance(value.text, str)
    assert Value.model_validate(value.model_dump()) == value


@given(NUMBERS, st.sampled_from(["", "<", "<=", ">", ">="]))
def test_a_number_survives_reading_and_an_interval_touches_it(number, comparator):
    value = read_value({"valueQuantity": {"value": number, "comparator": comparator}})

    ends = {value.number, value.low, value.high}
    assert number in ends
    assert (value.kind is ValueKind.NUMBER) == (comparator == "")


@given(st.integers(0, 10**6), st.integers(0, 99))
def test_reading_a_plain_number_from_text_keeps_the_order_of_numbers(whole, part):
    smaller, larger = (read_plain_text(f"{whole + step},{part:02}") for step in (0, 1))

    assert smaller.number < larger.number
