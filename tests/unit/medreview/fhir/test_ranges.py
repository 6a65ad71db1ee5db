from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcurate.contracts import Interval
from medreview.fhir import ranges
from medreview.fhir.ranges import Choice, Person, choose, range_words, read_ranges
from medreview.fhir.record import Value
from medreview.fhir.units import Factor
from medreview.fhir.values import read_value
from tests.factories.reading import ADULT
from tests.unit.medreview.fhir.test_elements import JSON

FACTORS = (Factor(from_unit="mg/dL", to_unit="mmol/L", factor="0.0555"),)
CHILD = Person(sex="male", age_days=(2_000, 2_000))
NEONATE = Person(sex="male", age_days=(3, 3))


def value(number: Any = 5, unit: str | None = "mmol/L") -> Value:
    return read_value({"valueQuantity": {"value": number, "unit": unit}})


def bounds(low: Any, high: Any, unit: str | None = None, **fields: Any) -> dict[str, Any]:
    ends = {"low": low, "high": high}
    return {
        name: {"value": end} | ({"unit": unit} if unit else {})
        for name, end in ends.items()
        if end is not None
    } | fields


def choice_of(*sent: dict[str, Any], person: Person = ADULT, **given_: Any) -> Choice:
    printed = read_ranges({"referenceRange": list(sent)})
    standards = {"laboratory": (), "default": ()} | given_
    of = standards.pop("value", value())
    return choose(
        printed, standards.pop("laboratory"), standards.pop("default"), value=of, person=person,
        **standards,
    )  # fmt: skip


def interval(low: Any, high: Any, **fields: Any) -> Interval:
    return Interval(**{"unit": "mmol/L", "low": low, "high": high} | fields)


def test_printed_goes_before_laboratory_and_laboratory_before_default():
    laboratory, default = [interval(2, 6)], [interval(3, 7)]

    printed = choice_of(bounds(1, 5), laboratory=laboratory, default=default)
    own = choice_of(laboratory=laboratory, default=default)
    ours = choice_of(default=default)

    assert [one.range.source for one in (printed, own, ours)] == [
        "printed", "laboratory", "default",
    ]  # fmt: skip
    assert [int(one.range.low) for one in (printed, own, ours)] == [1, 2, 3]
    assert choice_of().why == "There is no reference range."


@pytest.mark.parametrize("person", [CHILD, NEONATE, Person(sex="female", pregnant=True)])
def test_an_adults_default_never_decides_for_anybody_else(person):
    choice = choice_of(default=[interval(3, 5)], person=person)

    assert choice.range is None
    assert "none is known for" in choice.why


def test_a_range_made_for_a_population_decides_for_it():
    default = [interval(3, 5), interval(4, 6, population="child")]

    assert choice_of(default=default, person=CHILD).range.population == "child"


def test_without_an_age_no_default_decides():
    assert "age is not known" in choice_of(default=[interval(3, 5)], person=Person()).why
    around = Person(age_days=(6_500, 6_700))
    assert choice_of(default=[interval(3, 5)], person=around).range is None


def test_a_default_by_sex_needs_the_sex_unless_both_are_the_same():
    default = [interval(3, 5, sex="male"), interval(2, 4, sex="female")]
    same = [interval(3, 5, sex="male"), interval(3, 5, sex="female")]
    nobody = Person(age_days=(9_000, 9_000))

    assert choice_of(default=default).range.low == 2
    assert "sex" in choice_of(default=default, person=nobody).why
    assert choice_of(default=same, person=nobody).range.low == 3


def test_a_range_in_another_unit_is_converted_or_refused():
    converted = choice_of(bounds(70, 100, "mg/dL"), factors=FACTORS)
    refused = choice_of(bounds(70, 100, "mg/dL"))

    assert (converted.range.low, converted.range.unit) == (Decimal("3.885"), "mmol/L")
    assert "can't be compared" in refused.why
    assert "can't be compared" in choice_of(default=[interval(1, 2, unit="g/L")]).why


def test_a_default_in_the_results_own_unit_is_taken_first():
    default = [interval(70, 100, unit="mg/dL"), interval(4, 6)]

    assert choice_of(default=default, factors=FACTORS).range.low == 4


