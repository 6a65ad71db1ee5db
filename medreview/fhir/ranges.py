"""Which reference range applies to this person and this result, and whose range it is.

The order is: printed on the result, then the laboratory's own, then the default. A printed
range that contradicts itself decides nothing and nothing else decides in its place; one that
is no normal range (critical, therapeutic) or holds no number counts as not printed.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Protocol

from medreview.common.contract import Contract
from medreview.fhir.codes import name_of, read_all_codings, read_codings
from medreview.fhir.elements import Json, object_at, objects_at, text_at
from medreview.fhir.populations import read_population
from medreview.fhir.range_text import TextRange, parse_range
from medreview.fhir.record import Coding, PrintedRange, Value, ValueKind
from medreview.fhir.units import Factor, convert, known_unit
from medreview.fhir.values import digits_of, read_number, read_quantity

DAYS_OF_YEAR = Decimal("365.2425")
NEONATE_DAYS = 28
ADULT_DAYS = 6574
"""Eighteen years, leap days included, rounded down."""

_YEARS_OF_UNIT = {
    "a": Decimal(1),
    "y": Decimal(1),
    "yr": Decimal(1),
    "years": Decimal(1),
    "year": Decimal(1),
    "mo": Decimal(1) / 12,
    "months": Decimal(1) / 12,
    "wk": 7 / DAYS_OF_YEAR,
    "weeks": 7 / DAYS_OF_YEAR,
    "d": 1 / DAYS_OF_YEAR,
    "days": 1 / DAYS_OF_YEAR,
    "h": 1 / DAYS_OF_YEAR / 24,
}
_OTHER_KINDS = {
    "critical": "critical",
    "panic": "critical",
    "therapeutic": "therapeutic",
    "treatment": "treatment",
    "toxic": "toxic",
    "критич": "critical",
    "терапевт": "therapeutic",
    "危急": "critical",
    "治疗": "therapeutic",
}


class Person(Contract):
    """Who a result is judged for, at the time it was taken."""

    sex: str | None = None
    age_days: tuple[int, int] | None = None
    """The fewest and the most days the person can have lived; None when not known."""
    pregnant: bool = False

    def population(self) -> str | None:
        """``pregnancy``, ``neonate``, ``child`` or ``adult``; None when age leaves it open."""
        if self.pregnant:
            return "pregnancy"
        if self.age_days is None:
            return None
        fewest, most = (_population_at(days) for days in self.age_days)
        return fewest if fewest == most else None


class StandardRange(Protocol):
    """A laboratory's or a default interval, as the graph keeps them. Bounds are included."""

    @property
    def unit(self) -> str: ...
    @property
    def low(self) -> Decimal | None: ...
    @property
    def high(self) -> Decimal | None: ...
    @property
    def sex(self) -> str | None: ...
    @property
    def population(self) -> str: ...


class ReferenceRange(Contract):
    """The range that applies, in the value's own unit, and whose it is."""

    low: Decimal | None = None
    high: Decimal | None = None
    low_open: bool = False
    high_open: bool = False
    unit: str | None = None
    text: str | None = None
    source: str
    """``printed``, ``laboratory`` or ``default``."""
    population: str | None = None


class Choice(Contract):
    """The range that decides, or in a sentence why none does."""

    range: ReferenceRange | None = None
    why: str


def read_ranges(holder: Json) -> tuple[PrintedRange, ...]:
    """Every range printed on an Observation or on one of its components."""
    return tuple(_same_range(repr(sent), sent) for sent in objects_at(holder, "referenceRange"))


def _same_range(written: str, sent: Json) -> PrintedRange:
    """A laboratory prints the few ranges of its tests on every result: each is read once."""
    found = _READ.get(written)
    if found is None:
        found = _read_range(sent)
        if len(_READ) < 4096 and len(written) < 1000:
            _READ[written] = found
    return found


def choose(
    printed: Sequence[PrintedRange],
    laboratory: Iterable[StandardRange],
    default: Iterable[StandardRange],
    *,
    value: Value,
    person: Person,
    factors: Sequence[Factor] = (),
) -> Choice:
    """The range that applies to this value of this person, in the order of precedence."""
    normal = [one for one in printed if one.kind == "normal" and one.unusable != EMPTY]
    if normal:
        return _choose_printed(normal, value, person, factors)
    ignored = "" if not printed else " (the printed one is not a normal range)"
    for source, standards in (("laboratory", laboratory), ("default", default)):
        if known := list(standards):
            return _choose_standard(known, source, value, person, factors, ignored)
    return Choice(why=f"There is no reference range{ignored}.")


_READ: dict[str, PrintedRange] = {}
EMPTY = "The printed range holds no numbers."


