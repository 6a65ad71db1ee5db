"""A value is critical only where all it can be lies beyond the limit."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from analysis.pipeline.contracts import LabResult
from analysis.pipeline.critical_limits import crossing, limit_converted, populations_of
from graphcurate.contracts import CriticalLimit
from medreview.fhir.dates import read_moment
from medreview.fhir.ranges import Person, ReferenceRange
from medreview.fhir.record import Value, ValueKind
from medreview.fhir.units import Factor

ADULT = Person(age_days=(20_000, 20_000))
LIMIT = CriticalLimit(unit="mmol/L", low=Decimal("2.5"), high=Decimal("6.5"))
NUMBERS = st.decimals(0, 12, places=2)


def _result(value: Value) -> LabResult:
    return LabResult(
        id="Observation/x",
        version=1,
        name="x",
        value=value,
        unit_known=True,
        effective=read_moment("2026-11-20"),
        status="final",
    )


def _number(number: Decimal) -> Value:
    return Value(
        kind=ValueKind.NUMBER, text=str(number), number=number, unit="mmol/L", ucum="mmol/L"
    )


def _interval(low: Decimal | None, high: Decimal | None) -> Value:
    return Value(
        kind=ValueKind.INTERVAL,
        text="interval",
        low=low,
        high=high,
        low_open=True,
        high_open=True,
        unit="mmol/L",
        ucum="mmol/L",
    )


def _is_critical(value: Value, limit: CriticalLimit = LIMIT, person: Person = ADULT) -> bool:
    return crossing(_result(value), [limit], (), person, ()) is not None


@given(NUMBERS)
def test_a_number_is_critical_at_or_beyond_a_limit(number: Decimal) -> None:
    expected = number <= Decimal("2.5") or number >= Decimal("6.5")

    assert _is_critical(_number(number)) is expected


@given(NUMBERS)
def test_a_value_above_a_number_is_critical_only_from_the_limit_on(number: Decimal) -> None:
    assert _is_critical(_interval(number, None)) is (number >= Decimal("6.5"))


@given(NUMBERS)
def test_a_value_below_a_number_is_critical_only_down_from_the_limit(number: Decimal) -> None:
    assert _is_critical(_interval(None, number)) is (number <= Decimal("2.5"))


@given(st.integers(0, 40_000), st.integers(0, 400))
def test_everybody_belongs_to_some_population(fewest: int, more: int) -> None:
    found = populations_of(Person(age_days=(fewest, fewest + more)))

    assert found
    assert ("adult" in found) == (fewest + more >= 5844)


def test_a_limit_that_is_not_included_is_not_critical_itself() -> None:
    above = LIMIT.model_copy(update={"high_included": False})

    assert not _is_critical(_number(Decimal("6.5")), above)
    assert _is_critical(_number(Decimal("6.51")), above)


def test_one_laboratory_limit_comes_before_the_default() -> None:
    own = LIMIT.model_copy(update={"high": Decimal(6), "owner": "lab_1"})

    found = crossing(_result(_number(Decimal("6.2"))), [LIMIT, own], (), ADULT, ())

    assert found is not None
    assert found.source == "laboratory"


def test_an_incomparable_unit_raises_nothing() -> None:
    value = _number(Decimal(9)).model_copy(update={"unit": "mg/dL", "ucum": "mg/dL"})

    assert not _is_critical(value)


def test_any_positive_answer_is_critical_where_the_limit_says_so() -> None:
    limit = CriticalLimit(unit="", positive=True)
    grown = Value(kind=ValueKind.TEXT, text="positive")
    clean = Value(kind=ValueKind.TEXT, text="negative")

    found = crossing(_result(grown), [limit], (), ADULT, ())

    assert found is not None
    assert found.limit == "any positive result"
    assert not _is_critical(clean, limit)


def test_multiples_of_an_upper_limit_need_that_limit() -> None:
    limit = CriticalLimit(unit="U/L", high=Decimal(15), high_times_upper_limit=True)
    value = _number(Decimal(700))
    known = ReferenceRange(high=Decimal(40), source="printed")

    found = crossing(_result(value).model_copy(update={"range": known}), [limit], (), ADULT, ())

    assert found is not None
    assert found.limit == "at or above 15 times the upper reference limit"
    assert not _is_critical(value, limit)


def test_a_value_whose_unit_can_not_be_compared_crosses_nothing() -> None:
    foreign = Value(kind=ValueKind.NUMBER, text="9 g", number=Decimal(9), unit="g", ucum="g")
    interval = _interval(Decimal(9), None).model_copy(update={"unit": "g", "ucum": "g"})

    assert not _is_critical(foreign)
    assert not _is_critical(interval)


def test_an_unknown_age_is_judged_as_an_adult() -> None:
    assert populations_of(Person(age_days=None)) == ("adult",)


def test_a_limit_made_for_another_unit_is_said_in_the_values_own() -> None:
    limit = CriticalLimit(unit="ng/dL", high=Decimal("7.8"))
    factors = (Factor(from_unit="ng/dL", to_unit="pmol/L", factor=Decimal("12.87")),)
    value = _number(Decimal(120)).model_copy(update={"unit": "pmol/L", "ucum": "pmol/L"})

    beyond = crossing(_result(value), [limit], (), ADULT, factors)

    assert beyond is not None
    assert limit_converted(beyond, value, factors) == "100\u00a0pmol/L"


def test_a_limit_in_the_values_unit_is_converted_into_nothing() -> None:
    value = _number(Decimal(7))

    beyond = crossing(_result(value), [LIMIT], (), ADULT, ())

    assert beyond is not None
    assert limit_converted(beyond, value, ()) == ""
