from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.flag_words import MEANINGS, FlagMeaning
from medreview.fhir.flags import (
    Derived,
    conflict,
    derive,
    direction,
    meaning,
    read_flag,
    says_abnormal,
    says_normal,
)
from medreview.fhir.ranges import Choice, ReferenceRange
from medreview.fhir.record import PrintedRange, Value
from medreview.fhir.values import absent, read_value
from tests.unit.medreview.fhir.test_elements import JSON

V3 = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("HH critical|high critical-high high|panic", None),
        ("H HU HX high ↑ Высокий повышен 偏高 升高 H*", FlagMeaning.HIGH),
        ("L LU LX low ↓ Низкий снижен 偏低", FlagMeaning.LOW),
        ("HH ↑↑", FlagMeaning.CRITICAL_HIGH),
        ("LL ↓↓", FlagMeaning.CRITICAL_LOW),
        ("A * ! abnormal 异常 отклонение", FlagMeaning.ABNORMAL),
        ("AA critical 危急值", FlagMeaning.CRITICAL),
        ("N normal Норма 正常 WNL", FlagMeaning.NORMAL),
        ("POS DET RR WR + ++ positive 阳性 положительный", FlagMeaning.POSITIVE),
        ("NEG ND NR negative 阴性 отрицательный", FlagMeaning.NEGATIVE),
        ("S I R IE IND E D U B W CAR EXP", FlagMeaning.STATED),
        ("Xyz - 166698001", FlagMeaning.NOT_KNOWN),
    ],
)
def test_codes_words_and_signs_have_one_meaning(words, said):
    for word in words.split():
        if said:
            assert meaning(word) is said


@pytest.mark.parametrize("word", ["High Panic", "panic high", "Critically High"])
def test_words_of_two_are_understood_whatever_their_case(word):
    assert meaning(word) is FlagMeaning.CRITICAL_HIGH


def test_susceptibility_is_neither_abnormal_nor_normal():
    for code in ("S", "I", "R"):
        assert not says_abnormal(code)
        assert not says_normal(code)
    assert says_abnormal("POS")
    assert says_normal("NEG")


def flag_of(*concepts: Any) -> tuple[str | None, str | None]:
    return read_flag({"interpretation": list(concepts)})


def test_the_flag_is_kept_word_for_word():
    assert flag_of({"coding": [{"code": "H", "display": "High"}]}) == ("H", "High")
    assert flag_of({"text": "High Panic"}) == ("High Panic", "High Panic")
    assert flag_of({"coding": [{"code": "H"}], "text": "above"}) == ("H", "above")
    assert flag_of() == (None, None)
    assert read_flag({"interpretation": None}) == (None, None)
    assert read_flag({"interpretation": "H"}) == ("H", None)
    assert read_flag({"interpretation": {"coding": [{"code": "L"}]}})[0] == "L"


def test_of_several_codings_the_one_of_hl7s_table_speaks():
    snomed = {"system": "http://snomed.info/sct", "code": "166698001"}
    normal = {"system": V3, "code": "N"}

    assert flag_of({"coding": [snomed, normal]})[0] == "N"
    assert flag_of({"coding": [normal, snomed]})[0] == "N"


def test_several_flags_are_all_kept_and_one_abnormal_among_them_counts():
    flag, _text = flag_of({"coding": [{"code": "N"}]}, {"coding": [{"code": "H"}]})

    assert flag == "N; H"
    assert meaning(flag) is FlagMeaning.ABNORMAL
    assert meaning("N; S") is FlagMeaning.STATED
    assert meaning("H; delta") is FlagMeaning.HIGH
    assert meaning("local-7", "High") is FlagMeaning.HIGH
    assert meaning(None) is FlagMeaning.NOT_SENT


@given(JSON)
def test_any_interpretation_is_a_flag_or_none(sent):
    flag, text = read_flag({"interpretation": sent})

    assert flag is None or isinstance(flag, str)
    assert meaning(flag, text) in set(FlagMeaning)


def value(number: Any, comparator: str = "=") -> Value:
    return read_value({"valueQuantity": {"value": number, "comparator": comparator, "unit": "x"}})


def within(low: Any, high: Any, **fields: Any) -> Choice:
    bounds = {"low": low, "high": high, "source": "printed", "text": "it"} | fields
    return Choice(range=ReferenceRange(**bounds), why="")


@pytest.mark.parametrize(
    ("number", "comparator", "low", "high", "flag"),
    [
        (3, "=", 3, 5, "N"),
        (5, "=", 3, 5, "N"),
        ("2.9", "=", 3, 5, "L"),
        ("5.1", "=", 3, 5, "H"),
        (3, "<", 3, 5, "L"),
        (3, "<=", 3, 5, "undecidable"),
        (5, ">", 3, 5, "H"),
        (5, ">=", 3, 5, "undecidable"),
        (4, "<", 3, 5, "undecidable"),
        ("0.01", "<", "0.4", 4, "L"),
        ("0.5", "<", 0, "0.04", "undecidable"),
        ("0.01", "<", 0, "0.04", "N"),
        (4, "<", None, 5, "N"),
        (60, ">", 60, None, "N"),
        (-5, "<", -2, 2, "L"),
        (1, "<", -2, 2, "undecidable"),
        (9, "=", None, None, "N"),
    ],
)
def test_a_value_is_compared_as_what_it_is(number, comparator, low, high, flag):
    number = Decimal(number)

    derived = derive(value(number, comparator), within(low, high))

    assert derived.flag == flag
    assert derived.why


