"""Units: from any spelling to UCUM, and from one unit to another where that is allowed.

What can't be compared is refused with None, never guessed: mass against moles without the
analyte's factor, FEU against DDU, per cent against mmol/mol, a filtration rate with and
without body surface.
"""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache
from typing import Any

from lark.exceptions import LarkError
from pint.errors import PintError
from ucumvert import PintUcumRegistry

from medreview.common.contract import Contract
from medreview.fhir.unit_names import ucum_of


class Factor(Contract):
    """``target = value × factor + offset`` between two UCUM units of one analyte."""

    from_unit: str
    to_unit: str
    factor: Decimal
    offset: Decimal = Decimal(0)


# One equivalent of an ion is one mole divided by its charge, which the unit doesn't tell.
_CHARGES = {
    "sodium": 1,
    "potassium": 1,
    "chloride": 1,
    "bicarbonate": 1,
    "total_co2": 1,
    "co2_total": 1,
    "lithium": 1,
    "calcium": 2,
    "calcium_ionized": 2,
    "magnesium": 2,
}
# Notes in braces that name what is counted, not how: the number stays the same without them.
_SILENT_NOTES = frozenset({"cells", "copies", "beats", "breaths", "ratio", "rbc", "wbc", "score"})
_NOTE = re.compile(r"\{([^}]*)\}")
_PARTS = frozenset({"%", "1", "", "L/L", "10*-2", "[ppth]", "{ratio}"})
_MASS_PARTS = re.compile(r"[munpk]?g/[munpk]?g")
_AMOUNT_PARTS = re.compile(r"[munp]?mol/[munp]?mol")
_DIGITS = Context(prec=12, rounding=ROUND_HALF_EVEN)


@lru_cache(maxsize=4096)
def known_unit(spelling: str | None) -> str | None:
    """The UCUM code of a printed unit by the alias table; None when nobody can be sure."""
    return ucum_of(spelling) if spelling else None


@lru_cache(maxsize=4096)
def units_disagree(printed: str | None, code: str) -> bool:
    """Whether a printed unit surely means something else than the UCUM code sent with it."""
    meant = known_unit(printed)
    if meant is None or printed == code:
        return False
    return ratio(meant, known_unit(code) or code) != 1 and not _same_activity(meant, code)


def charge_factors(biomarker: str | None) -> tuple[Factor, ...]:
    """How milliequivalents of this ion become millimoles; nothing for what is no simple ion."""
    charge = _CHARGES.get(biomarker or "")
    if charge is None:
        return ()
    return (Factor(from_unit="meq/L", to_unit="mmol/L", factor=Decimal(1) / charge),)


def convert(
    number: Decimal, from_unit: str | None, to_unit: str | None, factors: Sequence[Factor] = ()
) -> Decimal | None:
    """A number in another unit, by plain arithmetic or by one factor of the analyte.

    Units may be UCUM codes or any printed spelling. None when they can't be compared.
    """
    if from_unit == to_unit:
        return number if from_unit else None
    steps = _steps(from_unit, to_unit, tuple(factors))
    if steps is None:
        return None
    before, factor, offset, after = steps
    try:
        # Twelve digits: more than any laboratory has, and none of binary fractions' dust.
        return _plain(_DIGITS.multiply(number * before * factor + offset, after))
    except ArithmeticError:
        return None


def comparable(from_unit: str | None, to_unit: str | None, factors: Sequence[Factor] = ()) -> bool:
    """Whether a number in the one unit can be put beside a number in the other."""
    return convert(Decimal(1), from_unit, to_unit, factors) is not None