def _read_range(sent: Json) -> PrintedRange:
    ends = {end: read_quantity(object_at(sent, end)) for end in ("low", "high")}
    text = text_at(sent, "text")
    age = object_at(sent, "age")
    return PrintedRange(
        kind=_kind(sent, text),
        text=text,
        applies_to=read_all_codings(_applies_to(sent)),
        age_low_years=_years(object_at(age, "low")),
        age_high_years=_end_of_band(object_at(age, "high")),
        **_bounds(ends["low"], ends["high"], text),
    )


def _bounds(low: Value, high: Value, text: str | None) -> dict[str, Any]:
    units = {(one.unit, one.ucum) for one in (low, high) if one.number is not None and one.unit}
    unit, ucum = next(iter(units)) if units else (None, None)
    stated = parse_range(text) if text else None
    found: dict[str, Any] = {"low": low.number, "high": high.number, "unit": unit, "ucum": ucum}
    if low.number is None and high.number is None:
        return _from_text(stated, text)
    if len(units) > 1:
        return {**found, "unusable": "The two ends of the printed range have different units."}
    if low.number is not None and high.number is not None and low.number > high.number:
        return {**found, "unusable": "The printed range has its low end above its high end."}
    if stated is None:
        return found
    if not _agrees(stated, low.number, high.number):
        return {**found, "unusable": f"The printed range says “{text}”, its numbers say otherwise."}
    return {**found, "low_open": stated.low_open, "high_open": stated.high_open}


def _from_text(stated: TextRange | None, text: str | None) -> dict[str, Any]:
    if not text:
        return {"unusable": EMPTY}
    if stated is None:
        return {"unusable": f"The printed range “{text}” can't be read as numbers."}
    found = {
        "low": stated.low,
        "high": stated.high,
        "low_open": stated.low_open,
        "high_open": stated.high_open,
        "unit": stated.unit,
        "ucum": known_unit(stated.unit),
    }
    if stated.low is not None and stated.high is not None and stated.low > stated.high:
        found["unusable"] = "The printed range has its low end above its high end."
    return found


def _agrees(stated: TextRange, low: Decimal | None, high: Decimal | None) -> bool:
    """Whether text and numbers bound the same; a bound of 0 and no lower bound are one."""
    return (stated.low or None) == (low or None) and stated.high == high


def _kind(sent: Json, text: str | None) -> str:
    concept = object_at(sent, "type")
    code = next((one.code for one in read_codings(concept) if one.code), None)
    kind = code or name_of(concept) or "normal"
    kind = "normal" if kind.lower() in ("normal", "normal range", "type") else kind
    words = f"{kind} {text or ''}".lower()
    return next((other for word, other in _OTHER_KINDS.items() if word in words), kind)


def _applies_to(sent: Json) -> list[Json]:
    """The concepts of appliesTo; one without codings counts by its text."""
    return [
        one if one.get("coding") else {"coding": [{"display": text_at(one, "text")}]}
        for one in objects_at(sent, "appliesTo")
    ]


def _years(sent: Json) -> Decimal | None:
    if not sent:
        return None
    number, scale = read_number(sent.get("value")), _scale(sent)
    return None if number is None or scale is None else number * scale


def _end_of_band(sent: Json) -> Decimal | None:
    """A band to 17 years lasts until the eighteenth birthday; one to 28 days ends with them."""
    years = _years(sent)
    return years + 1 if years is not None and _scale(sent) == 1 else years


def _scale(sent: Json) -> Decimal | None:
    unit = text_at(sent, "code") or text_at(sent, "unit") or "a"
    return _YEARS_OF_UNIT.get(unit.lower())


def _choose_printed(
    normal: Sequence[PrintedRange], value: Value, person: Person, factors: Sequence[Factor]
) -> Choice:
    fits = [(one, _fits(one, person)) for one in normal]
    sure = [one for one, fit in fits if fit is True]
    if not sure:
        if any(fit is None for _, fit in fits):
            return Choice(why="Which printed range applies depends on what is not recorded.")
        return Choice(why="None of the printed ranges is made for this patient.")
    best = max(_precision(one) for one in sure)
    sure = [one for one in sure if _precision(one) == best]
    broken = next((one.unusable for one in sure if one.unusable), None)
    if broken:
        return Choice(why=broken)
    found = [_in_unit_of(value, one, "printed", _made_for(one), factors) for one in sure]
    usable = [one for one in found if one is not None]
    if not usable:
        return Choice(why=unit_sentence(value.unit, sure[0].unit))
    if len({(one.low, one.high, one.low_open, one.high_open) for one in usable}) > 1:
        return Choice(why="Several ranges are printed, and nothing says which one applies.")
    return Choice(range=usable[0], why="The range printed on the result.")


def _made_for(one: PrintedRange) -> str | None:
    """The population in the laboratory's own words."""
    return ", ".join(coding.display for coding in one.applies_to if coding.display) or None