def test_a_limit_that_is_not_included_lies_outside():
    assert derive(value(200), within(None, 200, high_open=True)).flag == "H"
    assert derive(value(60), within(60, None, low_open=True)).flag == "L"
    assert derive(value(200, "<"), within(None, 200, high_open=True)).flag == "N"


def test_a_range_of_values_is_compared_as_a_whole():
    sent = read_value({"valueRange": {"low": {"value": 0}, "high": {"value": 2}}})

    assert derive(sent, within(0, 5)).flag == "N"
    assert derive(sent, within(3, 5)).flag == "L"
    assert derive(sent, within(1, 5)).flag == "undecidable"


def test_what_nothing_can_be_said_of_says_why():
    assert derive(absent("Not done."), within(1, 2)).why == "Not done."
    assert derive(value(5), Choice(why="No range.")).why == "No range."
    assert "not a number" in derive(read_value({"valueBoolean": True}), within(1, 2)).why


def test_a_word_is_normal_only_when_the_range_says_the_very_word():
    negative = read_value({"valueString": "negative"})
    printed = (PrintedRange(text="Negative"),)

    assert derive(negative, Choice(why=""), printed).flag == "N"
    assert derive(negative, Choice(why=""), (PrintedRange(text="None"),)).flag == "undecidable"


HIGH, NORMAL, LOW = (Derived(flag=flag, why="x") for flag in "HNL")


@pytest.mark.parametrize(
    ("flag", "derived", "says"),
    [
        ("N", HIGH, "above its range"),
        ("NEG", LOW, "below its range"),
        ("H", NORMAL, "within its range"),
        ("A", NORMAL, "within its range"),
        ("L", HIGH, "above its range"),
        ("HH", LOW, "below its range"),
    ],
)
def test_a_flag_against_its_range_is_told_in_a_sentence(flag, derived, says):
    assert says in conflict(flag, None, derived)


@pytest.mark.parametrize(
    ("flag", "derived"),
    [
        *(("N", NORMAL), ("H", HIGH), ("HH", HIGH), ("A", LOW), (None, HIGH), ("POS", NORMAL)),
        *(("S", HIGH), ("N", Derived(flag="undecidable", why="x"))),
    ],
)
def test_where_nothing_contradicts_nothing_is_said(flag, derived):
    assert conflict(flag, None, derived) is None


@given(st.decimals(0, 100, places=2), st.decimals(0, 100, places=2), st.decimals(0, 100, places=2))
def test_a_number_in_a_range_is_always_decided_and_a_larger_one_is_never_lower(low, high, number):
    low, high = sorted((low, high))
    order = ["L", "N", "H"]

    flags = [derive(value(one), within(low, high)).flag for one in (number, number + 1)]

    assert order.index(flags[0]) <= order.index(flags[1])


@given(
    st.decimals(0, 100, places=1),
    st.sampled_from(["<", "<=", ">", ">="]),
    st.decimals(0, 100, places=1),
)
def test_an_interval_is_never_called_otherwise_than_every_number_in_it(limit, comparator, inside):
    holds = {"<": inside < limit, "<=": inside <= limit, ">": inside > limit, ">=": inside >= limit}
    flag = derive(value(limit, comparator), within(20, 60)).flag

    if holds[comparator] and flag != "undecidable":
        assert derive(value(inside), within(20, 60)).flag == flag


def test_a_direction_is_told_only_where_the_flag_has_one():
    assert direction(FlagMeaning.CRITICAL_HIGH) == "H"
    assert direction(FlagMeaning.LOW) == "L"
    assert direction(FlagMeaning.ABNORMAL) is None
    assert all(word == word.casefold() for word in MEANINGS)


def test_the_reason_names_the_numbers_and_not_a_label_printed_in_their_place():
    limits = ReferenceRange(
        low=Decimal("4.0"),
        high=Decimal("5.6"),
        unit="%",
        text="Normal (ADA), prediabetes 5.7-6.4%",
        source="printed",
    )

    found = derive(read_value({"valueQuantity": {"value": 8}}), Choice(range=limits, why="x"))

    assert found.why == "Above the printed range 4.0–5.6 %."


def test_an_end_that_is_not_included_is_shown_as_printed():
    limits = ReferenceRange(high=Decimal(200), high_open=True, text="< 200", source="printed")

    found = derive(read_value({"valueQuantity": {"value": 200}}), Choice(range=limits, why="x"))

    assert (found.flag, found.why) == ("H", "Above the printed range < 200.")