@lru_cache(maxsize=4096)
def ratio(from_unit: str, to_unit: str) -> Decimal | None:
    """How many of the one unit make one of the other, whatever the analyte; None if none do."""
    if from_unit == to_unit:
        return Decimal(1)
    if _loud_notes(from_unit) != _loud_notes(to_unit):
        return None
    plain_from, plain_to = (_NOTE.sub("", unit) for unit in (from_unit, to_unit))
    if plain_from == plain_to:
        return Decimal(1)
    if _same_activity(plain_from, plain_to):
        plain_from, plain_to = (unit.replace("[IU]", "U") for unit in (plain_from, plain_to))
    if _is_equivalents(plain_from) != _is_equivalents(plain_to):
        return None
    return _by_pint(plain_from, plain_to)


def is_ucum(code: str) -> bool:
    """Whether a code can be read as UCUM."""
    return _quantity(code) is not None


@lru_cache(maxsize=4096)
def _steps(
    from_unit: str | None, to_unit: str | None, factors: tuple[Factor, ...]
) -> tuple[Decimal, Decimal, Decimal, Decimal] | None:
    start, goal = (known_unit(unit) or unit for unit in (from_unit, to_unit))
    if not start or not goal:
        return None
    one, zero = Decimal(1), Decimal(0)
    if (direct := ratio(start, goal)) is not None:
        return one, direct, zero, one
    for factor in factors:
        before, after = ratio(start, factor.from_unit), ratio(factor.to_unit, goal)
        if before is not None and after is not None:
            return before, factor.factor, factor.offset, after
        before, after = ratio(start, factor.to_unit), ratio(factor.from_unit, goal)
        if before is not None and after is not None and factor.factor:
            inverse = one / factor.factor
            return before, inverse, -factor.offset * inverse, after
    return None


def _loud_notes(unit: str) -> frozenset[str]:
    notes = {note.casefold() for note in _NOTE.findall(unit)}
    return frozenset(notes - _SILENT_NOTES)


def _is_equivalents(unit: str) -> bool:
    return re.match(r"[mu]?eq\b", unit) is not None


def _same_activity(one: str, other: str) -> bool:
    """U and [IU] per litre are one thing; per millilitre an arbitrary U may be a maker's own."""
    if ("[IU]" in one) == ("[IU]" in other):
        return False
    first, second = one.replace("[IU]", "U"), other.replace("[IU]", "U")
    return first == second and re.fullmatch(r"[mu]?U/L|[mu]U/mL", first) is not None


def _by_pint(from_unit: str, to_unit: str) -> Decimal | None:
    if not _same_kind_of_part(from_unit, to_unit):
        return None
    start, goal = _quantity(from_unit), _quantity(to_unit)
    if start is None or goal is None:
        return None
    try:
        # Units with an offset, such as degrees, refuse to be doubled: no ratio is right for them.
        found = (start * 2).to(goal.units).magnitude / (goal * 2).magnitude
    except (PintError, ArithmeticError, TypeError, ValueError):
        return None
    return _plain(_DIGITS.create_decimal(repr(found)).normalize(Context(prec=10)))


def _same_kind_of_part(one: str, other: str) -> bool:
    """Whether two dimensionless units are parts of the same kind: 48 mmol/mol is no per cent."""
    for pattern in (_MASS_PARTS, _AMOUNT_PARTS):
        if pattern.fullmatch(one) or pattern.fullmatch(other):
            return bool(pattern.fullmatch(one) and pattern.fullmatch(other))
    return (one in _PARTS) == (other in _PARTS)


def warm_up() -> None:
    """Read the table of UCUM's units now: it takes half a second, once in each process."""
    _registry()


@lru_cache(maxsize=1)
def _registry() -> Any:
    return PintUcumRegistry()


@lru_cache(maxsize=4096)
def _quantity(code: str) -> Any:
    try:
        return _registry().from_ucum(code)
    except (LarkError, PintError, ArithmeticError, TypeError, ValueError, KeyError, AttributeError):
        return None


def _plain(number: Decimal) -> Decimal:
    """Without trailing zeros and without an exponent."""
    trimmed = number.normalize()
    exponent = trimmed.as_tuple().exponent
    if isinstance(exponent, int) and 0 < exponent < 40:
        return trimmed.quantize(Decimal(1))
    return trimmed