def test_a_result_without_unit_is_not_held_against_a_range_with_one():
    nameless = value(unit=None)

    assert "no unit" in choice_of(bounds(1, 5, "mmol/L"), value=nameless).why
    assert choice_of(bounds(1, 5), value=nameless).range.low == 1


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (bounds(46, 38), "low end above"),
        (bounds(None, 5, text=">5"), "numbers say otherwise"),
        ({"text": "Female: 12-16"}, "can't be read"),
        ({"text": "9 - 3"}, "low end above"),
        ({"low": {"value": 1, "unit": "g/L"}, "high": {"value": 2, "unit": "mg/L"}}, "different"),
    ],
)
def test_a_printed_range_that_is_broken_lets_no_other_decide(sent, why):
    choice = choice_of(sent, default=[interval(3, 5)])

    assert choice.range is None
    assert why in choice.why


@pytest.mark.parametrize(
    "sent",
    [
        bounds(1, 9, text="Critical Range"),
        bounds(1, 9, type={"coding": [{"code": "treatment"}]}),
        bounds(1, 9, type={"text": "Therapeutic"}),
        {"low": {"unit": "mmol/L"}},
        {},
    ],
)
def test_what_is_no_normal_range_counts_as_not_printed(sent):
    choice = choice_of(sent, default=[interval(3, 5)])

    assert choice.range.source == "default"
    assert "not a normal range" in choice.why


def test_text_and_numbers_that_agree_are_one_range_and_the_text_tells_its_ends():
    exclusive = choice_of(bounds(None, 200, text="< 200")).range
    from_zero = choice_of(bounds(0, 5, text="≤5")).range

    assert (exclusive.high, exclusive.high_open) == (200, True)
    assert (from_zero.low, from_zero.high_open) == (0, False)
    assert choice_of(bounds(1, 5, text="adults")).range.high == 5


MEN = {"appliesTo": [{"coding": [{"code": "male"}]}]}
WOMEN = {"appliesTo": [{"text": "female"}]}
PREGNANT = {"appliesTo": [{"coding": [{"system": "http://snomed.info/sct", "code": "77386006"}]}]}


def test_of_two_ranges_by_sex_the_patients_own_applies():
    sent = (bounds(1, 5, **MEN), bounds(2, 6, **WOMEN))

    assert choice_of(*sent).range.low == 2
    assert "not recorded" in choice_of(*sent, person=Person()).why
    assert "made for this patient" in choice_of(bounds(1, 5, **MEN)).why


def test_a_range_for_pregnancy_applies_to_the_pregnant_only():
    sent = (bounds(1, 5), bounds(2, 6, **PREGNANT))

    assert choice_of(*sent).range.low == 1
    assert choice_of(*sent, person=Person(sex="female", pregnant=True)).range.low == 2


def test_several_ranges_without_a_word_which_applies_decide_nothing():
    assert "Several ranges" in choice_of(bounds(1, 5), bounds(2, 6)).why
    assert choice_of(bounds(1, 5), bounds(1, 5)).range.low == 1


def test_a_band_of_whole_years_lasts_until_the_next_birthday():
    band = bounds(1, 5, age={"low": {"value": 0, "unit": "a"}, "high": {"value": 17, "unit": "a"}})

    assert choice_of(band, person=Person(age_days=(6_400, 6_400))).range.low == 1
    assert choice_of(band, person=Person(age_days=(6_600, 6_600))).range is None
    assert choice_of(band, person=Person(age_days=(6_400, 6_600))).range is None
    assert choice_of(band, person=Person()).range is None


def test_a_band_of_months_ends_with_its_last_month():
    band = bounds(1, 5, age={"high": {"value": 12, "code": "mo"}})

    assert choice_of(band, person=Person(age_days=(360, 360))).range.low == 1
    assert choice_of(band, person=Person(age_days=(500, 500))).range is None


def test_a_range_without_a_printed_text_has_words():
    assert range_words(Decimal("3.5"), Decimal("5.1")) == "3.5–5.1"
    assert range_words(None, Decimal(5)) == "≤5"
    assert range_words(Decimal(60), None) == "≥60"
    assert range_words(None, None) == ""


@given(st.lists(JSON, max_size=3), st.integers(0, 40_000))
def test_any_printed_ranges_give_a_range_or_a_reason(sent, days):
    printed = read_ranges({"referenceRange": sent})

    choice = choose(
        printed, (), [interval(3, 5)], value=value(), person=Person(age_days=(days, days))
    )

    assert choice.why
    assert len(printed) == sum(isinstance(one, dict) for one in sent)


@given(st.dictionaries(st.sampled_from(["low", "high", "text", "type", "age", "appliesTo"]), JSON))
def test_any_json_is_a_printed_range_that_decides_or_says_why_not(sent):
    (printed,) = read_ranges({"referenceRange": sent})

    numbers = (printed.low, printed.high)
    assert printed.unusable or numbers != (None, None)
    assert ranges.is_comparable(value())