def _choose_standard(
    standards: Sequence[StandardRange],
    source: str,
    value: Value,
    person: Person,
    factors: Sequence[Factor],
    ignored: str,
) -> Choice:
    population = person.population()
    if population is None:
        return Choice(why=f"No range is printed{ignored}, and the patient's age is not known.")
    made_for = [one for one in standards if one.population == population]
    if not made_for:
        return Choice(
            why=f"No range is printed{ignored}, and none is known for {_WHOM[population]}."
        )
    for_sex = [one for one in made_for if one.sex in (None, person.sex)]
    if not for_sex:
        # Without a known sex, a range decides only when it is the same for both.
        for_sex = made_for if len({(one.low, one.high, one.unit) for one in made_for}) == 1 else []
    if not for_sex:
        return Choice(why="The default range depends on the patient's sex, which is not recorded.")
    ordered = sorted(for_sex, key=lambda one: (one.sex is None, one.unit != value.ucum))
    for one in ordered:
        if found := _in_unit_of(value, one, source, population, factors):
            whose = "The laboratory's own range" if source == "laboratory" else "A default range"
            return Choice(range=found, why=f"{whose}{ignored}.")
    return Choice(why=unit_sentence(value.unit, ordered[0].unit))


_WHOM = {
    "pregnancy": "pregnancy",
    "neonate": "newborns",
    "child": "children",
    "adult": "adults",
}


def unit_sentence(unit: str | None, other: str | None) -> str:
    """Why a value and a range can't be put side by side."""
    if unit is None:
        return f"The result has no unit, its range is in {other or 'none either'}."
    return f"The result is in {unit}, its range in {other or 'no unit'}: they can't be compared."


def _in_unit_of(
    value: Value, one: Any, source: str, population: str | None, factors: Sequence[Factor]
) -> ReferenceRange | None:
    """The range in the value's own unit; None when there is no way from one to the other.

    A printed range without a unit is in the unit of its result.
    """
    theirs = getattr(one, "ucum", None) or one.unit
    mine = value.ucum or value.unit
    bounds = (one.low, one.high)
    if theirs and theirs != mine and one.unit != value.unit:
        low, high = (
            None if bound is None else convert(bound, theirs, mine, factors) for bound in bounds
        )
        if (low is None, high is None) != (one.low is None, one.high is None):
            return None
        bounds = (low, high)
    return ReferenceRange(
        low=bounds[0],
        high=bounds[1],
        low_open=getattr(one, "low_open", False),
        high_open=getattr(one, "high_open", False),
        unit=value.unit,
        text=getattr(one, "text", None) or range_words(bounds[0], bounds[1]),
        source=source,
        population=population,
    )


def range_words(low: Decimal | None, high: Decimal | None) -> str:
    """A range as it is shown where nothing was printed: ``3.5–5.1``, ``≤5``, ``≥60``."""
    if low is not None and high is not None:
        return f"{digits_of(low)}–{digits_of(high)}"
    if high is not None:
        return f"≤{digits_of(high)}"
    return f"≥{digits_of(low)}" if low is not None else ""


def _fits(one: PrintedRange, person: Person) -> bool | None:
    """Whether a printed range is made for this person; None when that can't be known."""
    answers = [_fits_population(coding, person) for coding in one.applies_to]
    answers.append(_fits_band(one.age_low_years, one.age_high_years, person))
    return _all_of(answers)


def _fits_population(coding: Coding, person: Person) -> bool | None:
    made_for = read_population(coding)
    if made_for is None:
        return None
    answers = [_fits_band(made_for.low_years, made_for.high_years, person)]
    if made_for.pregnant:
        answers.append(person.pregnant)
    if made_for.sex:
        known = person.sex in ("male", "female")
        answers.append(made_for.sex == person.sex if known else None)
    return _all_of(answers)


def _all_of(answers: Sequence[bool | None]) -> bool | None:
    if any(answer is False for answer in answers):
        return False
    return None if any(answer is None for answer in answers) else True


def _fits_band(low: Decimal | None, high: Decimal | None, person: Person) -> bool | None:
    if low is None and high is None:
        return True
    if person.age_days is None:
        return None
    answers = {_within(Decimal(days) / DAYS_OF_YEAR, low, high) for days in person.age_days}
    return answers.pop() if len(answers) == 1 else None


def _within(age: Decimal, low: Decimal | None, high: Decimal | None) -> bool:
    return (low is None or age >= low) and (high is None or age < high)


def _precision(one: PrintedRange) -> tuple[int, Decimal]:
    """How closely a range is cut to a person: more conditions first, then the later band."""
    return len(one.applies_to), one.age_low_years or Decimal(-1)


def _population_at(days: int) -> str:
    if days < NEONATE_DAYS:
        return "neonate"
    return "child" if days < ADULT_DAYS else "adult"


def is_comparable(value: Value) -> bool:
    """Whether a value is a number or an interval that a range could decide."""
    return value.kind in (ValueKind.NUMBER, ValueKind.INTERVAL, ValueKind.RANGE)
