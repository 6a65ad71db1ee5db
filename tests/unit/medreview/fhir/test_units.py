from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.units import (
    Factor,
    charge_factors,
    comparable,
    convert,
    is_ucum,
    known_unit,
    ratio,
    units_disagree,
)

CALCIUM = (Factor(from_unit="mg/dL", to_unit="mmol/L", factor="0.249513"),)
HBA1C = (Factor(from_unit="%", to_unit="mmol/mol", factor="10.93", offset="-23.5"),)
NUMBERS = st.decimals(min_value=0, max_value=10**6, places=3)


@pytest.mark.parametrize(
    ("number", "from_unit", "to_unit", "result"),
    [
        ("97", "mg/L", "mg/dL", "9.7"),
        ("4.2", "K/uL", "10*9/L", "4.2"),
        ("13.5", "g/dL", "g/L", "135"),
        ("42", "%", "L/L", "0.42"),
        ("5", "IU/L", "U/L", "5"),
        ("2.5", "uIU/mL", "mIU/L", "2.5"),
        ("60", "ng/mL{FEU}", "mg/L{FEU}", "0.06"),
        ("3", "ukat/L", "U/L", "180"),
        ("250", "mg/g", "ug/mg", "250"),
        ("1.5", "ммоль/л", "mmol/L", "1.5"),
        ("5", "mmol/L", "mmol/L", "5"),
    ],
)
def test_units_of_one_kind_are_converted_whatever_their_spelling(
    number, from_unit, to_unit, result
):
    assert convert(Decimal(number), from_unit, to_unit) == Decimal(result)


@pytest.mark.parametrize(
    ("from_unit", "to_unit"),
    [
        ("mg/dL", "mmol/L"),
        ("%", "mmol/mol"),
        ("ng/mL{FEU}", "ng/mL{DDU}"),
        ("mg/L", "mg/L{FEU}"),
        ("mL/min", "mL/min/{1.73_m2}"),
        ("mEq/L", "mmol/L"),
        ("IU/mL", "U/mL"),
        ("mg/g", "mg/mmol"),
        ("%", "g/dL"),
        ("Cel", "[degF]"),
        ("nonsense", "g/L"),
        ("g/L", None),
        (None, None),
    ],
)
def test_what_can_not_be_compared_is_refused(from_unit, to_unit):
    assert convert(Decimal(5), from_unit, to_unit) is None
    assert not comparable(from_unit, to_unit)


def test_an_analytes_factor_leads_from_mass_to_moles_and_back():
    there = convert(Decimal(97), "mg/L", "mmol/L", CALCIUM)

    assert round(there, 2) == Decimal("2.42")
    assert round(convert(there, "mmol/L", "mg/L", CALCIUM), 6) == 97


def test_hba1c_is_converted_by_its_line_and_not_by_its_ratio():
    assert convert(Decimal("6.5"), "%", "mmol/mol", HBA1C) == Decimal("47.545")
    assert round(convert(Decimal(48), "mmol/mol", "%", HBA1C), 1) == Decimal("6.5")


def test_milliequivalents_are_millimoles_only_of_a_simple_ion():
    assert convert(Decimal(5), "mEq/L", "mmol/L", charge_factors("potassium")) == 5
    assert convert(Decimal(5), "mEq/L", "mmol/L", charge_factors("calcium")) == Decimal("2.5")
    assert charge_factors("albumin") == charge_factors(None) == ()


def test_a_number_too_large_for_arithmetic_is_refused():
    assert convert(Decimal("1E+999999"), "kg/L", "g/L") is None
    assert convert(Decimal(1), "ug{a}/L", "ug{b}/L") is None
    assert convert(Decimal(1), "ug{cells}/L", "ug/L") == 1


def test_a_printed_unit_is_held_against_the_code_sent_with_it():
    assert units_disagree("mg/dL", "mmol/L")
    assert not units_disagree("IU/L", "U/L")
    assert not units_disagree("x10*9/L", "10*9/L")
    assert not units_disagree("strange", "mmol/L")
    assert not units_disagree(None, "mmol/L")


def test_a_code_is_ucum_or_not():
    assert is_ucum("mmol/L")
    assert not is_ucum("mmols per litre")
    assert ratio("g/L", "mg/L") == 1000


@given(NUMBERS, st.sampled_from([("mg/dL", "g/L"), ("K/uL", "/uL"), ("umol/L", "mmol/L")]))
def test_a_conversion_there_and_back_is_the_same_number(number, units):
    there = convert(number, *units)

    assert convert(there, units[1], units[0]) == number


@given(NUMBERS, NUMBERS)
def test_a_conversion_keeps_the_order_of_numbers(one, other):
    converted = [convert(number, "mg/dL", "mmol/L", CALCIUM) for number in (one, other)]

    assert (converted[0] < converted[1]) == (one < other)


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_two_texts_get_an_answer(one, other):
    assert convert(Decimal(1), one, other) is None or comparable(one, other)
    assert known_unit(one) is None or isinstance(known_unit(one), str)
